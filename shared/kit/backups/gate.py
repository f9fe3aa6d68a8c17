"""Several services that commit together, or none of them.

Each restores its part in a transaction of its own and waits at the gate, a lock that the coordinator has. Once all are
ready the coordinator writes its decision down, takes a second lock that says so, and opens the gate. A service that
passes the gate and does not find the second lock taken rolls back: this happens when the coordinator is killed, since a
lock ends with its connection. Rejected: Postgres' two-phase commit, which is off in most servers, and transactions that
nobody ends when the coordinator never comes back.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from kit.backups.errors import RestorationAborted
from kit.database import Database
from kit.locks import lock_named, unlock

_LOOK_EVERY = 0.05
_LOCK = "SELECT pg_advisory_lock(hashtextextended($1, 0))"
_TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"


class Gate:
    """The coordinator's side. Made by `closed_gate`."""

    def __init__(self, connection: Any, identifier: uuid.UUID) -> None:
        self._connection = connection
        self._id = identifier

    async def await_ready(self, service: str, call: asyncio.Task[Any]) -> None:
        """Wait until the service waits at the gate. Raises what its call raises, should it end before."""
        name = _ready(self._id, service)
        while not call.done():
            if not await self._connection.fetchval(_TRY_LOCK, name):
                return
            await self._connection.fetchval(_UNLOCK, name)
            await asyncio.wait([call], timeout=_LOOK_EVERY)
        call.result()

    async def open(self) -> None:
        """Let all commit who wait, or come."""
        await self._connection.fetchval(_LOCK, _decided(self._id))
        await self._connection.fetchval(_UNLOCK, _gate(self._id))


@asynccontextmanager
async def closed_gate(database: Database, identifier: uuid.UUID) -> AsyncIterator[Gate]:
    """A gate that is closed until `Gate.open`. Who waits when the block ends without it rolls back."""
    async with database.apart() as connection:
        await connection.execute("SET lock_timeout = '1min'")
        try:
            await connection.fetchval(_LOCK, _gate(identifier))
            yield Gate(connection, identifier)
        finally:
            await unlock(connection, "SELECT pg_advisory_unlock_all()")


async def await_decision(session: AsyncSession, identifier: uuid.UUID, service: str) -> None:
    """Wait at the gate until all are ready. Raises `RestorationAborted` where the coordinator does not want the commit."""
    await session.execute(text("SET LOCAL lock_timeout = '1h'"))
    await lock_named(session, _ready(identifier, service))
    await session.execute(select(func.pg_advisory_xact_lock_shared(_key(_gate(identifier)))))
    if await session.scalar(select(func.pg_try_advisory_xact_lock_shared(_key(_decided(identifier))))):
        raise RestorationAborted("The restore was stopped before its end. Nothing has changed.")


def _key(name: str) -> Any:
    return func.hashtextextended(name, 0)


def _gate(identifier: uuid.UUID) -> str:
    return f"backups.gate {identifier}"


def _decided(identifier: uuid.UUID) -> str:
    return f"backups.decided {identifier}"


def _ready(identifier: uuid.UUID, service: str) -> str:
    return f"backups.ready {identifier} {service}"

"""Locks that have a name and no row: ``await lock_named(session, "auth.scopes")``.

Names are shared by all services, because one database has one space of advisory locks: begin them with the service
(``ecom.categories``).
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from kit.database import Database
from kit.failures import DRIVER_ERRORS

log = logging.getLogger(__name__)

_LOOK_EVERY = "1s"


async def lock_named(session: AsyncSession, name: str) -> None:
    """Wait until no other transaction holds the lock called ``name``, and hold it until this one ends.

    Raises `WriteConflict` (409) when the wait exceeds the connection's lock timeout.
    """
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


@asynccontextmanager
async def try_lock_named(database: Database, name: str, *, shared: bool = False) -> AsyncIterator[bool]:
    """Whether nobody else has the lock called ``name``; if so, it is kept to the end of the block.

    It belongs to a connection of its own and not to a transaction, so that other services can be called meanwhile. Several
    can have it who want it ``shared``.
    """
    kind = "_shared" if shared else ""
    async with database.apart() as connection:
        has_it = bool(await connection.fetchval(f"SELECT pg_try_advisory_lock{kind}(hashtextextended($1, 0))", name))
        try:
            yield has_it
        finally:
            if has_it:
                await unlock(connection, f"SELECT pg_advisory_unlock{kind}(hashtextextended($1, 0))", name)


@asynccontextmanager
async def queued_lock(
    database: Database, name: str, while_waiting: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Wait for the lock called ``name``, and keep it to the end of the block, as `try_lock_named` does.

    It waits in line: meanwhile nobody new has it shared. ``while_waiting`` is awaited every second or so, and may raise.
    """
    async with database.apart() as connection:
        try:
            await connection.execute(f"SET lock_timeout = '{_LOOK_EVERY}'")
            while not await _has_come(connection, name):
                await while_waiting()
            yield
        finally:
            # All: one that comes while the wait for it is given up, too.
            await unlock(connection, "SELECT pg_advisory_unlock_all()")


async def _has_come(connection: Any, name: str) -> bool:
    try:
        await connection.fetchval("SELECT pg_advisory_lock(hashtextextended($1, 0))", name)
    except asyncpg.LockNotAvailableError:
        return False
    return True


async def unlock(connection: asyncpg.Connection, statement: str, *values: object) -> None:
    """Execute a statement that gives up a connection's locks, before its end does so a moment later.

    Never fails: when Postgres has ended the connection the locks went with it, and the caller's own error counts.
    """
    try:
        await connection.execute(statement, *values)
    except (*DRIVER_ERRORS, OSError) as error:
        log.warning("locks end with their connection: %s", error)

"""The signing keys of the running process, and how the first one comes to be."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.sessions.models import SIGNING_KEYS, SigningKey
from auth.sessions.signing import Signer, generate, public_jwk, unseal
from kit.db import Database
from kit.errors import DatabaseUnavailable
from kit.sealing import Vault
from kit.state import KitState

log = logging.getLogger(__name__)

KEY_RING = "auth.key_ring"
"""The key of the process's `KeyRing` in a session's ``info``."""

# Against others who open the keys, and no readers.
_LOCK = "LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE"
_NEWEST_FIRST = "SELECT kid, public_key, sealed_private_key FROM signing_keys ORDER BY created_at DESC, kid"
_ADD = "INSERT INTO signing_keys (kid, public_key, sealed_private_key) VALUES ($1, $2, $3)"


class KeyRing:
    """Gives the signer, made on first need: a service starts before its database may be there."""

    def __init__(self, database: Database, vault: Callable[[], Vault]) -> None:
        self._database = database
        self._vault = vault
        self._signer: Signer | None = None
        self._opening = asyncio.Lock()

    async def signer(self) -> Signer:
        """Return the signer of this process. Takes none of the engine's connections. Raises `DatabaseUnavailable`."""
        if self._signer is None:
            async with self._opening:
                if self._signer is None:
                    self._signer = await self._open()
        return self._signer

    async def _open(self) -> Signer:
        """The newest key that opens, or a new one. Processes that start together agree on it."""
        vault = self._vault()
        # Not by the engine: the requests that have its connections would wait for the first of them to open the keys, and
        # that one for a connection.
        async with self._database.apart() as connection, connection.transaction():
            await connection.execute(_LOCK)
            for stored in await connection.fetch(_NEWEST_FIRST):
                signer = unseal(SigningKey(**stored), vault)
                if signer is not None:
                    return signer
                log.warning("signing key %s is sealed with a key that is not known", stored["kid"])
            row = generate(vault)
            await connection.execute(_ADD, row.kid, row.public_key, row.sealed_private_key)
            log.info("made signing key %s", row.kid)
        return cast("Signer", unseal(row, vault))


async def stored_keys(session: AsyncSession) -> Sequence[SigningKey]:
    """Every key, the newest first."""
    return (await session.scalars(select(SigningKey).order_by(SigningKey.created_at.desc(), SigningKey.kid))).all()


def jwks(rows: Sequence[SigningKey]) -> dict[str, Any]:
    """The public halves as a JSON Web Key Set (RFC 7517)."""
    return {"keys": [public_jwk(row) for row in rows]}


@asynccontextmanager
async def key_ring(app: FastAPI) -> AsyncIterator[None]:
    """Open the keys and have this process check tokens by them without asking itself over HTTP."""
    state: KitState = app.state.kit
    ring = KeyRing(state.database, lambda: state.vault(SIGNING_KEYS))
    state.database.provide({KEY_RING: ring})
    try:
        await ring.signer()
        async with state.database.transaction() as session:
            state.verifier.load(jwks(await stored_keys(session)))
    except DatabaseUnavailable:
        log.warning("the signing keys are opened once the database is there")
    yield


async def signer_of(session: AsyncSession) -> Signer:
    """What signs this process's access tokens."""
    return await cast("KeyRing", session.info[KEY_RING]).signer()

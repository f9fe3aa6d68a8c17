"""Access tokens of the running copy as they are twenty minutes later."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg
import jwt

from auth.sessions.models import SIGNING_KEYS, SigningKey
from auth.sessions.signing import unseal
from kit.keys import ServiceKeys
from kit.sealing import Vault
from tests.stack import Stack


def lapsed(stack: Stack, token: str) -> str:
    """The token with the same claims, signed by the copy's own key, run out a minute ago."""
    claims: dict[str, Any] = jwt.decode(token, options={"verify_signature": False})
    kid = jwt.get_unverified_header(token)["kid"]
    # In a thread of its own: the one of a browser test has a loop already.
    with ThreadPoolExecutor(1) as thread:
        row = thread.submit(lambda: asyncio.run(_key(stack, kid))).result()
    keys = ServiceKeys(Path(stack.facts["keys"]), "auth")
    signer = unseal(row, Vault(keys.sealing, "auth", SIGNING_KEYS))
    assert signer is not None
    earlier = claims["exp"] - claims["iat"] + 60
    return signer.sign({**claims, "iat": claims["iat"] - earlier, "exp": claims["exp"] - earlier})


async def _key(stack: Stack, kid: str) -> SigningKey:
    connection = await asyncpg.connect(stack.service_dsn("auth"))
    try:
        row = await connection.fetchrow("SELECT * FROM signing_keys WHERE kid = $1", kid)
    finally:
        await connection.close()
    assert row is not None
    return SigningKey(**row)

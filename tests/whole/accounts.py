"""Accounts beside the owner's, for tests through the gateway."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
import httpx
from argon2 import PasswordHasher
from uuid6 import uuid7

from tests.stack import Stack

_PASSWORD = "a long enough password"
# The costs do not matter here, and a low one is quick.
_HASHER = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)


@contextmanager
def logged_in(stack: Stack, *scopes: str, name: str = "Noor Newcomer") -> Iterator[httpx.Client]:
    """A client of somebody new with these scopes, of whom those that are missing are made.

    Made in auth's own tables: there is no call yet that makes users.
    """
    email = f"{uuid.uuid4().hex}@example.org"
    asyncio.run(_add(stack.service_dsn("auth"), email, name, scopes))
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        client.post("/auth/tokens", json={"email": email, "password": _PASSWORD}).raise_for_status()
        yield client


async def _add(dsn: str, email: str, name: str, scopes: tuple[str, ...]) -> None:
    first_name, last_name = name.split()
    person, user = uuid7(), uuid7()
    connection = await asyncpg.connect(dsn)
    try:
        async with connection.transaction():
            await connection.execute(
                "INSERT INTO people (id, first_name, last_name, email_address, email_key, timezone)"
                " VALUES ($1, $2, $3, $4, $4, 'UTC')",
                *(person, first_name, last_name, email),
            )
            await connection.execute(
                "INSERT INTO users (id, person_id, password_hash) VALUES ($1, $2, $3)",
                *(user, person, _HASHER.hash(_PASSWORD)),
            )
            await connection.executemany(
                "INSERT INTO scopes (id, name, description) VALUES ($1, $2, '') ON CONFLICT DO NOTHING",
                [(uuid7(), scope) for scope in scopes],
            )
            await connection.execute(
                "INSERT INTO user_scopes (user_id, scope_id) SELECT $1, id FROM scopes WHERE name = ANY ($2)",
                *(user, list(scopes)),
            )
    finally:
        await connection.close()

"""A schema as an earlier release made it, beside the present one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import asyncpg

from kit.migrations import upgrade
from kit.testing.databases import WorkerDatabase

SCHEMA = "content_of_old"


class OldRelease(NamedTuple):
    connection: asyncpg.Connection
    """A superuser's."""
    address: str

    async def upgrade(self, revision: str = "head") -> None:
        """Migrate the schema as a newer release does."""
        await asyncio.to_thread(upgrade, "content", self.address, revision)


@asynccontextmanager
async def old_release(database: WorkerDatabase, revision: str) -> AsyncIterator[OldRelease]:
    """Content's tables at a revision, in a schema of their own that is dropped at the end."""
    connection = await asyncpg.connect(database.engines.dsn("postgres", database.name))
    try:
        await connection.execute(f"CREATE SCHEMA {SCHEMA} AUTHORIZATION content")
        old = OldRelease(connection, f"{database.dsn('content')}&search_path={SCHEMA}")
        await old.upgrade(revision)
        yield old
    finally:
        await connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        await connection.close()

"""A schema as an earlier release made it, beside the present one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import asyncpg

from kit.migrations import upgrade
from kit.testing.databases import WorkerDatabase


class OldRelease(NamedTuple):
    connection: asyncpg.Connection
    """A superuser's."""
    address: str
    service: str
    schema: str

    async def upgrade(self, revision: str = "head") -> None:
        """Migrate the schema as a newer release does."""
        await asyncio.to_thread(upgrade, self.service, self.address, revision)


@asynccontextmanager
async def old_release(database: WorkerDatabase, service: str, revision: str) -> AsyncIterator[OldRelease]:
    """A service's tables at a revision, in a schema of their own that is dropped at the end."""
    schema = f"{service}_of_old"
    connection = await asyncpg.connect(database.engines.dsn("postgres", database.name))
    try:
        await connection.execute(f"CREATE SCHEMA {schema} AUTHORIZATION {service}")
        old = OldRelease(connection, f"{database.dsn(service)}&search_path={schema}", service, schema)
        await old.upgrade(revision)
        yield old
    finally:
        await connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
        await connection.close()

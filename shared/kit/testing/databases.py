"""One database for each xdist worker, with every service's schema and role in it.

All are copies of one template, which the run's first worker migrates. What tests commit is deleted after each of
them: see docs/decisions/0029-isolation-of-tests.md.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, get_args

import asyncpg

from kit.backups.converting import schema_for_conversion
from kit.config import ServiceName
from kit.migrations import upgrade
from kit.testing.engines import Engines, run_lock

T = TypeVar("T")

SERVICES: tuple[str, ...] = get_args(ServiceName)

_TEMPLATE = "services"
_UNFINISHED = "services_unfinished"
_TABLES = "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = $1 AND tablename <> 'alembic_version'"


class WorkerDatabase:
    """The database of one worker, with all schemas migrated."""

    def __init__(self, engines: Engines, name: str) -> None:
        self.engines = engines
        self.name = name
        _in_a_thread(self._create)

    def dsn(self, service: str) -> str:
        """The address for ``service``'s own role."""
        return self.engines.dsn(service, self.name)

    @property
    def admin_dsn(self) -> str:
        """The address for the superuser."""
        return self.engines.dsn("postgres", self.name)

    def _create(self) -> None:
        with run_lock("template"):
            _make_template(self.engines)
        asyncio.run(self._copy_template())

    async def _copy_template(self) -> None:
        copy = f"CREATE DATABASE {self.name} TEMPLATE {_TEMPLATE}"
        # Where the schemas are found is kept with the roles and not in the database, so it is not copied.
        paths = (f"ALTER ROLE {role} IN DATABASE {self.name} SET search_path = {role}" for role in SERVICES)
        await _as_admin(self.engines, "postgres", copy, *paths)


class Emptying:
    """Deletes the rows of services, over a connection of its own that stays open."""

    def __init__(self, database: WorkerDatabase) -> None:
        self._database = database
        self._connection: asyncpg.Connection | None = None
        self._prepared: set[str] = set()

    async def empty(self, service: str) -> None:
        """Delete every row of a service."""
        if self._connection is None:
            self._connection = await asyncpg.connect(self._database.admin_dsn)
            # The triggers that hold foreign keys are off, so that the order of tables does not matter.
            await self._connection.execute("SET session_replication_role = replica")
        if service not in self._prepared:
            await self._prepare(self._connection, service)
            self._prepared.add(service)
        await self._connection.execute(f"SELECT pg_temp.empty_{service}()")

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            await self._connection.close()

    async def _prepare(self, connection: asyncpg.Connection, service: str) -> None:
        """Write a function that deletes all: Postgres plans its statements once, and finds empty tables empty at once."""
        tables = [row[0] for row in await connection.fetch(_TABLES, service)]
        body = "".join(f"DELETE FROM {table};\n" for table in tables)  # noqa: S608 - quoted by Postgres itself
        await connection.execute(
            f"CREATE FUNCTION pg_temp.empty_{service}() RETURNS void LANGUAGE plpgsql AS $$ BEGIN\n{body}END $$"
        )


def _make_template(engines: Engines) -> None:
    """Make the roles, and the database that is copied, unless another worker of the run has."""
    if asyncio.run(_exists(engines, _TEMPLATE)):
        return
    roles = (f"CREATE ROLE {service} LOGIN" for service in SERVICES)
    asyncio.run(_as_admin(engines, "postgres", *roles, f"CREATE DATABASE {_UNFINISHED}"))
    for service in SERVICES:
        schemas = [
            f"CREATE SCHEMA {name} AUTHORIZATION {service}" for name in (service, schema_for_conversion(service))
        ]
        path = f"ALTER ROLE {service} IN DATABASE {_UNFINISHED} SET search_path = {service}"
        asyncio.run(_as_admin(engines, _UNFINISHED, *schemas, path))
        upgrade(service, engines.dsn(service, _UNFINISHED))
    # Under its name it is whole: a worker that dies on the way leaves no half of it for the others.
    asyncio.run(_as_admin(engines, "postgres", f"ALTER DATABASE {_UNFINISHED} RENAME TO {_TEMPLATE}"))


async def _exists(engines: Engines, database: str) -> bool:
    admin = await asyncpg.connect(engines.dsn("postgres", "postgres"))
    try:
        return await admin.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", database) is not None
    finally:
        await admin.close()


async def _as_admin(engines: Engines, database: str, *statements: str) -> None:
    admin = await asyncpg.connect(engines.dsn("postgres", database))
    try:
        for statement in statements:
            await admin.execute(statement)
    finally:
        await admin.close()


def _in_a_thread(work: Callable[[], T]) -> T:
    """Do what starts event loops of its own: tests ask from within one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()

"""One database for each xdist worker, with every service's schema and role in it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

import asyncpg

from kit.config import ServiceName
from kit.migrations import upgrade
from kit.testing.engines import Engines

SERVICES: tuple[str, ...] = get_args(ServiceName)

# The triggers that hold foreign keys are off for the transaction, so that the order does not matter.
_EMPTY = """
DO $$ DECLARE found record; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR found IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname = '{schema}' AND tablename <> 'alembic_version'
  LOOP EXECUTE format('DELETE FROM %I.%I', found.schemaname, found.tablename); END LOOP;
END $$
"""


class WorkerDatabase:
    """The database of one worker; schemas are migrated when they are first asked for."""

    def __init__(self, engines: Engines, name: str) -> None:
        self.engines = engines
        self.name = name
        self._migrated: set[str] = set()
        asyncio.run(self._create())

    def dsn(self, service: str) -> str:
        """The address for ``service``'s own role, its schema migrated."""
        address = self.engines.dsn(service, self.name)
        if service not in self._migrated:
            # Tests ask from within an event loop, and Alembic starts one of its own.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(upgrade, service, address).result()
            self._migrated.add(service)
        return address

    async def empty(self, service: str) -> None:
        """Delete every row of a service."""
        admin = await asyncpg.connect(self.engines.dsn("postgres", self.name))
        try:
            await admin.execute(_EMPTY.format(schema=service))
        finally:
            await admin.close()

    async def _create(self) -> None:
        admin = await asyncpg.connect(self.engines.dsn("postgres", "postgres"))
        try:
            # Roles belong to the whole engine; two workers may want to make them at the same time.
            await admin.execute("SELECT pg_advisory_lock(1)")
            for service in SERVICES:
                if not await admin.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", service):
                    await admin.execute(f"CREATE ROLE {service} LOGIN")
            await admin.execute(f"CREATE DATABASE {self.name}")
            await admin.execute("SELECT pg_advisory_unlock(1)")
        finally:
            await admin.close()
        inside = await asyncpg.connect(self.engines.dsn("postgres", self.name))
        try:
            for service in SERVICES:
                await inside.execute(f"CREATE SCHEMA {service} AUTHORIZATION {service}")
                await inside.execute(f"ALTER ROLE {service} IN DATABASE {self.name} SET search_path = {service}")
        finally:
            await inside.close()

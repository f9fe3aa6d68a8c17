"""Each service's role reaches its own schema and nothing else."""

import asyncpg
import pytest

from deploy.local.data_folder import SERVICES
from tests.stack import Stack

_TABLES = """
    SELECT schemaname, quote_ident(schemaname) || '.' || quote_ident(tablename)
    FROM pg_tables WHERE schemaname = ANY($1::text[])
"""


@pytest.mark.parametrize("service", SERVICES)
class TestRole:
    async def test_reads_no_table_of_another_service(self, stack: Stack, service: str) -> None:
        role = await asyncpg.connect(stack.service_dsn(service))
        try:
            assert await role.fetchval("SELECT current_user") == service
            tables = await _tables(stack)
            assert {schema for schema, _ in tables} == set(SERVICES)
            for schema, table in tables:
                if schema == service:
                    await role.fetch(f"TABLE {table} LIMIT 1")
                else:
                    with pytest.raises(asyncpg.InsufficientPrivilegeError):
                        await role.fetch(f"TABLE {table} LIMIT 1")
        finally:
            await role.close()

    async def test_makes_nothing_outside_its_schema(self, stack: Stack, service: str) -> None:
        other = "cms" if service == "auth" else "auth"
        role = await asyncpg.connect(stack.service_dsn(service))
        try:
            for statement in (
                "CREATE TABLE public.mine (id int)",
                f"CREATE TABLE {other}.mine (id int)",
                "CREATE SCHEMA mine",
                "CREATE ROLE mine",
                f"SET ROLE {other}",
                f"GRANT USAGE ON SCHEMA {other} TO {service}",
                "COPY (SELECT 1) TO PROGRAM 'true'",
            ):
                with pytest.raises(asyncpg.InsufficientPrivilegeError):
                    await role.execute(statement)
        finally:
            await role.close()

    async def test_needs_its_password(self, stack: Stack, service: str) -> None:
        with pytest.raises(asyncpg.InvalidPasswordError):
            await asyncpg.connect(stack.service_dsn(service), password="wrong")

    async def test_enters_no_other_database(self, stack: Stack, service: str) -> None:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await asyncpg.connect(stack.service_dsn(service), database="postgres")


async def _tables(stack: Stack) -> list[tuple[str, str]]:
    admin = await asyncpg.connect(stack.admin_dsn)
    try:
        return [tuple(row) for row in await admin.fetch(_TABLES, list(SERVICES))]
    finally:
        await admin.close()

"""Data of earlier releases."""

import asyncio
import uuid
from collections.abc import Iterator

import asyncpg
import pytest

from kit.migrations import upgrade
from kit.testing.databases import WorkerDatabase

REGISTERED = """
    INSERT INTO registrations (id, first_name, last_name, email_address, email_key, timezone, password_hash, expires_at)
    VALUES ($1, 'Ada', 'Lovelace', $2, $2, 'UTC', 'a hash', now() + interval '1 day')
"""


class TestRegistrationsWithPasswords:
    @pytest.fixture
    def old(self, worker_database: WorkerDatabase) -> Iterator[str]:
        """The address of a schema of its own, in which auth's tables are as that release made them."""
        address = worker_database.dsn("auth") + "&search_path=auth_of_old"
        admin = worker_database.engines.dsn("postgres", worker_database.name)
        rows(admin, "CREATE SCHEMA auth_of_old AUTHORIZATION auth")
        try:
            upgrade("auth", address, "0009")
            yield address
        finally:
            rows(admin, "DROP SCHEMA auth_of_old CASCADE")

    def test_lose_them_and_stay_open_and_the_release_before_goes_on(self, old: str) -> None:
        rows(old, REGISTERED, uuid.uuid4(), "ada@example.org")
        upgrade("auth", old)
        kept = "SELECT email_key, first_name, timezone, password_hash FROM registrations ORDER BY email_key"
        assert rows(old, kept) == [("ada@example.org", "Ada", "UTC", None)]
        rows(old, REGISTERED, uuid.uuid4(), "grace@example.org")
        assert len(rows(old, kept)) == 2


def rows(address: str, statement: str, *values: object) -> list[tuple[object, ...]]:
    """What a statement gives."""

    async def run() -> list[tuple[object, ...]]:
        connection = await asyncpg.connect(address)
        try:
            return [tuple(row) for row in await connection.fetch(statement, *values)]
        finally:
            await connection.close()

    return asyncio.run(run())

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, Connection, Integer, NullPool, Table
from sqlalchemy.ext.asyncio import create_async_engine

from kit import migrations
from kit.db import metadata_of, new_id
from kit.migrate import main
from kit.migrations import upgrade
from kit.models import models_of
from kit.revisions import versions_folder
from kit.testing.databases import SERVICES, WorkerDatabase
from tests.kit.waiting import eventually

_SOMEBODY_WAITS = (
    "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
)


def differences(connection: Connection, service: str) -> list[object]:
    context = MigrationContext.configure(connection, opts={"target_metadata": models_of(service)})
    return list(compare_metadata(context, models_of(service)))  # type: ignore[arg-type]  # it takes several


class TestMigrations:
    @pytest.mark.parametrize("service", SERVICES)
    async def test_end_where_the_models_are(self, worker_database: WorkerDatabase, service: str) -> None:
        dsn = worker_database.dsn(service)
        engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(dsn), poolclass=NullPool
        )
        async with engine.connect() as connection:
            assert await connection.run_sync(differences, service) == []
        await engine.dispose()

    @pytest.mark.parametrize("service", SERVICES)
    async def test_keep_their_tables_in_their_own_schema(self, worker_database: WorkerDatabase, service: str) -> None:
        connection = await asyncpg.connect(worker_database.dsn(service))
        rows = await connection.fetch(
            "SELECT schemaname FROM pg_tables WHERE tableowner = $1 GROUP BY schemaname", service
        )
        await connection.close()
        assert [row["schemaname"] for row in rows] == [service]


class TestCommand:
    def test_may_run_twice_and_at_once(self, worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CRM_DATABASE_URL", worker_database.dsn("crm"))
        monkeypatch.setenv("ECOM_DATABASE_URL", worker_database.dsn("ecom"))
        assert main(["crm", "ecom"]) == 0

        command = [sys.executable, "-m", "kit.migrate", "crm"]
        beginning = [subprocess.Popen(command) for _ in range(2)]
        assert [process.wait() for process in beginning] == [0, 0]

    def test_writes_the_next_from_the_models(
        self, worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("CRM_DATABASE_URL", worker_database.dsn("crm"))
        versions = shutil.copytree(versions_folder("crm"), tmp_path / "versions")
        monkeypatch.setattr(migrations, "versions_folder", lambda _: versions)
        before = {*versions.glob("*.py")}
        added = Table("later_things", metadata_of("crm"), Column("id", Integer, primary_key=True))
        try:
            assert main(["crm", "--autogenerate", "later things"]) == 0
        finally:
            metadata_of("crm").remove(added)
        [written] = {*versions.glob("*.py")} - before
        assert "op.create_table('later_things'" in written.read_text()
        assert "drop" not in written.read_text()

    async def test_waits_for_its_turn_longer_than_for_a_table(
        self, worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(migrations, "_LOCK_TIMEOUT", "10ms")
        other = await asyncpg.connect(worker_database.dsn("crm"))
        transaction = other.transaction()
        await transaction.start()
        await other.execute("SELECT pg_advisory_xact_lock($1)", migrations._ADVISORY_LOCK)
        upgrading = asyncio.create_task(asyncio.to_thread(upgrade, "crm", worker_database.dsn("crm")))
        # Longer than a table would have been waited for.
        for _ in range(20):
            await eventually(lambda: other.fetchval(_SOMEBODY_WAITS))
            await asyncio.sleep(0.005)
        await transaction.rollback()
        await other.close()
        await upgrading

    def test_says_what_is_missing(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        for name in [name for name in os.environ if name.endswith("DATABASE_URL")]:
            monkeypatch.delenv(name)
        assert main(["crm"]) == 1
        assert capsys.readouterr().err == "crm: LookupError: set DATABASE_URL or CRM_DATABASE_URL\n"

    def test_says_what_went_wrong_and_goes_on(
        self, worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("CRM_DATABASE_URL", "postgresql://crm@127.0.0.1:1/x")
        monkeypatch.setenv("ECOM_DATABASE_URL", worker_database.dsn("ecom"))
        assert main(["crm", "ecom"]) == 1
        assert capsys.readouterr().err.startswith("crm: ")

    async def test_says_last_what_a_statement_failed_of(
        self, worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """`make up` shows that line, which was the address of a page about errors in general."""
        monkeypatch.setattr(migrations, "_LOCK_TIMEOUT", "10ms")
        monkeypatch.setenv("CRM_DATABASE_URL", worker_database.dsn("crm"))
        other = await asyncpg.connect(worker_database.dsn("crm"))
        try:
            async with other.transaction():
                await other.execute("LOCK TABLE alembic_version")
                assert await asyncio.to_thread(main, ["crm"]) == 1
        finally:
            await other.close()
        statement, last = capsys.readouterr().err.splitlines()
        assert "alembic_version" in statement
        assert last.startswith("crm: ")
        assert last.endswith("LockNotAvailableError (55P03): canceling statement due to lock timeout")


class TestEventLog:
    """Data of the release before the outbox was a log."""

    @pytest.fixture
    def old(self, worker_database: WorkerDatabase) -> Iterator[str]:
        """The address of a schema of its own, in which crm's tables are as that release made them."""
        address = worker_database.dsn("crm") + "&search_path=crm_of_old"
        admin = worker_database.engines.dsn("postgres", worker_database.name)
        execute(admin, "CREATE SCHEMA crm_of_old AUTHORIZATION crm")
        try:
            upgrade("crm", address, "0001")
            yield address
        finally:
            execute(admin, "DROP SCHEMA crm_of_old CASCADE")

    def test_keeps_the_events_in_their_order_and_takes_more_of_the_release_before(self, old: str) -> None:
        insert = "INSERT INTO outbox (id, name, payload, at, sent_at) VALUES ($1, 'thing.changed', $2, now(), $3)"
        ids = [new_id() for _ in range(4)]
        now = datetime.now(UTC)
        for number in (1, 0, 2):
            execute(old, insert, ids[number], f'{{"number": {number}}}', now if number == 0 else None)
        upgrade("crm", old)
        execute(old, insert, ids[3], '{"number": 3}', None)
        execute(old, "UPDATE outbox SET sent_at = now() WHERE id = ANY($1)", ids)
        assert execute(old, "SELECT payload->>'number' AS n FROM outbox ORDER BY position") == ["0", "1", "2", "3"]
        assert execute(old, "SELECT transaction > 0 AND transaction < txid_current() FROM outbox") == [True] * 4


def execute(address: str, statement: str, *values: object) -> list[object]:
    """The first column of what a statement gives."""

    async def run() -> list[object]:
        connection = await asyncpg.connect(address)
        try:
            return [row[0] for row in await connection.fetch(statement, *values)]
        finally:
            await connection.close()

    return asyncio.run(run())

import os
import subprocess
import sys

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, NullPool
from sqlalchemy.ext.asyncio import create_async_engine

from kit.migrate import main
from kit.migrations import models_of
from kit.testing.databases import SERVICES, WorkerDatabase


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

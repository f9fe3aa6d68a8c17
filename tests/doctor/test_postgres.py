"""What the doctor says of Postgres and the tables in it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from deploy.doctor.findings import Finding
from deploy.doctor.postgres import ADMIN, check_postgres
from deploy.local import migrations
from deploy.local.data_folder import SERVICES
from deploy.operations import preparing
from deploy.operations.secrets import SecretsFolder
from deploy.operations.settings import read_settings
from kit.testing.engines import Engines, free_port
from tests.doctor.running import lines, run
from tests.old_postgres import old_postgres

pytestmark = pytest.mark.xdist_group("doctor of Postgres")


@pytest.fixture(scope="module")
async def database_url(
    engines: Engines, worker_number: int, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[str]:
    """A database with the tables of this release."""
    name = f"examined_{worker_number}"
    url = engines.dsn("postgres", name)
    settings = read_settings({"SECRETS_DIR": str(tmp_path_factory.mktemp("secrets")), "DATABASE_URL": url})
    await asyncio.to_thread(preparing.prepare, settings, SecretsFolder(settings))
    yield url
    admin = await asyncpg.connect(engines.dsn("postgres", "postgres"))
    try:
        await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
        for service in SERVICES:
            await admin.execute(f"DROP ROLE {name}_{service}")
    finally:
        await admin.close()


async def _found(url: str, name: str = ADMIN) -> list[Finding]:
    findings, _ = await check_postgres({name: url})
    return findings


async def _set_revision(url: str, revision: str | None) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("DELETE FROM crm.alembic_version")
        if revision:
            await connection.execute("INSERT INTO crm.alembic_version VALUES ($1)", revision)
    finally:
        await connection.close()


class TestPostgres:
    async def test_is_well(self, database_url: str) -> None:
        findings, clocks = await check_postgres({ADMIN: database_url})
        assert [finding.level for finding in findings] == ["ok", "ok"]
        assert findings[0].said.startswith("version 18.")
        [clock] = clocks
        assert abs(clock.ahead) < 1

    async def test_is_well_as_a_service_sees_it(self, engines: Engines, database_url: str, worker_number: int) -> None:
        findings, _ = await check_postgres(
            {"crm": engines.dsn(f"examined_{worker_number}_crm", f"examined_{worker_number}")}
        )
        assert [finding.level for finding in findings] == ["ok", "ok"]
        assert findings[1].said == "of 1 services, as this release expects them"

    async def test_is_too_old(self) -> None:
        with old_postgres("15.0") as url:
            [found] = await _found(url)
        assert (found.level, found.said) == ("fault", "version 15.0, 16 or newer is needed")
        assert found.advice == "move to Postgres 16 or newer"

    async def test_does_not_answer(self) -> None:
        [found] = await _found(f"postgresql://boss:secret@127.0.0.1:{free_port()}/site")
        assert (found.level, found.said.split(":")[0]) == ("fault", "does not answer")
        assert "secret" not in str(found)

    async def test_has_an_address_that_is_none(self) -> None:
        [found] = await _found("postgresql://boss:open/sesame@127.0.0.1/site")
        assert (found.level, found.advice) == ("fault", "correct DATABASE_URL")
        assert not any(part in str(found) for part in ("open", "sesame"))

    async def test_has_no_such_login(self, engines: Engines) -> None:
        [found] = await _found(engines.dsn("nobody", "postgres"), "crm")
        assert (found.level, found.part) == ("fault", "Postgres (crm)")
        assert found.said.startswith("refuses the login:")

    async def test_has_no_such_database(self, engines: Engines) -> None:
        [found] = await _found(engines.dsn("postgres", "not_made"))
        assert (found.level, 'database "not_made" does not exist' in found.said) == ("fault", True)

    async def test_keeps_a_service_out_of_its_database(self, engines: Engines, database_url: str) -> None:
        findings, _ = await check_postgres({ADMIN: database_url, "crm": engines.dsn("nobody", "postgres")})
        assert [finding.part for finding in findings] == ["Postgres (crm)"]


class TestTables:
    async def test_of_a_newer_release(self, database_url: str) -> None:
        await _set_revision(database_url, "9999")
        _, found = await _found(database_url)
        assert (found.level, found.said) == ("fault", "those of crm are of a newer release (revision 9999)")
        [_, other], _ = await check_postgres({ADMIN: database_url}, {"crm": "9998"})
        assert other.level == "fault"
        [_, named], _ = await check_postgres({ADMIN: database_url}, {"crm": "9999"})
        assert (named.level, named.advice) == ("warning", "upgrade again when you can")
        await _set_revision(database_url, migrations.expected()["crm"])

    async def test_of_an_older_release(self, database_url: str) -> None:
        newest = migrations.expected()["crm"]
        await _set_revision(database_url, "0001")
        _, found = await _found(database_url)
        assert (found.level, found.said) == (
            "fault",
            f"those of crm are of an older release (revision 0001, not {newest})",
        )
        await _set_revision(database_url, newest)

    async def test_that_are_not_made(self, engines: Engines) -> None:
        findings = await _found(engines.dsn("postgres", "postgres"))
        assert [str(finding) for finding in findings[1:]] == [
            f"fault    Tables           {service} has none yet → restart the site: `make up`, or the container prepare"
            for service in SERVICES
        ]


class TestTheCommand:
    async def test_needs_nothing_but_the_address(self, database_url: str, tmp_path: Path) -> None:
        settings = {
            "SECRETS_DIR": str(tmp_path),
            "DATABASE_URL": database_url,
            "REDIS_URL": f"redis://127.0.0.1:{free_port()}",
        }
        ended = await asyncio.to_thread(run, "deploy.operations", settings)
        assert ended.returncode == 1
        [redis] = lines(ended, "fault")
        assert redis.startswith("Redis            does not answer")
        assert any(line.startswith("Tables           of 5 services") for line in lines(ended, "ok"))

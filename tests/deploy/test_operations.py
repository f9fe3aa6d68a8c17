"""What is done beside the containers of a site: secrets for each part, and the state of the database."""

import asyncio
import json
import os
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from deploy.local import migrations
from deploy.local.data_folder import SERVICES
from deploy.local.settings import ROOT
from deploy.operations.secrets import SecretsFolder
from deploy.operations.settings import read_settings
from kit.keys import KeysMissing, ServiceKeys
from kit.testing.engines import Engines
from tests.old_postgres import old_postgres

_MALFORMED = "is no address that can be read: a password has / as %2F, # as %23 and @ as %40, and a port is a number"


def _run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "deploy.operations", *command],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


class TestSecrets:
    def test_each_part_gets_its_own_and_no_other(self, tmp_path: Path) -> None:
        SecretsFolder(read_settings({"SECRETS_DIR": str(tmp_path)})).ensure()
        for part in (*SERVICES, "web"):
            ServiceKeys(tmp_path / part, part)
            for other in {*SERVICES, "web"} - {part}:
                with pytest.raises(KeysMissing):
                    ServiceKeys(tmp_path / part, other)
        for service in SERVICES:
            address = urlsplit((tmp_path / service / "database-url").read_text())
            assert (address.username, address.hostname, address.port) == (service, "postgres", 5432)
            assert (tmp_path / "worker" / f"{service}-database-url").read_text() == address.geturl()
            ServiceKeys(tmp_path / "worker", service)
        passwords = [(tmp_path / "postgres" / "password").read_text(), (tmp_path / "auth" / "setup-code").read_text()]
        others = [file.read_text() for file in (tmp_path / "content").iterdir()]
        assert not any(password in text for password in passwords for text in others)
        assert not (tmp_path / "web" / "database-url").exists()

    def test_stay_as_they_are(self, tmp_path: Path) -> None:
        def texts() -> dict[Path, tuple[str, int]]:
            files = [file for file in tmp_path.rglob("*") if file.is_file() and file.name != "lock"]
            return {file: (file.read_text(), file.stat().st_mtime_ns) for file in files}

        assert _run("secrets", SECRETS_DIR=str(tmp_path)).returncode == 0
        before = texts()
        assert _run("secrets", SECRETS_DIR=str(tmp_path)).returncode == 0
        assert texts() == before

    def test_are_written_by_nobody_else(self, tmp_path: Path) -> None:
        SecretsFolder(read_settings({"SECRETS_DIR": str(tmp_path)})).ensure()
        assert stat.S_IMODE((tmp_path / "site").stat().st_mode) == 0o700
        given = [file for part in tmp_path.iterdir() if part.name != "site" for file in part.iterdir()]
        assert {stat.S_IMODE(file.stat().st_mode) for file in given} == {0o444}

    def test_keys_rotate_while_parts_run(self, tmp_path: Path) -> None:
        assert _run("secrets", SECRETS_DIR=str(tmp_path)).returncode == 0
        running = {part: ServiceKeys(tmp_path / part, part) for part in ("auth", "content", "web")}
        former = {part: keys.signing.kid for part, keys in running.items()}
        assert _run("rotate-keys", SECRETS_DIR=str(tmp_path)).returncode == 0
        for part, keys in running.items():
            assert keys.signing.kid != former[part]
            for other in running.values():
                # Both the new key and, for what is on its way, the one before.
                assert other.public(keys.signing.kid) is not None
                assert other.public(former[part]) is not None

    def test_keys_that_parts_get_one_after_another_are_used_later(self, tmp_path: Path) -> None:
        assert _run("secrets", SECRETS_DIR=str(tmp_path)).returncode == 0
        former = {part: ServiceKeys(tmp_path / part, part).signing.kid for part in ("auth", "content", "web")}
        assert _run("rotate-keys", "--after", "600", SECRETS_DIR=str(tmp_path)).returncode == 0
        for part, kid in former.items():
            found = ServiceKeys(tmp_path / part, part)
            assert found.signing.kid == kid
            # The worker's copy opens what the part will seal.
            assert len(found.sealing) == 2
        for text in ("-1", "soon", "86401"):
            refused = _run("rotate-keys", "--after", text, SECRETS_DIR=str(tmp_path))
            assert refused.returncode == 2
            assert "must be a number of seconds from 0 to 86400" in refused.stderr

    def test_of_engines_that_somebody_else_runs(self, tmp_path: Path) -> None:
        given = {
            "SECRETS_DIR": str(tmp_path),
            "DATABASE_URL": "postgresql://boss:pw@db.example.org:6432/site?sslmode=require",
            "REDIS_URL": "rediss://:pw@redis.example.org:6380/2",
            "SETUP_CODE": "open-sesame",
        }
        SecretsFolder(read_settings(given)).ensure()
        address = urlsplit((tmp_path / "auth" / "database-url").read_text())
        assert (address.username, address.hostname, address.path) == ("site_auth", "db.example.org", "/site")
        assert (tmp_path / "web" / "redis-url").read_text() == given["REDIS_URL"]
        assert (tmp_path / "auth" / "setup-code").read_text() == "open-sesame"

    @pytest.mark.parametrize("command", ["rotate-keys", "rotate-passwords"])
    def test_of_no_site_are_not_replaced(self, tmp_path: Path, command: str) -> None:
        """In another folder than it was meant, all would be new, and the site would go on with the old ones."""
        ended = _run(command, SECRETS_DIR=str(tmp_path))
        assert (ended.returncode, ended.stderr) == (1, f"Pagewright: there are no secrets in {tmp_path}\n")
        assert not list(tmp_path.iterdir())

    def test_a_code_to_set_the_site_up_with_may_be_in_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "code").write_text("open-sesame\n")
        given = {"SECRETS_DIR": str(tmp_path / "secrets"), "SETUP_CODE_FILE": str(tmp_path / "code")}
        SecretsFolder(read_settings(given)).ensure()
        assert (tmp_path / "secrets" / "auth" / "setup-code").read_text() == "open-sesame"

    def test_where_an_empty_site_is_set_up_is_said(self, tmp_path: Path) -> None:
        said = _run("setup-link", SECRETS_DIR=str(tmp_path), PUBLIC_URL="https://example.org/", SETUP_CODE="abc")
        assert said.stdout == "https://example.org/cms-setup?code=abc\n"

    @pytest.mark.parametrize(
        ("setting", "line"),
        [
            ({"DATABASE_URL": "mysql://x/y"}, "DATABASE_URL must be an address that begins with postgresql://"),
            ({"DATABASE_URL": "postgresql://x"}, "DATABASE_URL must name a database"),
            ({"REDIS_URL": "redis"}, "REDIS_URL must be an address that begins with redis://"),
            ({"REDIS_URL": "redis://:open/sesame@redis/0"}, f"REDIS_URL {_MALFORMED}"),
            ({"DATABASE_URL": "postgresql://x:4711/sesame@db/y"}, f"DATABASE_URL {_MALFORMED}"),
            ({"DATABASE_URL": "postgresql://x:open#sesame@db/y"}, f"DATABASE_URL {_MALFORMED}"),
            (
                {"NEWER_TABLES": "crm:0007,shop:0001"},
                "NEWER_TABLES must be such as crm:0007,content:0037, as prepare says it, not 'shop:0001'",
            ),
        ],
    )
    @pytest.mark.parametrize("command", ["secrets", "prepare"])
    def test_settings_that_are_none_end_in_one_line(
        self, tmp_path: Path, setting: dict[str, str], line: str, command: str
    ) -> None:
        ended = _run(command, SECRETS_DIR=str(tmp_path), **setting)
        assert (ended.returncode, ended.stderr) == (1, f"Pagewright: {line}\n")
        assert not list(tmp_path.iterdir())

    def test_a_folder_that_is_none_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        ended = _run("secrets", SECRETS_DIR=str(tmp_path / "file"))
        assert (ended.returncode, ended.stderr) == (1, f"Pagewright: {tmp_path}/file/site: Not a directory\n")


@pytest.fixture
async def database_url(engines: Engines, worker_number: int) -> AsyncIterator[str]:
    """A database of this test's own that is not there yet, with a login that may make it."""
    name = f"operated_{worker_number}"
    yield engines.dsn("postgres", name)
    admin = await asyncpg.connect(engines.dsn("postgres", "postgres"))
    try:
        await admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        for service in SERVICES:
            await admin.execute(f"DROP ROLE IF EXISTS {name}_{service}")
    finally:
        await admin.close()


async def _set_revision(database_url: str, revision: str) -> None:
    connection = await asyncpg.connect(database_url)
    try:
        await connection.execute("UPDATE crm.alembic_version SET version_num = $1", revision)
    finally:
        await connection.close()


async def _known_password(database_url: str) -> str | None:
    """What Postgres keeps of the password of crm's role."""
    connection = await asyncpg.connect(database_url)
    try:
        role = f"{urlsplit(database_url).path[1:]}_crm"
        found: str | None = await connection.fetchval("SELECT rolpassword FROM pg_authid WHERE rolname = $1", role)
        return found
    finally:
        await connection.close()


class TestPreparing:
    async def test_two_at_once_make_all_of_it_once(self, database_url: str, tmp_path: Path) -> None:
        given = {"SECRETS_DIR": str(tmp_path), "DATABASE_URL": database_url}
        assert _run("secrets", **given).returncode == 0
        both = await asyncio.gather(*(asyncio.to_thread(_run, "prepare", **given) for _ in range(2)))
        assert [(ended.returncode, ended.stderr) for ended in both] == [(0, "")] * 2
        connection = await asyncpg.connect(database_url)
        try:
            assert await migrations.found(connection) == migrations.expected()
        finally:
            await connection.close()
        # With what the service is given it gets in, and finds its tables.
        service = await asyncpg.connect((tmp_path / "auth" / "database-url").read_text())
        try:
            assert await service.fetchval("SELECT count(*) FROM users") == 0
        finally:
            await service.close()

    async def test_refuses_tables_of_a_newer_release_until_they_are_named(
        self, database_url: str, tmp_path: Path
    ) -> None:
        given = {"SECRETS_DIR": str(tmp_path), "DATABASE_URL": database_url}
        assert (await asyncio.to_thread(_run, "prepare", **given)).returncode == 0
        await _set_revision(database_url, "9999")
        refused = await asyncio.to_thread(_run, "prepare", **given)
        assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
        assert refused.stderr.startswith(
            "Pagewright: the tables of crm in the database were made by a newer Pagewright"
        )
        # As the document has it written into .env.
        line = refused.stderr.split()[-1]
        assert line == "NEWER_TABLES=crm:9999"
        named = dict([line.split("=")])
        ended = await asyncio.to_thread(_run, "prepare", **given, **named)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout == "the tables of crm stay those of the newer release (revision 9999)\n"
        # It is of no use for those of a later one.
        await _set_revision(database_url, "9998")
        refused = await asyncio.to_thread(_run, "prepare", **given, **named)
        assert (refused.returncode, refused.stderr.split()[-1]) == (1, "NEWER_TABLES=crm:9998")

    async def test_brings_the_others_up_to_date_beside_those_of_a_newer_release(
        self, database_url: str, tmp_path: Path
    ) -> None:
        given = {"SECRETS_DIR": str(tmp_path), "DATABASE_URL": database_url}
        assert (await asyncio.to_thread(_run, "prepare", **given)).returncode == 0
        await _set_revision(database_url, "9999")
        connection = await asyncpg.connect(database_url)
        try:
            await connection.execute("DROP SCHEMA ecom CASCADE")
            ended = await asyncio.to_thread(_run, "prepare", NEWER_TABLES="crm:9999, cms:0001", **given)
            assert (ended.returncode, ended.stderr) == (0, "")
            assert await migrations.found(connection) == {**migrations.expected(), "crm": "9999"}
        finally:
            await connection.close()

    async def test_passwords_rotate_whosever_the_tables_are(self, database_url: str, tmp_path: Path) -> None:
        given = {"SECRETS_DIR": str(tmp_path), "DATABASE_URL": database_url}
        for command in ("secrets", "prepare"):
            assert (await asyncio.to_thread(_run, command, **given)).returncode == 0
        await _set_revision(database_url, "9999")
        before = await _known_password(database_url)
        ended = await asyncio.to_thread(_run, "rotate-passwords", **given)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert await _known_password(database_url) not in (before, None)

    async def test_gives_up_in_one_line_where_somebody_keeps_a_table(self, database_url: str, tmp_path: Path) -> None:
        given = {"SECRETS_DIR": str(tmp_path), "DATABASE_URL": database_url}
        assert (await asyncio.to_thread(_run, "prepare", **given)).returncode == 0
        connection = await asyncpg.connect(database_url)
        try:
            async with connection.transaction():
                await connection.execute("LOCK TABLE crm.alembic_version")
                ended = await asyncio.to_thread(_run, "prepare", **given)
        finally:
            await connection.close()
        said = "Pagewright: the state of the tables could not be read: canceling statement due to lock timeout\n"
        assert (ended.returncode, ended.stderr) == (1, said)

    async def test_tells_no_password_to_the_servers_log(
        self, engines: Engines, database_url: str, tmp_path: Path
    ) -> None:
        """It has statements that fail, and of many servers all that change roles."""
        given = {"SECRETS_DIR": str(tmp_path), "DATABASE_URL": database_url}
        assert (await asyncio.to_thread(_run, "prepare", **given)).returncode == 0
        role = f"{urlsplit(database_url).path[1:]}_auth"
        connection = await asyncpg.connect(database_url)
        try:
            await connection.execute(
                f"ALTER ROLE postgres IN DATABASE {role.removesuffix('_auth')} SET log_statement = 'ddl'"
            )
            async with connection.transaction():
                await connection.execute(f"ALTER ROLE {role} CONNECTION LIMIT 100")
                ended = await asyncio.to_thread(_run, "prepare", **given)
        finally:
            await connection.close()
        assert "could not be prepared: canceling statement due to lock timeout" in ended.stderr
        log = (Path(engines.sockets) / "postgres.log").read_text()
        assert "canceling statement due to lock timeout" in log
        passwords = json.loads((tmp_path / "site" / "secrets.json").read_text())["roles"].values()
        assert not [password for password in passwords if password in log]

    def test_refuses_a_postgres_that_is_too_old(self, tmp_path: Path) -> None:
        with old_postgres("15.13") as url:
            ended = _run("prepare", SECRETS_DIR=str(tmp_path), DATABASE_URL=url)
        said = "Pagewright: Postgres is version 15; Pagewright needs 16 or newer\n"
        assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", said)

    def test_refuses_a_login_that_is_none(self, engines: Engines, tmp_path: Path) -> None:
        ended = _run("prepare", SECRETS_DIR=str(tmp_path), DATABASE_URL=engines.dsn("nobody", "postgres"))
        assert ended.returncode == 1
        assert ended.stderr.startswith("Pagewright: Postgres refuses the administrator's login: ")
        assert ended.stderr.count("\n") == 1

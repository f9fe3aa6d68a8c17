"""`make backup` and `make restore`, on whole copies."""

import asyncio
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from deploy.local import backups
from deploy.local.data_folder import DataFolder
from deploy.local.settings import ROOT
from deploy.local.up import Stopped, stop_on_signals
from tests.restored_rows import SERVICES, Rows, compared_tables, rows_query, without_versions
from tests.s3_server import ACCESS, boto_client, s3_server
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login, set_up_site

CONTENT = bytes(range(256)) * 800


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pagewright-copy-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o711)
        yield Path(name)


def run(stack: Stack, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PORT": str(stack.port), "DATA_DIR": str(stack.data_dir), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "deploy.local", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


def fill(stack: Stack) -> None:
    """Put a file and a brand into the site."""
    cookies, _ = new_owner_login(stack)
    with httpx.Client(
        base_url=stack.base_url, cookies=cookies, headers={"Origin": stack.base_url}, timeout=60
    ) as client:
        client.post("/cms/files", files={"files": ("notes.bin", CONTENT)}).raise_for_status()
        client.post("/ecom/brands", json={"name": "Oak"}).raise_for_status()


async def rows_of(stack: Stack) -> Rows:
    """Every row of every table that is to come back as it was, once nothing is done by itself any more."""
    found: Rows = {}
    async with asyncio.timeout(120):
        while not found.get("cms.email_templates") or await under_way(stack):
            # What is waited for needs the processor more than this does.
            await asyncio.sleep(0.25)
            found = {}
            for service in SERVICES:
                async with connected(stack, service) as connection:
                    for table, keys in compared_tables(service).items():
                        rows = await connection.fetch(rows_query(table, keys))
                        found[f"{service}.{table}"] = [json.loads(row[0]) for row in rows]
    return without_versions(found)


async def under_way(stack: Stack) -> int:
    """How many jobs wait or run. What a migration left for a minute later is done at once."""
    count = 0
    for service in SERVICES:
        async with connected(stack, service) as connection:
            await connection.execute("UPDATE jobs SET run_at = now() WHERE attempts = 0 AND run_at > now()")
            count += await connection.fetchval("SELECT count(*) FROM jobs WHERE state IN ('queued', 'running')")
    return count


@asynccontextmanager
async def connected(stack: Stack, service: str) -> AsyncIterator[asyncpg.Connection]:
    connection = await asyncpg.connect(stack.service_dsn(service))
    try:
        yield connection
    finally:
        await connection.close()


def objects_of(stack: Stack) -> dict[str, str]:
    """The files that are stored, by where they are, with their digests."""
    kept = stack.data_dir / "files" / "files"
    found = (path for path in kept.rglob("*") if path.is_file())
    return {str(path.relative_to(kept)): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def check(stack: Stack) -> None:
    """The pages, the owner, the file and the brand are there."""
    assert httpx.get(stack.base_url, timeout=60).status_code == 200
    assert httpx.get(f"{stack.base_url}/files/notes.bin", timeout=60).content == CONTENT
    cookies, claims = new_owner_login(stack)
    assert "super" in claims["scopes"]
    with httpx.Client(base_url=stack.base_url, cookies=cookies, timeout=60) as client:
        assert [row["name"] for row in client.get("/ecom/brands").json()["results"]] == ["Oak"]


def test_a_fresh_machine_and_a_backup_are_the_site(folder: Path) -> None:
    stack, archive = Stack(folder / "data"), folder / "site.tar"
    try:
        stack.start()
        set_up_site(stack)
        fill(stack)
        rows, objects = asyncio.run(rows_of(stack)), objects_of(stack)
        assert hashlib.sha256(CONTENT).hexdigest() in objects.values()
        made = run(stack, "backup", cwd=folder)
        assert made.returncode == 0, made.stderr
        [written] = (folder / "backups").iterdir()
        assert f"backups/{written.name} has a backup" in made.stdout
        assert ((folder / "backups").stat().st_mode & 0o777) == 0o700
        written.rename(archive)
        assert (archive.stat().st_mode & 0o777) == 0o600
        refused = run(stack, "restore", str(archive))
        assert refused.returncode == 1
        assert "running already" in refused.stderr
        check(stack)
    finally:
        stack.stop()
    fresh = Stack(folder / "fresh")
    try:
        restored = run(fresh, "restore", str(archive))
        assert restored.returncode == 0, restored.stderr
        assert fresh.pids() == set()
        fresh.start()
        rows_now = asyncio.run(rows_of(fresh))
        for table, before in rows.items():
            assert rows_now[table] == before, table
        assert objects_of(fresh) == objects
        check(fresh)
    finally:
        fresh.stop()


def test_files_in_s3_are_in_it_whoever_asks(folder: Path) -> None:
    """A timer or another shell does not have the settings that the site was started with. What it lacks is said."""
    with s3_server() as server:
        client = boto_client(server, "s3")
        client.create_bucket(Bucket="files", CreateBucketConfiguration={"LocationConstraint": ACCESS["region"]})
        secret = folder / "secret"
        secret.write_text(f"{ACCESS['secret_access_key']}\n")
        settings = {
            "S3_BUCKET": "files",
            "S3_ENDPOINT_URL": server,
            "S3_REGION": ACCESS["region"],
            "S3_ACCESS_KEY_ID": ACCESS["access_key_id"],
            "S3_SECRET_ACCESS_KEY_FILE": str(secret),
        }
        stack = Stack(folder / "data", env=settings)
        try:
            stack.start()
            set_up_site(stack)
            fill(stack)
            whole = run(stack, "backup", str(folder / "whole.tar"))
            assert (whole.returncode, whole.stderr) == (0, "")
            assert whole.stdout.endswith("Keep it safe: it contains everything.\n")
            assert CONTENT in (folder / "whole.tar").read_bytes()
            digest = hashlib.sha256(CONTENT).hexdigest()
            found = client.list_objects_v2(Bucket="files")["Contents"]
            [lost] = [
                each["Key"]
                for each in found
                if hashlib.sha256(client.get_object(Bucket="files", Key=each["Key"])["Body"].read()).hexdigest()
                == digest
            ]
            client.delete_object(Bucket="files", Key=lost)
            less = run(stack, "backup", str(folder / "less.tar"))
            assert (less.returncode, less.stderr) == (0, "")
            said = "MB). But 1 file is missing or damaged where files are kept, and so in it.\n"
            assert less.stdout.endswith(said)
        finally:
            stack.stop()


def test_one_that_is_stopped_is_not_taken_for_done(folder: Path) -> None:
    """An operator who waits for it would throw older backups away, or believe that the site is back."""
    stack, archive = Stack(folder / "data"), folder / "site.tar"
    archive.write_bytes(b"no archive; it is never read")
    for command in ("restore", "backup"):
        log = stack.data_dir / "logs" / "cms.log"
        log.unlink(missing_ok=True)
        environment = {**os.environ, "PORT": str(stack.port), "DATA_DIR": str(stack.data_dir)}
        with subprocess.Popen(
            [
                sys.executable,
                "-m",
                "deploy.local",
                command,
                str(folder / ("site.tar" if command == "restore" else "new.tar")),
            ],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            while not log.exists():
                assert process.poll() is None
                time.sleep(0.02)
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=120)
        said = "Pagewright: it was stopped before it was done; run it again\n"
        assert (process.returncode, errors) == (1, said), command
        assert stack.pids() == set()
    assert not (folder / "new.tar").exists()


# In place of the command of cms: says that it has begun, and what signal it was sent.
COMMAND = """\
import signal, sys, time
from pathlib import Path
def heard(number, _frame):
    Path("heard").write_text(signal.Signals(number).name)
    if sys.argv[1:] != ["restore", "stubborn.tar"]:
        sys.exit(0 if sys.argv[1:] == ["restore", "decided.tar"] else 1)
signal.signal(signal.SIGTERM, heard)
Path("begun").touch()
while True:
    time.sleep(0.05)
"""


@pytest.mark.parametrize("file", ["undecided.tar", "decided.tar", "stubborn.tar"])
def test_the_command_of_cms_is_asked_to_end(folder: Path, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed, it could not say whether the archive is in place of the site already."""
    (folder / "cms").mkdir()
    (folder / "cms" / "__init__.py").touch()
    (folder / "cms" / "backup_command.py").write_text(COMMAND)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(backups, "_LAST_SECONDS", 1)
    environment = {**os.environ, "PYTHONPATH": str(folder)}

    def stop() -> None:
        until = time.monotonic() + 60
        while not (folder / "begun").exists():
            assert time.monotonic() < until
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    with ThreadPoolExecutor(1) as pool, stop_on_signals():
        stopping = pool.submit(stop)
        ended: AbstractContextManager[Any] = nullcontext() if file == "decided.tar" else pytest.raises(Stopped)
        with ended:
            backups._run(DataFolder(folder), environment, "restore", file)
        stopping.result()
    assert (folder / "heard").read_text() == "SIGTERM"


def test_what_cannot_be_restored_is_said_in_one_line(folder: Path) -> None:
    stack, junk = Stack(folder / "data"), folder / "junk.tar"
    missing = run(stack, "restore", str(junk))
    assert (missing.returncode, missing.stderr) == (1, f"Pagewright: there is no file {junk}\n")
    gone = run(stack, "restore", "backups/gone.tar")
    assert (gone.returncode, gone.stderr) == (1, "Pagewright: there is no file backups/gone.tar\n")
    junk.write_bytes(json.dumps({}).encode())
    damaged = run(stack, "restore", str(junk))
    assert (damaged.returncode, damaged.stderr.count("\n")) == (1, 1), damaged.stderr
    assert "cut off" in damaged.stderr or "no backup" in damaged.stderr
    nothing = run(Stack(folder / "other"), "backup")
    assert (nothing.returncode, "there is no site" in nothing.stderr) == (1, True)


def test_git_leaves_backups_alone() -> None:
    assert {"/backups/", "/*.tar"} <= {*(ROOT / ".gitignore").read_text().splitlines()}

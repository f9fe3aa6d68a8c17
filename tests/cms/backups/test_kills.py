"""Backups and imports whose worker is killed (-9), or that lose Postgres, at each of their steps."""

import signal
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from sqlalchemy import select, update

from ecom.brands.models import Brand
from kit.backups.gate import Gate
from kit.jobs import Run
from kit.tables import Job
from kit.testing.databases import WorkerDatabase
from tests.cms.backups.archives import archive_of, begin, latest_import, listed
from tests.cms.backups.conftest import Whole
from tests.kit.worker_process import end, module_process
from tests.kit.working import run_jobs
from tests.restored_rows import without_versions

BEFORE_DECISION = [
    ("Checking the archive", 3),
    ("Reading the database", 4),
    ("Copying files", 2),
    ("Bringing back files", 2),
    ("Restoring the database", 1),
    ("Restoring the database", 3),
]


async def job_of(whole: Whole, name: str) -> str:
    async with whole.cms.kit.database.transaction() as session:
        return str((await session.scalars(select(Job.id).where(Job.name == name, Job.state != "done"))).one())


async def killed(whole: Whole, job: str, addresses: Mapping[str, str], step: tuple[str, int]) -> None:
    """Have a worker do a job that is killed at a step; the job can be taken up again then."""
    process = await module_process(whole.cms, "tests.cms.dying_worker", job, step[0], str(step[1]), **addresses)
    try:
        await process.wait()
        assert process.returncode == -signal.SIGKILL, f"not killed at {step}"
    finally:
        await end(process)
    await free(whole)


async def free(whole: Whole) -> None:
    """Let the lease of jobs run out that nobody does any more, and begin to count their attempts anew."""
    async with whole.cms.kit.database.transaction() as session:
        long_ago = datetime.now(UTC) - timedelta(minutes=1)
        await session.execute(update(Job).where(Job.state == "running").values(state="queued", lease_until=long_ago))
        await session.execute(update(Job).values(attempts=0))


async def changed_since(whole: Whole) -> bytes:
    """An archive of the site, which has been changed since then."""
    archive = await archive_of(whole)
    async with whole.services["ecom"].kit.database.transaction() as session:
        session.add(Brand(name="Later"))
    return archive


async def archives(whole: Whole) -> list[str]:
    return [each.key async for each in whole.cms.kit.storage.list("backups/")]


async def test_a_backup_is_made_whatever_its_worker_was_killed_at(whole: Whole, addresses: Mapping[str, str]) -> None:
    await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
    job = await job_of(whole, "backups.create")
    for step in (("Reading the database", 5), ("Copying files", 2)):
        await killed(whole, job, addresses, step)
        assert [row["state"] for row in await listed(whole)] == ["running"]
        assert await archives(whole) == []
    await run_jobs(whole.cms, "backups.create")
    [backup] = await listed(whole)
    assert (backup["state"], backup["files"], backup["faultyFiles"]) == ("done", 3, 0)
    assert len(await archives(whole)) == 1
    # What was written of the others has gone with the next attempt.
    assert await whole.cms.kit.storage.clean(datetime.now(UTC) + timedelta(minutes=1)) == 0


async def test_an_import_changes_nothing_until_it_is_decided_and_all_from_then_on(
    whole: Whole, addresses: Mapping[str, str]
) -> None:
    backed_up, objects = await whole.rows(), await whole.objects()
    archive = await changed_since(whole)
    before = await whole.rows()
    await begin(whole, archive)
    job = await job_of(whole, "backups.import")
    for step in BEFORE_DECISION:
        await killed(whole, job, addresses, step)
        assert await whole.rows() == before, step
        told = await latest_import(whole)
        assert (told["state"], told["isDecided"]) == ("running", False)
    await killed(whole, job, addresses, ("decided", 1))
    assert await whole.rows() == before
    assert (await latest_import(whole))["isDecided"]
    await killed(whole, job, addresses, ("opened", 1))
    [done] = await run_jobs(whole.cms, "backups.import")
    assert done.state == "done", done.error
    assert without_versions(await whole.rows()) == without_versions(backed_up)
    assert await whole.objects() == objects
    # One that was uploaded, one of before, and one that was made when all was safe.
    assert {row["kind"]: row["state"] for row in await listed(whole)} == dict.fromkeys(
        ("manual", "uploaded", "safety"), "done"
    )


@pytest.mark.parametrize("step", [*BEFORE_DECISION, ("decided", 1)])
async def test_an_import_without_postgres_is_tried_again(
    whole: Whole, step: tuple[str, int], worker_database: WorkerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    backed_up, archive = await whole.rows(), await changed_since(whole)
    before = await whole.rows()
    await begin(whole, archive)
    with monkeypatch.context() as patched:
        cut_at(patched, worker_database, step)
        await run_jobs(whole.cms, "backups.import")
    rows = await whole.rows()
    assert rows == before or without_versions(rows) == without_versions(backed_up)
    await free(whole)
    [job] = await run_jobs(whole.cms, "backups.import")
    assert job.state == "done", job.error
    assert without_versions(await whole.rows()) == without_versions(backed_up)


def cut_at(patched: pytest.MonkeyPatch, database: WorkerDatabase, step: tuple[str, int]) -> None:
    """Have Postgres end all connections at a step, once, as it does when it is restarted."""
    message, number = step
    seen = 0

    async def cut() -> None:
        admin = await asyncpg.connect(database.admin_dsn)
        try:
            await admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name LIKE 'pagewright-%'"
            )
        finally:
            await admin.close()

    def cutting(function: Any, said: Any) -> Any:
        async def cut_first(*args: Any) -> Any:
            nonlocal seen
            seen += said(*args)
            if seen == number and said(*args):
                await cut()
            return await function(*args)

        return cut_first

    if message == "decided":
        patched.setattr(Gate, "open", cutting(Gate.open, lambda *_: True))
        return
    patched.setattr(Run, "progress", cutting(Run.progress, lambda *args: args[2].startswith(message)))

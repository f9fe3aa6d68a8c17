"""Backups of a site whose files are in S3, where the backups are too."""

from collections.abc import AsyncIterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from cms.backups.models import Backup
from cms.backups.watching import Watch
from cms.config_entries.entries import BACKUP_SCHEDULE, entries
from kit.jobs import enqueue
from kit.testing import Start, Tokens
from tests.cms import factory
from tests.cms.backups.archives import archive_of, begin, code_of, last_attempt, latest_import, listed, put, wipe
from tests.cms.backups.conftest import Whole, whole_site
from tests.kit.working import run_jobs
from tests.restored_rows import without_versions
from tests.s3_server import ACCESS, s3_server, s3_storage

LARGE = 9 * 1024 * 1024
"""Bytes of a file that S3 is sent in parts."""


@pytest.fixture
def server() -> Any:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
async def whole(start: Start, tokens: Tokens, server: ExitStack) -> AsyncIterator[Whole]:
    address = server.enter_context(s3_server())
    storage = await s3_storage(address)
    access = {f"s3_{name}": value for name, value in ACCESS.items()}
    yield await whole_site(start, tokens, s3_bucket=storage._access.bucket, s3_endpoint_url=address, **access)
    await storage.close()


async def archives(whole: Whole) -> list[str]:
    return [each.key async for each in whole.cms.kit.storage.list("backups/")]


async def do(whole: Whole, name: str) -> None:
    """Have a task done that comes by itself."""
    async with whole.cms.kit.database.transaction() as session:
        await enqueue(session, name, {})
    await run_jobs(whole.cms, name)


async def test_brings_back_every_row_and_object(whole: Whole) -> None:
    await factory.file(whole.cms, "large.bin", bytes(LARGE), bucket_name="images")
    before, objects = await whole.rows(), await whole.objects()
    archive = await archive_of(whole)
    [backup] = await listed(whole)
    part = await whole.cms.get(
        f"/cms/backups/{backup['name']}/archive", headers={**whole.headers, "Range": f"bytes=512-{LARGE}"}
    )
    assert (part.status_code, part.content) == (206, archive[512 : LARGE + 1])
    await wipe(whole)
    answer = await put(whole, archive)
    assert answer.status_code == 200, answer.text
    assert without_versions(await whole.rows()) == without_versions(before)
    assert await whole.objects() == objects


async def test_scheduled_ones_are_made_and_go_when_there_are_enough(whole: Whole) -> None:
    async with whole.cms.kit.database.transaction() as session:
        kept = {"backupsKeptDaily": 1, "backupsKeptWeekly": 0, "backupsKeptMonthly": 0}
        await entries.put(session, {BACKUP_SCHEDULE.key: "daily", **kept})
    for _ in range(2):
        await do(whole, "backups.schedule")
        await run_jobs(whole.cms, "backups.create")
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(update(Backup).values(created_at=Backup.created_at - timedelta(days=1)))
    await do(whole, "backups.schedule")
    states = [(row["kind"], row["state"]) for row in await listed(whole)]
    assert states == [("scheduled", "running"), ("scheduled", "done")]
    long_ago = datetime.now(UTC) - timedelta(days=2)
    async with whole.cms.kit.database.transaction() as session:
        await session.execute(update(Backup).where(Backup.deleted_at.is_not(None)).values(deleted_at=long_ago))
        left = {*await session.scalars(select(Backup.storage_key).where(Backup.deleted_at.is_(None)))}
    await do(whole, "backups.purge")
    assert {*await archives(whole)} == left - {None}


async def stop_at(server: ExitStack, monkeypatch: pytest.MonkeyPatch, message: str) -> None:
    """Have S3 go away at a step."""
    report = Watch.report

    async def stop(watch: Watch, share: float, said: str) -> None:
        if said.startswith(message):
            server.close()
        await report(watch, share, said)

    monkeypatch.setattr(Watch, "report", stop)


async def test_a_backup_without_s3_is_tried_again_and_fails_in_the_end(
    whole: Whole, server: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    await factory.file(whole.cms, "large.bin", bytes(LARGE))
    await stop_at(server, monkeypatch, "Copying files: 2")
    await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
    [job] = await run_jobs(whole.cms, "backups.create")
    assert (job.state, code_of(job)) == ("queued", "storage_unavailable")
    assert [row["state"] for row in await listed(whole)] == ["running"]
    job = await last_attempt(whole, "backups.create")
    assert job.state == "failed"
    [backup] = await listed(whole)
    assert (backup["state"], "storage" in backup["problem"]) == ("failed", True)


async def test_an_import_without_s3_changes_nothing(
    whole: Whole, server: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = await archive_of(whole)
    await whole.cms.kit.storage.delete([*await whole.objects()])
    before = await whole.rows()
    await begin(whole, archive)
    await stop_at(server, monkeypatch, "Bringing back files: 1")
    [job] = await run_jobs(whole.cms, "backups.import")
    assert (job.state, code_of(job)) == ("queued", "storage_unavailable")
    assert (await last_attempt(whole, "backups.import")).state == "failed"
    assert await whole.rows() == before
    assert (await latest_import(whole))["state"] == "failed"

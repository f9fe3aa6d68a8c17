"""Scheduled backups in another folder or bucket than the site's files."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from cms.backups.models import Backup
from cms.config_entries.entries import BACKUP_SCHEDULE, entries
from kit.storage import LocalStorage, Storage
from kit.testing import Start, Tokens
from tests.cms.backups.archives import backed_up, last_attempt, listed
from tests.cms.backups.conftest import Whole, whole_site
from tests.cms.backups.test_s3 import do
from tests.kit.working import run_jobs, with_worker
from tests.restored_rows import without_versions
from tests.s3_server import ACCESS, s3_server, s3_storage

PLACES = ["folder", "bucket"]


@pytest.fixture(params=PLACES)
async def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Storage, dict[str, Any]]]:
    """A place, and the settings that name it."""
    if request.param == "folder":
        folder = tmp_path / "disk"
        folder.mkdir()
        yield LocalStorage(folder), {"backups_dir": str(folder)}
        return
    with s3_server() as address:
        storage = await s3_storage(address)
        access = {"bucket": storage._access.bucket, "endpoint_url": address, **ACCESS}
        yield storage, {f"backups_s3_{name}": value for name, value in access.items()}
        await storage.close()


async def keys(storage: Storage) -> list[str]:
    return [each.key async for each in storage.list()]


async def make_scheduled(whole: Whole) -> None:
    async with whole.cms.kit.database.transaction() as session:
        await entries.put(session, {BACKUP_SCHEDULE.key: "daily"})
    await do(whole, "backups.schedule")
    await run_jobs(whole.cms, "backups.create")


async def test_scheduled_ones_go_there_and_come_back(
    start: Start, tokens: Tokens, elsewhere: tuple[Storage, dict[str, Any]]
) -> None:
    place, settings = elsewhere
    whole = await whole_site(start, tokens, **settings)
    await backed_up(whole)
    assert await keys(place) == []
    await make_scheduled(whole)
    [key] = await keys(place)
    assert key.startswith("backups/scheduled/backup-")
    beside = LocalStorage(whole.cms.kit.settings.data_dir / "files")
    assert len([each async for each in beside.list("backups/")]) == 1

    [backup] = [each for each in await listed(whole) if each["kind"] == "scheduled"]
    before = await whole.rows()
    path = f"/cms/backups/{backup['name']}"
    archive = await whole.cms.get(f"{path}/archive", headers=whole.headers)
    assert (archive.status_code, len(archive.content)) == (200, backup["size"])
    answer = await with_worker(whole.cms, whole.cms.post(f"{path}/imports", headers=whole.headers, json={"parts": []}))
    assert answer.status_code == 202, answer.text
    await run_jobs(whole.cms, "backups.import")
    assert without_versions(await whole.rows()) == without_versions(before)

    assert (await whole.cms.delete(path, headers=whole.headers)).status_code == 204
    async with whole.cms.kit.database.transaction() as session:
        long_ago = datetime.now(UTC) - timedelta(days=2)
        await session.execute(update(Backup).where(Backup.deleted_at.is_not(None)).values(deleted_at=long_ago))
    await do(whole, "backups.purge")
    assert await keys(place) == []


async def test_a_disk_that_is_not_mounted_is_said(start: Start, tokens: Tokens, tmp_path: Path) -> None:
    whole = await whole_site(start, tokens, backups_dir=str(tmp_path / "mnt"))
    await make_scheduled(whole)
    assert (await last_attempt(whole, "backups.create")).state == "failed"
    [backup] = await listed(whole)
    assert (backup["state"], "Is its disk mounted?" in backup["problem"]) == ("failed", True)
    assert not (tmp_path / "mnt").exists()
    assert (await whole.cms.get("/cms/internal/status")).json()["backupFailed"] is True

"""Backups and imports on a disk that is full: it is said, nothing is left, and nothing changes."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cms.backups.archives import archive_of, backed_up, begin, code_of, last_attempt, latest_import, listed, wipe
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs

FULL = "The server's disk is full. Free some space and try again."
OBJECT = 300_000
"""Bytes of each file of the site."""


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can be longer than this."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def unfinished(whole: Whole) -> list[Path]:
    return [*Path(whole.cms.kit.settings.data_dir, "files", ".unfinished").iterdir()]


async def test_a_backup_says_so_and_leaves_nothing(whole: Whole) -> None:
    await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
    with room_for(2 * OBJECT):
        [job] = await run_jobs(whole.cms, "backups.create")
        assert (job.state, code_of(job)) == ("queued", "storage_full")
        assert (await last_attempt(whole, "backups.create")).state == "failed"
    [backup] = await listed(whole)
    assert (backup["state"], backup["problem"]) == ("failed", FULL)
    assert [each async for each in whole.cms.kit.storage.list("backups/")] == []
    assert unfinished(whole) == []
    assert (await backed_up(whole))["contents"]["files"]["count"] == 3


async def test_an_import_that_has_no_room_for_the_backup_before_changes_nothing(whole: Whole) -> None:
    archive = await archive_of(whole)
    before, objects = await whole.rows(), await whole.objects()
    await begin(whole, archive)
    with room_for(2 * OBJECT):
        assert code_of(await last_attempt(whole, "backups.import")) == "storage_full"
    assert ((await latest_import(whole))["state"], (await latest_import(whole))["problem"]) == ("failed", FULL)
    assert (await whole.rows(), await whole.objects()) == (before, objects)
    assert {row["state"] for row in await listed(whole)} == {"done", "failed"}
    assert unfinished(whole) == []


async def test_an_import_that_has_no_room_for_the_files_changes_nothing(whole: Whole) -> None:
    archive = await archive_of(whole)
    await wipe(whole)
    before = await whole.rows()
    await begin(whole, archive)
    with room_for(OBJECT // 2):
        assert code_of(await last_attempt(whole, "backups.import")) == "storage_full"
    assert (await latest_import(whole))["problem"] == FULL
    assert (await whole.rows(), await whole.objects()) == (before, {})

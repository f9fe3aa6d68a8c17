"""Earlier versions of files: an import deletes them, and the backup that it makes first has them."""

from datetime import timedelta

import pytest

from cms.files import tasks
from kit.jobs import enqueue
from tests.cms import factory
from tests.cms.backups.archives import archive_of, latest_import, put
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs


async def test_come_back_with_the_backup_made_before_an_import(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    await factory.file(whole.cms, "other.txt", b"other")
    archive = await archive_of(whole)
    logo = await factory.file(whole.cms, "logo.txt", b"good")
    address = f"/cms/files/{logo.id}"
    headers = {**whole.headers, "If-Match": "*"}
    answer = await whole.cms.put(f"{address}/content", content=b"wrong", headers=headers)
    assert answer.status_code == 200, answer.text

    assert (await put(whole, archive, parts="files")).status_code == 200
    assert (await whole.cms.get(f"{address}/contents", headers=whole.headers)).status_code == 404
    # What no row names any more goes the next day.
    monkeypatch.setattr(tasks, "_YOUNG", timedelta(seconds=-5))
    async with whole.cms.kit.database.transaction() as session:
        await enqueue(session, "files.sweep", {})
    await run_jobs(whole.cms, "files.sweep")
    assert logo.storage_key not in await whole.objects()

    safety = (await latest_import(whole))["safetyBackup"]
    begun = await whole.cms.post(f"/cms/backups/{safety}/imports", headers=whole.headers, json={"parts": ["files"]})
    assert begun.status_code == 202, begun.text
    await run_jobs(whole.cms, "backups.import")
    assert (await latest_import(whole))["state"] == "done"
    [former] = (await whole.cms.get(f"{address}/contents", headers=whole.headers)).json()["results"]
    assert former["size"] == len(b"good")
    restored = await whole.cms.post(f"{address}/content-restorations", json={}, headers=headers)
    assert restored.status_code == 200, restored.text
    assert logo.storage_key is not None
    assert await whole.content_of(logo.storage_key) == b"good"
    assert (await whole.cms.get(f"{address}/content", headers=whole.headers)).content == b"good"

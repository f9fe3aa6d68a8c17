"""Backups that there are: listed, downloaded, deleted and brought back."""

import hashlib
import os
from collections.abc import AsyncIterator

from sqlalchemy import text

from cms.backups.receiving import stored
from kit.jobs import enqueue
from kit.testing import Tokens
from tests.cms.backups.archives import archive_of, backed_up, listed
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs


async def purge(whole: Whole) -> None:
    async with whole.cms.kit.database.transaction() as session:
        await enqueue(session, "backups.purge", {})
    await run_jobs(whole.cms, "backups.purge")


class TestListAndDownload:
    async def test_tells_whether_it_can_be_imported_here(self, whole: Whole) -> None:
        await backed_up(whole)
        [backup] = await listed(whole)
        assert (backup["state"], backup["whyNotRestorable"]) == ("done", None)
        async with whole.services["crm"].kit.database.transaction() as session:
            await session.execute(text("UPDATE alembic_version SET version_num = '9' || version_num"))
        try:
            answer = await whole.cms.get(f"/cms/backups/{backup['name']}", headers=whole.headers)
            assert answer.json()["whyNotRestorable"] == "other_release"
        finally:
            async with whole.services["crm"].kit.database.transaction() as session:
                await session.execute(text("UPDATE alembic_version SET version_num = substr(version_num, 2)"))

    async def test_gives_ranges_to_super_users_alone(self, whole: Whole, tokens: Tokens) -> None:
        archive = await archive_of(whole)
        [backup] = await listed(whole)
        address = f"/cms/backups/{backup['name']}/archive"
        assert (await whole.cms.get(address, headers=tokens.bearer("admin"))).status_code == 403
        answer = await whole.cms.get(address, headers={**whole.headers, "Range": "bytes=512-1023"})
        assert (answer.status_code, answer.content) == (206, archive[512:1024])
        assert hashlib.sha256(archive).hexdigest() == backup["sha256"]

    async def test_deletes_with_a_way_back(self, whole: Whole) -> None:
        address = f"/cms/backups/{(await backed_up(whole))['name']}"
        assert (await whole.cms.delete(address, headers=whole.headers)).status_code == 204
        assert (await whole.cms.get(address, headers=whole.headers)).status_code == 404
        assert (await whole.cms.post(f"{address}/undeletion", headers=whole.headers)).status_code == 200
        assert (await whole.cms.get(f"{address}/archive", headers=whole.headers)).status_code == 200

    async def test_its_archive_goes_a_day_after_it(self, whole: Whole) -> None:
        address = f"/cms/backups/{(await backed_up(whole))['name']}"
        await whole.cms.delete(address, headers=whole.headers)
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(text("UPDATE backups SET deleted_at = now() - interval '25 hours'"))
        await purge(whole)
        assert [each async for each in whole.cms.kit.storage.list("backups/")] == []
        assert (await whole.cms.post(f"{address}/undeletion", headers=whole.headers)).status_code == 404

    async def test_nor_does_one_come_back_whose_archive_may_just_be_going(self, whole: Whole) -> None:
        """The worker may have been killed between the archive and its row."""
        address = f"/cms/backups/{(await backed_up(whole))['name']}"
        await whole.cms.delete(address, headers=whole.headers)
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(text("UPDATE backups SET deleted_at = now() - interval '25 hours'"))
        assert (await whole.cms.post(f"{address}/undeletion", headers=whole.headers)).status_code == 404
        assert (await whole.cms.get(address, headers=whole.headers)).status_code == 404

    async def test_what_was_uploaded_and_got_no_row_goes_after_a_day(self, whole: Whole) -> None:
        async def pieces() -> AsyncIterator[bytes]:
            yield b"an archive"

        headers = {**whole.headers, "Prefer": "respond-async"}
        files = {"backup-archive": ("site.tar", await archive_of(whole))}
        await whole.cms.post("/cms/backups/archives", headers=headers, files=files)
        state = whole.cms.kit
        lost = (await stored(state, pieces())).key
        # The archive of a backup may be all that is left of a site.
        await state.storage.put("backups/backup-20240101-000000-0123456789abcdef", pieces())
        before = {each.key async for each in state.storage.list("backups/")}
        for key in before:
            path = state.settings.data_dir / "files" / key
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 25 * 3600))
        young = (await stored(state, pieces())).key
        await purge(whole)
        assert {each.key async for each in state.storage.list("backups/")} == before - {lost} | {young}

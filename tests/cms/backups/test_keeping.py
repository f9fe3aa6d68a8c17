"""Backups that there are: listed, downloaded, deleted and brought back."""

import hashlib

from sqlalchemy import text

from kit.testing import Tokens
from tests.cms.backups.archives import archive_of, backed_up, listed
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs


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
            await session.execute(
                text(
                    "INSERT INTO jobs (id, name, queue, args, max_attempts) VALUES (gen_random_uuid(), 'backups.purge', 'short', '{}', 1)"
                )
            )
        await run_jobs(whole.cms, "backups.purge")
        assert [each async for each in whole.cms.kit.storage.list("backups/")] == []
        assert (await whole.cms.post(f"{address}/undeletion", headers=whole.headers)).status_code == 404

"""Imports of backups: all of a site, or some parts."""

from sqlalchemy import update

from auth.people.models import Person
from ecom.brands.models import Brand
from kit.models import models_of
from kit.testing import Tokens
from tests.cms import factory
from tests.cms.backups.archives import archive_of, backed_up, put, wipe
from tests.cms.backups.conftest import Whole
from tests.cms.backups.filling import backup_of, fill_every_table
from tests.kit.working import run_jobs, with_worker
from tests.restored_rows import COLUMNS, SERVICES, TABLES, compared_tables, without_versions


class TestImport:
    async def test_brings_back_every_row_and_object_of_a_site_that_was_wiped(self, whole: Whole) -> None:
        for service, client in whole.services.items():
            await fill_every_table(service, client)
        before, objects = await whole.rows(), await whole.objects()
        assert [table for table, rows in before.items() if not rows] == []
        archive = await archive_of(whole)
        await wipe(whole)
        assert not any((await whole.rows()).values())
        assert await whole.objects() == {}
        answer = await put(whole, archive)
        assert answer.status_code == 200, answer.text
        assert answer.json()["lost"] == {}
        assert without_versions(await whole.rows()) == without_versions(before)
        assert await whole.objects() == objects
        assert {row["sha256"] for row in before["cms.entities"] if row["storage_key"] in objects} == {*objects.values()}

    def test_every_exception_is_of_a_table_that_no_backup_has(self) -> None:
        tables = {
            service: {table.name for each in models_of(service) for table in each.sorted_tables} for service in SERVICES
        }
        for name in (*TABLES, *COLUMNS):
            service, _, table = name.rpartition(".")
            assert table in tables[service or "cms"], name
        for service in SERVICES:
            backup = backup_of(service)
            backed_up = {table.name for part in backup.parts for table in backup.tables(part)}
            assert {*compared_tables(service)} == backed_up

    async def test_can_be_undone_by_the_backup_that_it_makes_first(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        async with whole.services["ecom"].kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        await factory.file(whole.cms, "later.bin", b"later")
        before = await whole.rows()
        assert (await put(whole, archive)).status_code == 200
        assert len((await whole.rows())["ecom.brands"]) == 1
        told = (await whole.cms.get("/cms/backups/imports/latest", headers=whole.headers)).json()["latest"]
        assert told["state"] == "done"
        address = f"/cms/backups/{told['safetyBackup']}/imports"
        assert (await whole.cms.post(address, headers=whole.headers, json={})).status_code == 202
        await run_jobs(whole.cms, "backups.import")
        assert without_versions(await whole.rows()) == without_versions(before)

    async def test_of_some_parts_leaves_the_others(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        async with whole.services["ecom"].kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        async with whole.services["auth"].kit.database.transaction() as session:
            await session.execute(update(Person).values(first_name="Changed"))
        assert (await put(whole, archive, parts="shop")).status_code == 200
        rows = await whole.rows()
        assert [row["name"] for row in rows["ecom.brands"]] == ["Oak"]
        assert {row["first_name"] for row in rows["auth.people"]} == {"Changed"}

    async def test_without_a_file_does_nothing(self, whole: Whole) -> None:
        before = await whole.rows()
        for files in ({"other": ("a.tar", b"x")}, {"backup-archive": ("", b"")}):
            answer = await whole.cms.put("/cms/backups", headers=whole.headers, files=files)
            assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed"), answer.text
            assert answer.json()["errors"][0]["field"] in {"backup-archive", "other"}
        assert await whole.rows() == before
        assert [each async for each in whole.cms.kit.storage.list("backups/")] == []

    async def test_is_for_super_users_in_person(self, whole: Whole, tokens: Tokens) -> None:
        files = {"backup-archive": ("a.tar", b"x")}
        for headers in (tokens.bearer("admin"), {"Authorization": f"Bearer {tokens.api_token('super')}"}):
            assert (await whole.cms.put("/cms/backups", headers=headers, files=files)).status_code == 403

    async def test_shows_first_what_it_would_change(self, whole: Whole) -> None:
        name = (await backed_up(whole))["name"]
        async with whole.services["ecom"].kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        preview = (await whole.cms.get(f"/cms/backups/{name}/preview", headers=whole.headers)).json()
        [shop] = [part for part in preview["parts"] if part["name"] == "shop"]
        assert shop["now"] - shop["backedUp"] == 1

    async def test_uploads_without_importing(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        call = whole.cms.post(
            "/cms/backups/archives", headers=whole.headers, files={"backup-archive": ("site.tar", archive)}
        )
        answer = await with_worker(whole.cms, call)
        assert answer.status_code == 200, answer.text
        told = (await whole.cms.get(f"/cms/backups/{answer.json()['name']}", headers=whole.headers)).json()
        assert (told["kind"], told["state"], told["files"]) == ("uploaded", "done", 3)

"""Backups of a whole site: made, listed, downloaded, deleted, imported."""

import hashlib
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update

from auth.people.models import Person
from auth.sessions.models import LoginSession
from cms.backups.models import Backup, BackupImport
from cms.config_entries.entries import SITE_NAME, entries
from cms.files.models import Entity
from content.pages.models import Page
from ecom.brands.models import Brand
from kit.audit import AuditEntry
from kit.tables import Job, OutboxRow
from kit.testing import Tokens
from tests.cms import factory
from tests.cms.backups.archives import archive_of, backed_up, put, taken_apart
from tests.cms.backups.conftest import Whole, without_versions
from tests.kit.working import run_jobs, with_worker


async def listed(whole: Whole) -> list[dict[str, Any]]:
    """The backups as an administrator sees them."""
    answer = await whole.cms.get("/cms/backups", headers=whole.headers)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


async def wipe(whole: Whole) -> None:
    """Delete every row of the site's parts, and all files."""
    for service, client in whole.services.items():
        backup = __import__(f"{service}.backup", fromlist=["BACKUP"]).BACKUP
        async with client.kit.database.transaction() as session:
            for part in reversed(backup.parts):
                for table in backup.emptied(part):
                    await session.execute(table.delete())
    await whole.cms.kit.storage.delete([*await whole.objects()])


class TestCreate:
    async def test_tells_what_is_in_it(self, whole: Whole) -> None:
        told = await backed_up(whole)
        assert told["contents"]["files"] == {"count": 3, "bytes": 900_000}
        assert told["contents"]["parts"]["shop"]["counts"] == {"brands": 1, "categories": 0}
        assert {*told["contents"]["parts"]} == {
            "pages", "files", "settings", "emailTemplates", "mail", "subscribers", "users", "crm", "shop"
        }  # fmt: skip

    async def test_is_an_archive_that_says_what_is_in_it(self, whole: Whole) -> None:
        members = taken_apart(await archive_of(whole))
        assert next(iter(members)) == "backup.json"
        assert [*members][-1] == "manifest.json"
        objects = {f"objects/{key}" for key in await whole.objects()}
        assert {name for name in members if name.startswith("objects/")} == objects

    async def test_has_no_secret_of_the_installation(self, whole: Whole) -> None:
        names = " ".join(taken_apart(await archive_of(whole)))
        assert "sessions" not in names
        backup = (await whole.rows())["auth.users"]
        assert backup

    async def test_answers_at_once_if_asked_to(self, whole: Whole) -> None:
        headers = {**whole.headers, "Prefer": "respond-async"}
        first = await whole.cms.post("/cms/backups", headers=headers)
        second = await whole.cms.post("/cms/backups", headers=headers)
        assert first.status_code == second.status_code == 202
        assert first.headers["location"] == second.headers["location"]
        assert len(await run_jobs(whole.cms, "backups.create")) == 1

    async def test_notes_files_that_are_missing(self, whole: Whole) -> None:
        key, *_ = await whole.objects()
        await whole.cms.kit.storage.delete([key])
        assert (await backed_up(whole))["contents"]["faults"] == 1

    async def test_can_be_cancelled(self, whole: Whole) -> None:
        headers = {**whole.headers, "Prefer": "respond-async"}
        await whole.cms.post("/cms/backups", headers=headers)
        [backup] = await listed(whole)
        assert backup["state"] == "running"
        answer = await whole.cms.post(f"/cms/backups/{backup['name']}/cancellation", headers=whole.headers)
        assert answer.status_code == 204
        await run_jobs(whole.cms, "backups.create")
        [backup] = await listed(whole)
        assert backup["state"] == "cancelled"
        assert [each async for each in whole.cms.kit.storage.list("backups/")] == []

    async def test_a_lost_worker_does_not_stop_the_next_one(self, whole: Whole) -> None:
        await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(update(Job).values(state="failed", error={"detail": "lost"}))
        assert (await backed_up(whole))["size"] > 900_000


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


class TestImport:
    async def test_brings_back_every_row_and_object_of_a_site_that_was_wiped(self, whole: Whole) -> None:
        before, objects = await whole.rows(), await whole.objects()
        archive = await archive_of(whole)
        await wipe(whole)
        assert not any((await whole.rows())["content.pages"])
        answer = await put(whole, archive)
        assert answer.status_code == 200, answer.text
        assert answer.json()["lost"] == {}
        assert without_versions(await whole.rows()) == without_versions(before)
        assert await whole.objects() == objects
        for row in before["cms.entities"]:
            async with whole.cms.kit.storage.reading(row["storage_key"]) as pieces:
                content = b"".join([piece async for piece in pieces])
            assert hashlib.sha256(content).hexdigest() == row["sha256"]

    async def test_tells_anew_what_files_there_are(self, whole: Whole) -> None:
        """What others know of them may be newer than what came back."""
        archive = await archive_of(whole)
        late = await factory.file(whole.cms, "late.bin", b"late")
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(delete(OutboxRow))
        assert (await put(whole, archive)).status_code == 200
        await run_jobs(whole.cms, "files.restate")
        rows = await whole.rows()
        removed: set[str] = set()
        there: set[str] = set()
        async with whole.cms.kit.database.transaction() as session:
            told = await session.scalars(
                select(OutboxRow.payload).where(OutboxRow.name == "cms.files_changed").order_by(OutboxRow.position)
            )
            for each in told:
                removed |= {*each["removed"]}
                there -= {*each["removed"]}
                there |= {file["id"] for file in each["files"]}
        files = {str(row["id"]) for row in rows["cms.entities"]}
        assert there == files
        assert removed >= files | {str(late.id)}

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
        assert (shop["now"], shop["backedUp"]) == (2, 1)

    async def test_uploads_without_importing(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        call = whole.cms.post(
            "/cms/backups/archives", headers=whole.headers, files={"backup-archive": ("site.tar", archive)}
        )
        answer = await with_worker(whole.cms, call)
        assert answer.status_code == 200, answer.text
        told = (await whole.cms.get(f"/cms/backups/{answer.json()['name']}", headers=whole.headers)).json()
        assert (told["kind"], told["state"], told["files"]) == ("uploaded", "done", 3)

    async def test_logs_everybody_out_when_users_change(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        auth = whole.services["auth"]
        async with auth.kit.database.transaction() as session:
            user = (await session.execute(text("SELECT id FROM users"))).scalar_one()
            await session.execute(text(
                "INSERT INTO sessions (id, user_id, family_digest, secret_digest, device, address, created_at, last_used_at,"
                " expires_at, ends_at, rotated_at) SELECT gen_random_uuid(), :user, 'a', 'b', 'x', 'y', now(), now(),"
                " now() + interval '1 day', now() + interval '1 day', now()"), {"user": user})  # fmt: skip
        assert (await put(whole, archive)).status_code == 200
        async with auth.kit.database.transaction() as session:
            [session_row] = await session.scalars(select(LoginSession))
        assert session_row.ended_at is not None

    async def test_refuses_saves_of_pages_as_they_were_before(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        content = whole.services["content"].kit.database
        async with content.transaction() as session:
            before = await session.scalar(text("SELECT version FROM site"))
        assert (await put(whole, archive, parts="pages")).status_code == 200
        async with content.transaction() as session:
            version = await session.scalar(text("SELECT version FROM site"))
            changes = (await session.execute(text("SELECT version, thing FROM changes"))).all()
            assert (await session.scalars(select(Page).where(Page.version > version))).all() == []
        assert version > before
        assert [tuple(change) for change in changes] == [(version, "site")]

    async def test_tells_the_settings_as_newer_than_those_before(self, whole: Whole) -> None:
        archive = await archive_of(whole)
        for name in ("One", "Two", "Three"):
            async with whole.cms.kit.database.transaction() as session:
                await entries.put(session, {SITE_NAME.key: name})
        async with whole.cms.kit.database.transaction() as session:
            told = await session.scalar(text("SELECT sum(version) FROM config_entries"))
        assert (await put(whole, archive, parts="settings")).status_code == 200
        async with whole.cms.kit.database.transaction() as session:
            assert await entries.get(session, SITE_NAME) == "Willow"
            assert await session.scalar(text("SELECT sum(version) FROM config_entries")) > told

    async def test_sends_no_email_that_waited(self, whole: Whole) -> None:
        await factory.email(whole.cms, state="queued", has_secret=False)
        archive = await archive_of(whole)
        answer = await put(whole, archive, parts="mail")
        assert answer.json()["lost"] == {"queuedEmails": 1}
        assert [row["state"] for row in (await whole.rows())["cms.emails"]] == ["failed"]

    async def test_of_objects_whose_deletion_waits_keeps_them(self, whole: Whole) -> None:
        archive, objects = await archive_of(whole), await whole.objects()
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(delete(Entity))
            await session.execute(
                text(
                    "INSERT INTO jobs (id, name, queue, args, max_attempts) VALUES (gen_random_uuid(), 'files.delete_objects', 'short', jsonb_build_object('keys', CAST(:keys AS jsonb)), 5)"
                ),
                {"keys": __import__("json").dumps([*objects])},
            )
        # The job may come at any time; here it comes last.
        call = await whole.cms.put(
            "/cms/backups",
            headers={**whole.headers, "Prefer": "respond-async"},
            files={"backup-archive": ("a", archive)},
        )
        assert call.status_code == 202, call.text
        await run_jobs(whole.cms, "backups.import")
        await run_jobs(whole.cms, "files.delete_objects")
        assert await whole.objects() == objects

    async def test_is_in_the_audit_log(self, whole: Whole) -> None:
        await put(whole, await archive_of(whole), parts="crm")
        async with whole.cms.kit.database.transaction() as session:
            actions = {*await session.scalars(select(AuditEntry.action))}
        assert {"backup.created", "backup.uploaded", "backup.imported"} <= actions


class TestOtherInstallation:
    async def test_says_what_could_not_be_carried_over(self, whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
        archive = await archive_of(whole)
        await wipe(whole)
        monkeypatch.setattr("kit.sealing.Vault.unseal", lambda *_: None)
        answer = await put(whole, archive)
        assert answer.json()["lost"] == {"secretSettings": 1}
        [secret] = [row for row in (await whole.rows())["cms.config_entries"] if row["key"] == "captchaSecret"]
        assert secret["sealed"] is None


class TestBroken:
    """Whatever breaks before it is decided, the site is as it was."""

    @pytest.mark.parametrize("service", ["auth", "content", "ecom"])
    async def test_when_one_service_fails_none_changes(
        self, whole: Whole, service: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        archive = await archive_of(whole)
        async with whole.services["ecom"].kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        before = await whole.rows()
        database = whole.services[service].kit.database
        async with database.transaction() as session:
            await session.execute(text("UPDATE alembic_version SET version_num = '9' || version_num"))
        # What is checked beforehand is passed by; the service finds out when it restores.
        monkeypatch.setattr("cms.backups.importing.check_revisions", _passed_by)
        try:
            answer = await put(whole, archive)
        finally:
            async with database.transaction() as session:
                await session.execute(text("UPDATE alembic_version SET version_num = substr(version_num, 2)"))
        assert (answer.status_code, answer.json()["code"]) == (409, "backup_revision_differs")
        assert await whole.rows() == before

    async def test_is_carried_through_once_it_is_decided(self, whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
        archive = await archive_of(whole)
        before = await whole.rows()
        async with whole.services["ecom"].kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        await whole.cms.put(
            "/cms/backups",
            headers={**whole.headers, "Prefer": "respond-async"},
            files={"backup-archive": ("a", archive)},
        )

        async def die(_gate: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patched:
            patched.setattr("kit.backups.gate.Gate.open", die)
            await run_jobs(whole.cms, "backups.import")
        assert len((await whole.rows())["ecom.brands"]) == 2
        await run_jobs(whole.cms, "backups.import")
        assert without_versions(await whole.rows()) == without_versions(before)
        async with whole.cms.kit.database.transaction() as session:
            [row] = await session.scalars(select(BackupImport))
            [uploaded] = await session.scalars(select(Backup).where(Backup.kind == "uploaded"))
        assert (row.state, uploaded.state) == ("done", "done")

    async def test_can_be_cancelled_until_then(self, whole: Whole) -> None:
        name = (await backed_up(whole))["name"]
        before = await whole.rows()
        await whole.cms.post(f"/cms/backups/{name}/imports", headers=whole.headers, json={})
        assert (await whole.cms.delete("/cms/backups/imports/latest", headers=whole.headers)).status_code == 204
        await run_jobs(whole.cms, "backups.import")
        told = (await whole.cms.get("/cms/backups/imports/latest", headers=whole.headers)).json()["latest"]
        assert told["state"] == "cancelled"
        assert await whole.rows() == before


async def _passed_by(*_: object) -> None: ...

"""What follows from an import: what others are told, who is logged out, what is not sent."""

import pytest
from sqlalchemy import delete, select, text

from auth.sessions.models import LoginSession
from cms.config_entries.entries import SITE_NAME, entries
from cms.files.models import Entity
from content.pages.models import Page
from kit.audit import AuditEntry
from kit.tables import OutboxRow
from tests.cms import factory
from tests.cms.backups.archives import archive_of, put, wipe
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs


class TestImport:
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

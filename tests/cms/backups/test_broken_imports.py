"""Imports that break off: nothing has changed, or all of it is carried through."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, func, select, text, update

from cms.backups.models import Backup, BackupImport
from cms.backups.repository import CARRIED_DAYS
from cms.backups.tasks import carry_through
from cms.files.models import Entity
from cms.files.tasks import delete_objects_later
from ecom.brands.models import Brand
from kit.errors import Unavailable
from kit.tables import Job
from kit.testing import Tokens
from tests.cms import factory
from tests.cms.backups.archives import archive_of, begin, latest_import, listed, put
from tests.cms.backups.conftest import Whole
from tests.kit.working import run_jobs
from tests.restored_rows import without_versions


async def break_off(whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    """One attempt, which is killed once it has written down that the import is decided."""

    async def die(_gate: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("kit.backups.gate.Gate.open", die)
        await run_jobs(whole.cms, "backups.import")


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
        assert (answer.status_code, answer.json()["code"]) == (409, "backup_revision_differs"), answer.text
        assert await whole.rows() == before

    async def test_is_carried_through_once_it_is_decided(self, whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
        archive = await archive_of(whole)
        before = await whole.rows()
        async with whole.services["ecom"].kit.database.transaction() as session:
            session.add(Brand(name="Later"))
        await begin(whole, archive)

        await break_off(whole, monkeypatch)
        assert len((await whole.rows())["ecom.brands"]) == 2
        await run_jobs(whole.cms, "backups.import")
        assert without_versions(await whole.rows()) == without_versions(before)
        async with whole.cms.kit.database.transaction() as session:
            [row] = await session.scalars(select(BackupImport))
            [uploaded] = await session.scalars(select(Backup).where(Backup.kind == "uploaded"))
        assert (row.state, uploaded.state) == ("done", "done")

    async def test_brings_files_back_again_that_were_deleted_in_between(
        self, whole: Whole, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file was removed for good just before; the deletion of its content waits."""
        archive, objects = await archive_of(whole), await whole.objects()
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(delete(Entity))
            await delete_objects_later(session, [*objects])
        await begin(whole, archive)
        await break_off(whole, monkeypatch)
        await run_jobs(whole.cms, "files.delete_objects")
        assert await whole.objects() == {}
        await run_jobs(whole.cms, "backups.import")
        assert (await latest_import(whole))["state"] == "done"
        assert await whole.objects() == objects

    async def test_tells_what_was_mended_by_an_attempt_before(
        self, whole: Whole, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        archive, (key, *_) = await archive_of(whole), await whole.objects()
        await whole.damage(key)
        await begin(whole, archive)
        await break_off(whole, monkeypatch)
        await run_jobs(whole.cms, "backups.import")
        told = await latest_import(whole)
        assert (told["state"], told["mendedFiles"]) == ("done", 1)

    async def test_tells_what_was_lost_in_an_attempt_before(
        self, whole: Whole, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """All services had restored; they are asked again, and do nothing then."""
        await factory.email(whole.cms, state="queued", has_secret=False)
        archive = await archive_of(whole)
        monkeypatch.setattr("kit.sealing.Vault.unseal", lambda *_: None)
        await begin(whole, archive)
        with monkeypatch.context() as patched:
            patched.setattr("cms.backups.importing.InternalClient.post", _away)
            [job] = await run_jobs(whole.cms, "backups.import")
        assert job.state == "queued", job.error
        assert [row["state"] for row in (await whole.rows())["cms.emails"]] == ["failed"]
        [job] = await run_jobs(whole.cms, "backups.import")
        assert job.state == "done", job.error
        lost = {"secretSettings": 1, "queuedEmails": 1}
        assert (job.result["lost"], (await latest_import(whole))["lost"]) == (lost, lost)

    async def test_is_given_up_before_services_forget_that_they_have_restored(self, whole: Whole) -> None:
        await begin(whole, await archive_of(whole))
        for days, state in ((CARRIED_DAYS - 1, "running"), (CARRIED_DAYS + 1, "failed")):
            async with whole.cms.kit.database.transaction() as session:
                await session.execute(update(Job).values(state="failed"))
                decided = datetime.now(UTC) - timedelta(days=days)
                await session.execute(update(BackupImport).values(decided_at=decided))
            await carry_through(whole.cms.kit)
            assert (await latest_import(whole))["state"] == state

    @pytest.mark.parametrize("way", ["import", "backup", "job"])
    async def test_can_be_cancelled_until_then(self, whole: Whole, way: str) -> None:
        archive = await archive_of(whole)
        before = await whole.rows()
        await begin(whole, archive)
        told = await latest_import(whole)
        match way:
            case "import":
                answer = await whole.cms.delete("/cms/backups/imports/latest", headers=whole.headers)
            case "backup":
                # It is the one that was just uploaded, which the import checks.
                address = f"/cms/backups/{told['backup']}/cancellation"
                answer = await whole.cms.post(address, headers=whole.headers)
            case _:
                answer = await whole.cms.post(f"/cms/jobs/{told['jobId']}/cancellation", headers=whole.headers)
        assert answer.status_code == 204, answer.text
        await run_jobs(whole.cms, "backups.import")
        assert (await latest_import(whole))["state"] == "cancelled"
        assert {backup["state"] for backup in await listed(whole)} == {"done", "cancelled"}
        assert await whole.rows() == before

    async def test_can_be_cancelled_by_super_users_alone_in_session(self, whole: Whole, tokens: Tokens) -> None:
        await begin(whole, await archive_of(whole))
        told = await latest_import(whole)
        job = f"/cms/jobs/{told['jobId']}"
        calls = [
            ("DELETE", "/cms/backups/imports/latest"),
            ("POST", f"/cms/backups/{told['backup']}/cancellation"),
            ("POST", f"{job}/cancellation"),
        ]
        program = {"Authorization": f"Bearer {tokens.api_token('super')}"}
        for headers, code in ((tokens.bearer("admin"), "scope_missing"), (program, "needs_session")):
            assert (await whole.cms.get(job, headers=headers)).json()["isCancellable"] is False
            for method, address in calls:
                answer = await whole.cms.request(method, address, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (403, code), address
        assert (await latest_import(whole))["state"] == "running"
        assert (await whole.cms.get(job, headers=whole.headers)).json()["isCancellable"] is True
        await run_jobs(whole.cms, "backups.import")
        assert (await latest_import(whole))["state"] == "done"

    async def test_cannot_be_cancelled_once_it_is_decided(self, whole: Whole) -> None:
        await begin(whole, await archive_of(whole))
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(update(BackupImport).values(decided_at=func.now()))
        job = f"/cms/jobs/{(await latest_import(whole))['jobId']}/cancellation"
        by_job = await whole.cms.post(job, headers=whole.headers)
        assert (by_job.status_code, by_job.json()["code"]) == (409, "job_not_cancellable")
        answer = await whole.cms.delete("/cms/backups/imports/latest", headers=whole.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_cancel")


async def _passed_by(*_: object) -> None: ...


async def _away(*_: object) -> None:
    raise Unavailable

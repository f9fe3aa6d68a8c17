"""Backups that are made, and cancelled."""

import asyncio
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import func, select, update

from cms.backups.checking import check
from cms.backups.contents import Contents
from cms.backups.models import Backup
from cms.files.tasks import OBJECTS
from kit.audit import AuditEntry
from kit.locks import try_lock_named
from kit.tables import Job
from tests.cms.backups.archives import archive_of, backed_up, code_of, listed, taken_apart
from tests.cms.backups.conftest import Whole
from tests.cms.file_library import until_somebody_keeps_objects
from tests.kit.working import run_jobs
from tests.waiting_transactions import until_somebody_waits

_DELETING = select(func.pg_advisory_xact_lock_shared(func.hashtextextended(OBJECTS, 0)))


async def cancelled_at(whole: Whole) -> datetime | None:
    """When the only backup was cancelled."""
    async with whole.cms.kit.database.transaction() as session:
        return (await session.scalars(select(Backup.cancelled_at))).one()


class TestCreate:
    async def test_tells_what_is_in_it(self, whole: Whole) -> None:
        told = await backed_up(whole)
        assert told["contents"]["files"] == {"count": 3, "bytes": 900_000}
        counts = told["contents"]["parts"]["shop"]["counts"]
        assert (counts["brands"], counts["categories"]) == (1, 0)
        # How many ordered of late is about the site as it was.
        assert "checkout_counts" not in counts
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

    @pytest.mark.parametrize("place", ["/cms/backups/{name}", "/cms/jobs/{jobId}"])
    async def test_can_be_cancelled(self, whole: Whole, place: str) -> None:
        headers = {**whole.headers, "Prefer": "respond-async"}
        await whole.cms.post("/cms/backups", headers=headers)
        [backup] = await listed(whole)
        assert backup["state"] == "running"
        job = (await whole.cms.get(f"/cms/jobs/{backup['jobId']}", headers=whole.headers)).json()
        assert job["isCancellable"] is True
        answer = await whole.cms.post(f"{place.format(**backup)}/cancellation", headers=whole.headers)
        assert answer.status_code == 204, answer.text
        # Somebody else cancels it, too: it is one cancellation, of the moment of the first.
        at = await cancelled_at(whole)
        again = await whole.cms.post(f"{place.format(**backup)}/cancellation", headers=whole.headers)
        assert (again.status_code, await cancelled_at(whole)) == (204, at)
        await run_jobs(whole.cms, "backups.create")
        [backup] = await listed(whole)
        assert backup["state"] == "cancelled"
        assert [each async for each in whole.cms.kit.storage.list("backups/")] == []
        async with whole.cms.kit.database.transaction() as session:
            entry = (await session.scalars(select(AuditEntry).where(AuditEntry.action == "job.cancelled"))).one()
        assert (entry.subject_type, entry.subject_name) == ("job", "backups.create")
        over = await whole.cms.post(f"/cms/backups/{backup['name']}/cancellation", headers=whole.headers)
        assert (over.status_code, over.json()["code"]) == (409, "nothing_to_cancel")

    async def test_the_check_of_an_upload_can_be_cancelled_to_its_end(
        self, whole: Whole, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        files = {"backup-archive": ("site.tar", await archive_of(whole))}
        headers = {**whole.headers, "Prefer": "respond-async"}
        await whole.cms.post("/cms/backups/archives", headers=headers, files=files)

        async def check_and_cancel(*args: Any) -> Contents:
            contents = await check(*args)
            async with whole.cms.kit.database.transaction() as session:
                await session.execute(update(Backup).values(cancelled_at=func.now()))
            return contents

        monkeypatch.setattr("cms.backups.making.check", check_and_cancel)
        [job] = await run_jobs(whole.cms, "backups.check")
        assert (job.state, code_of(job)) == ("failed", "backup_cancelled")
        [backup] = [each for each in await listed(whole) if each["kind"] == "uploaded"]
        assert (backup["state"], backup["problem"]) == ("cancelled", "It was cancelled.")

    async def test_a_lost_worker_does_not_stop_the_next_one(self, whole: Whole) -> None:
        await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(update(Job).values(state="failed", error={"detail": "lost"}))
        assert (await backed_up(whole))["size"] > 900_000

    async def test_waits_for_files_that_are_being_deleted(self, whole: Whole) -> None:
        await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(_DELETING)
            making = asyncio.create_task(run_jobs(whole.cms, "backups.create"))
            await until_somebody_waits(session)
            # It stands in line: nobody who comes now is let in before it.
            await until_somebody_keeps_objects(whole.cms)
        [job] = await making
        assert (job.state, job.attempts) == ("done", 1)
        async with try_lock_named(whole.cms.kit.database, OBJECTS) as is_free:
            assert is_free

    async def test_can_be_cancelled_while_it_waits(self, whole: Whole) -> None:
        await whole.cms.post("/cms/backups", headers={**whole.headers, "Prefer": "respond-async"})
        [backup] = await listed(whole)
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(_DELETING)
            making = asyncio.create_task(run_jobs(whole.cms, "backups.create"))
            await until_somebody_waits(session)
            await whole.cms.post(f"/cms/backups/{backup['name']}/cancellation", headers=whole.headers)
            [job] = await making
        assert (job.state, code_of(job)) == ("failed", "backup_cancelled")
        async with try_lock_named(whole.cms.kit.database, OBJECTS) as is_free:
            assert is_free

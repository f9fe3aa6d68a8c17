"""Imports that break off: nothing has changed, or all of it is carried through."""

from typing import Any

import pytest
from sqlalchemy import func, select, text, update

from cms.backups.models import Backup, BackupImport
from ecom.brands.models import Brand
from tests.cms.backups.archives import archive_of, begin, listed, put
from tests.cms.backups.conftest import Whole, without_versions
from tests.kit.working import run_jobs


async def latest(whole: Whole) -> dict[str, Any]:
    """The import that was begun last."""
    answer = await whole.cms.get("/cms/backups/imports/latest", headers=whole.headers)
    told: dict[str, Any] = answer.json()["latest"]
    return told


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
        await begin(whole, archive)

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

    @pytest.mark.parametrize("way", ["import", "backup", "job"])
    async def test_can_be_cancelled_until_then(self, whole: Whole, way: str) -> None:
        archive = await archive_of(whole)
        before = await whole.rows()
        await begin(whole, archive)
        told = await latest(whole)
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
        assert (await latest(whole))["state"] == "cancelled"
        assert {backup["state"] for backup in await listed(whole)} == {"done", "cancelled"}
        assert await whole.rows() == before

    async def test_cannot_be_cancelled_once_it_is_decided(self, whole: Whole) -> None:
        await begin(whole, await archive_of(whole))
        async with whole.cms.kit.database.transaction() as session:
            await session.execute(update(BackupImport).values(decided_at=func.now()))
        job = f"/cms/jobs/{(await latest(whole))['jobId']}/cancellation"
        by_job = await whole.cms.post(job, headers=whole.headers)
        assert (by_job.status_code, by_job.json()["code"]) == (409, "job_not_cancellable")
        answer = await whole.cms.delete("/cms/backups/imports/latest", headers=whole.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_cancel")


async def _passed_by(*_: object) -> None: ...

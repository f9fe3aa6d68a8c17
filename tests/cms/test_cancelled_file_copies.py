"""Copies of other sites' images that are broken off: nothing of them stays."""

import asyncio
import contextvars
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, text, update

from cms import worker
from cms.file_copies import copying
from cms.file_copies.models import FileCopy
from cms.uploads.examining import examined
from kit import outbound
from kit.cancellable import was_cancelled
from kit.jobs import Run, enqueue
from tests.cms.copy_calls import OTHER, PNG, Editor, client, editor, elsewhere, names_in
from tests.cms.file_library import keys_stored
from tests.elsewhere import Elsewhere
from tests.kit.waiting import eventually
from tests.kit.working import run_jobs
from tests.waiting_transactions import until_somebody_waits

__all__ = ["client", "editor", "elsewhere", "worker"]


class TestBrokenOff:
    async def test_nothing_of_it_stays_where_the_storage_fails(
        self, editor: Editor, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        elsewhere.files |= {"/one.png": PNG, "/two.png": OTHER}
        seen = list[str]()

        async def fails_once(state: Any, content: Any, name: str) -> Any:
            seen.append(name)
            if len(seen) == 2:
                raise ConnectionError("the scanner is away")
            return await examined(state, content, name)

        monkeypatch.setattr(copying, "examined", fails_once)
        addresses = [f"{elsewhere.address}/{name}.png" for name in ("one", "two")]
        await editor.ask(*addresses, Prefer="respond-async")
        [job] = await run_jobs(editor.client, "file_copies.copy")
        assert (job.state, await keys_stored(editor.client), await names_in(editor.client)) == ("queued", set(), [])
        [job] = await run_jobs(editor.client, "file_copies.copy")
        assert job.state == "done"
        assert await names_in(editor.client) == ["one.png", "two.png"]


class TestCancel:
    async def begun(self, editor: Editor, *addresses: str) -> str:
        """The path that cancels a job which copies these."""
        answer = await editor.ask(*addresses, Prefer="respond-async")
        return f"/cms/jobs/{answer.json()['id']}/cancellation"

    async def test_nothing_of_it_stays_and_no_site_is_waited_for(
        self, editor: Editor, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # So that the job does not end by it, nor hears of the first call before the second is answered.
        monkeypatch.setattr(outbound, "SECONDS", 120.0)
        monkeypatch.setattr(copying, "_LOOK_EVERY", 5.0)
        elsewhere.files |= {"/one.png": PNG, "/two.png": OTHER}
        elsewhere.silent.add("/two.png")
        cancellation = await self.begun(editor, f"{elsewhere.address}/one.png", f"{elsewhere.address}/two.png")
        working = asyncio.create_task(run_jobs(editor.client, "file_copies.copy"))
        await eventually(lambda: "/two.png" in elsewhere.asked)

        async def is_one_here() -> bool:
            return await keys_stored(editor.client) != set()

        await eventually(is_one_here)
        answers = [await editor.client.post(cancellation, headers=editor.headers) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [204, 204]
        [job] = await working
        assert job.error is not None
        assert (job.state, job.error["code"], was_cancelled(job)) == ("failed", "copy_cancelled", True)
        assert (await names_in(editor.client), await keys_stored(editor.client)) == ([], set())

    async def test_nothing_stays_of_what_was_stored_a_moment_before(
        self, editor: Editor, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        is_telling = asyncio.Event()

        async def tell(*_: Any) -> None:
            is_telling.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(Run, "progress", tell)
        elsewhere.files["/one.png"] = PNG
        cancellation = await self.begun(editor, f"{elsewhere.address}/one.png")
        working = asyncio.create_task(run_jobs(editor.client, "file_copies.copy"))
        await asyncio.wait_for(is_telling.wait(), 60)
        assert len(await keys_stored(editor.client)) == 1
        assert (await editor.client.post(cancellation, headers=editor.headers)).status_code == 204
        await working
        assert await keys_stored(editor.client) == set()

    async def test_no_site_is_asked_where_it_had_not_begun(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files["/one.png"] = PNG
        cancellation = await self.begun(editor, f"{elsewhere.address}/one.png")
        assert (await editor.client.post(cancellation, headers=editor.headers)).status_code == 204
        [job] = await run_jobs(editor.client, "file_copies.copy")
        assert (job.error or {})["code"] == "copy_cancelled"
        assert elsewhere.asked == []

    async def test_not_once_files_are_made_of_them(self, editor: Editor, elsewhere: Elsewhere) -> None:
        elsewhere.files["/one.png"] = PNG
        cancellation = await self.begun(editor, f"{elsewhere.address}/one.png")
        # The worker's calls are not made in the transaction of this test.
        outside = contextvars.copy_context()
        async with editor.client.kit.database.transaction() as session:
            await session.execute(text("LOCK TABLE entities IN SHARE MODE"))
            working = asyncio.create_task(run_jobs(editor.client, "file_copies.copy"), context=outside)
            await until_somebody_waits(session)
            answer = await editor.client.post(cancellation, headers=editor.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "job_not_cancellable")
        [job] = await working
        assert (job.state, await names_in(editor.client)) == ("done", ["one.png"])

    async def test_what_is_known_of_it_is_forgotten_after_a_week(self, editor: Editor) -> None:
        for _ in range(2):
            await self.begun(editor, "https://elsewhere.example/one.png")
        async with editor.client.kit.database.transaction() as session:
            one = select(FileCopy.id).limit(1).scalar_subquery()
            old = update(FileCopy).where(FileCopy.id == one).values(created_at=datetime(2020, 1, 1, tzinfo=UTC))
            await session.execute(old)
            await enqueue(session, "file_copies.purge", {})
        await run_jobs(editor.client, "file_copies.purge")
        async with editor.client.kit.database.reading() as session:
            assert len((await session.scalars(select(FileCopy.id))).all()) == 1

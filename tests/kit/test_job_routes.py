import asyncio
import time
import uuid
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from kit.audit import AuditEntry
from kit.job_streams import WATCHING_AT_ONCE
from kit.runner import Runner
from kit.tables import ConsumedEvent, Job
from kit.testing import ServiceClient, Tokens
from tests.kit.job_callers import hanging_up
from tests.kit.job_rows import queue
from tests.kit.waiting import eventually


class TestAnswers:
    async def test_at_once_when_preferred(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = {**tokens.bearer(), "Prefer": "return=minimal, respond-async"}
        answer = await client.post("/crm/things/jobs?wait=5", headers=headers)
        assert answer.status_code == 202
        assert answer.headers["preference-applied"] == "respond-async"
        assert answer.headers["location"] == f"/crm/jobs/{answer.json()['id']}"
        assert answer.json()["state"] == "queued"

    async def test_with_the_result_when_it_is_there_in_time(self, client: ServiceClient, tokens: Tokens) -> None:
        asked = asyncio.create_task(client.post("/crm/things/jobs?wait=60", headers=tokens.bearer()))
        await eventually(lambda: work_once(client))
        answer = await asked
        assert (answer.status_code, answer.json()) == (200, {"rows": 2})

    async def test_without_it_when_it_is_not(self, client: ServiceClient, tokens: Tokens) -> None:
        began = time.monotonic()
        answer = await client.post("/crm/things/jobs?wait=0.3", headers=tokens.bearer())
        assert answer.status_code == 202
        # Nobody works: else it would wait for ever.
        assert time.monotonic() - began > 0.3

    async def test_with_the_error_that_it_ended_with(self, client: ServiceClient, tokens: Tokens) -> None:
        address = "/crm/things/jobs?wait=60&name=things.take"
        asked = asyncio.create_task(client.post(address, headers=tokens.bearer()))
        await eventually(lambda: work_once(client))
        answer = await asked
        problem = answer.json()
        assert (answer.status_code, problem["code"], problem["detail"]) == (409, "thing_taken", "Somebody has it.")
        assert problem["errors"] == [{"field": "parts.0.nodeId", "code": "taken", "detail": "Taken."}]
        assert problem["changedBy"] == {"name": "Ada"}
        job = await client.get(problem["job"], headers=tokens.bearer("admin"))
        assert job.json()["error"] == {
            "code": "thing_taken",
            "detail": "Somebody has it.",
            "status": 409,
            "errors": problem["errors"],
        }

    async def test_as_soon_as_it_is_there(
        self, client: ServiceClient, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Woken, and not by looking again and again."""
        monkeypatch.setattr("kit.job_routes.UNWOKEN_SECONDS", 3600.0)
        asked = asyncio.create_task(client.post("/crm/things/jobs?wait=60", headers=tokens.bearer()))
        await eventually(lambda: work_once(client))
        assert (await asyncio.wait_for(asked, 50)).status_code == 200

    async def test_nobody_who_has_gone(self, client: ServiceClient, tokens: Tokens) -> None:
        caller = str(uuid.uuid4())
        transport, hung_up = hanging_up(client)
        async with httpx.AsyncClient(transport=transport, base_url=client.base_url) as leaving:
            headers = tokens.bearer(user=caller)
            asked = asyncio.create_task(leaving.post("/crm/things/jobs?wait=60", headers=headers))
            await eventually(lambda: client.kit.watching[caller] == 1)
            hung_up.set()
            await eventually(lambda: caller not in client.kit.watching)
            await asyncio.wait([asked])

    async def test_at_once_to_somebody_who_waits_for_many(self, client: ServiceClient, tokens: Tokens) -> None:
        caller = str(uuid.uuid4())
        client.kit.watching[caller] = WATCHING_AT_ONCE
        answer = await client.post("/crm/things/jobs?wait=60", headers=tokens.bearer(user=caller))
        assert (answer.status_code, answer.json()["state"]) == (202, "queued")

    async def test_with_the_failure(self, client: ServiceClient, tokens: Tokens) -> None:
        asked = asyncio.create_task(client.post("/crm/things/jobs?wait=60", headers=tokens.bearer()))
        await eventually(lambda: fail_all(client))
        answer = await asked
        assert (answer.status_code, answer.json()["code"], answer.json()["jobCode"]) == (503, "job_failed", "broken")


async def first_job(client: ServiceClient) -> uuid.UUID | None:
    async with client.kit.database.transaction() as session:
        found: uuid.UUID | None = await session.scalar(select(Job.id))
        return found


async def work_once(client: ServiceClient) -> bool:
    job = await first_job(client)
    if job is not None:
        await Runner(client.kit, 1).run(job)
    return job is not None


async def fail_all(client: ServiceClient) -> bool:
    if await first_job(client) is None:
        return False
    async with client.kit.database.transaction() as session:
        await session.execute(update(Job).values(state="failed", error={"code": "broken", "detail": "It broke."}))
    return True


async def test_a_job_that_no_route_shows_is_not_begun(
    client: ServiceClient, tokens: Tokens, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await client.post("/crm/things/unwatched-jobs", headers=tokens.bearer())
    assert (answer.status_code, await first_job(client)) == (500, None)
    assert "add jobs_router('/crm/unwatched') to app.py" in caplog.text


class TestRoutes:
    async def test_show_a_job_to_who_made_it_and_to_admins(self, client: ServiceClient, tokens: Tokens) -> None:
        mine = str(uuid.uuid4())
        identifier = await queue(client, "things.count", {"rows": 1}, created_by=mine)
        own = await client.get(f"/crm/jobs/{identifier}", headers=tokens.bearer(user=mine))
        assert (own.status_code, own.json()["state"]) == (200, "queued")
        assert (await client.get(f"/crm/jobs/{identifier}", headers=tokens.bearer("admin"))).status_code == 200
        other = await client.get(f"/crm/jobs/{identifier}", headers=tokens.bearer("editor"))
        assert (other.status_code, other.json()["code"]) == (404, "job_not_found")
        assert (await client.get(f"/crm/jobs/{identifier}")).status_code == 401

    async def test_dismiss_what_failed_and_take_that_back(self, client: ServiceClient, tokens: Tokens) -> None:
        mine = str(uuid.uuid4())
        job = await queue(client, "things.count", {"rows": 1}, created_by=mine)
        await fail_all(client)
        address = f"/crm/jobs/{job}/dismissal"

        async def listed(is_dismissed: bool) -> list[str]:
            query: dict[str, Any] = {"is-dismissed": is_dismissed, "state": "failed"}
            answer = await client.get("/crm/jobs", headers=tokens.bearer("admin"), params=query)
            return [each["id"] for each in answer.json()["results"]]

        assert (await listed(False), await listed(True)) == ([str(job)], [])
        stranger = await client.put(address, headers=tokens.bearer("editor"))
        assert (stranger.status_code, stranger.json()["code"]) == (404, "job_not_found")
        # Somebody else who may see it, twice, is one dismissal.
        for _ in range(2):
            dismissed = await client.put(address, headers=tokens.bearer("admin"))
            assert dismissed.status_code == 200
            assert dismissed.json()["dismissedAt"] is not None
        assert (await listed(False), await listed(True)) == ([], [str(job)])
        back = await client.delete(address, headers=tokens.bearer(user=mine))
        assert back.json()["dismissedAt"] is None
        assert (await listed(False), await listed(True)) == ([str(job)], [])
        async with client.kit.database.transaction() as session:
            entries = (await session.scalars(select(AuditEntry).order_by(AuditEntry.id))).all()
        assert [(each.action, each.subject_id) for each in entries] == [
            ("job.dismissed", job),
            ("job.undismissed", job),
        ]

    async def test_dismiss_nothing_that_has_not_failed(self, client: ServiceClient, tokens: Tokens) -> None:
        mine = str(uuid.uuid4())
        job = await queue(client, "things.count", {"rows": 1}, created_by=mine)
        for call in (client.put, client.delete):
            answer = await call(f"/crm/jobs/{job}/dismissal", headers=tokens.bearer(user=mine))
            assert (answer.status_code, answer.json()["code"]) == (409, "job_not_dismissable")
        assert (await client.put(f"/crm/jobs/{uuid.uuid4()}/dismissal", headers=tokens.bearer())).status_code == 404

    async def test_list_to_each_their_own_and_to_admins_what_people_started_and_what_failed(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        mine, theirs = str(uuid.uuid4()), str(uuid.uuid4())
        one = await queue(client, "things.count", {"rows": 1}, created_by=mine)
        other = await queue(client, "things.count", {"rows": 2}, created_by=theirs)
        site = await queue(client, "things.count", {"rows": 3})

        async def listed(headers: dict[str, str], **query: str | int) -> list[str]:
            answer = await client.get("/crm/jobs", headers=headers, params=query)
            assert answer.status_code == 200
            return [job["id"] for job in answer.json()["results"]]

        assert await listed(tokens.bearer(user=mine)) == [str(one)]
        assert await listed(tokens.bearer("admin")) == [str(other), str(one)]
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).where(Job.id == site).values(state="failed"))
        assert await listed(tokens.bearer("admin")) == [str(site), str(other), str(one)]
        assert await listed(tokens.bearer("admin"), state="failed") == [str(site)]
        assert await listed(tokens.bearer("admin"), sort="createdAt", limit=1, start=1) == [str(other)]
        unknown = await client.get("/crm/jobs", headers=tokens.bearer("admin"), params={"state": "lost"})
        assert unknown.status_code == 422

    async def test_find_jobs_by_words_kinds_and_who_started_them(self, client: ServiceClient, tokens: Tokens) -> None:
        ada, bob = str(uuid.uuid4()), str(uuid.uuid4())
        counting = await queue(client, "things.count", {"rows": 1}, created_by=ada)
        taking = await queue(client, "things.take", created_by=bob)
        failed = await queue(client, "things.count", {"rows": 3}, created_by=bob)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).where(Job.id == taking).values(message="4 of 10 pages"))
            error = {"code": "full", "detail": "The disk is 100% full."}
            await session.execute(update(Job).where(Job.id == failed).values(state="failed", error=error))

        async def found(headers: dict[str, str] = tokens.bearer("admin"), /, **query: str | list[str]) -> set[str]:
            answer = await client.get("/crm/jobs", headers=headers, params=query)
            assert answer.status_code == 200, answer.text
            return {job["id"] for job in answer.json()["results"]}

        assert await found(q="PAGES 10") == {str(taking)}
        assert await found(q="100% full") == {str(failed)}
        assert await found(q="%") == {str(failed)}
        assert await found(q="things.take") == {str(taking)}
        assert await found(q="Deletion") == set()
        assert await found(q="Deletion", **{"or-kind": ["things.take", "things.lost"]}) == {str(taking)}
        assert await found(q="Bob", **{"or-starter": [bob]}) == {str(taking), str(failed)}
        assert await found(q="Bob", state="failed", **{"or-starter": [bob]}) == {str(failed)}
        # What counts beside the words narrows nothing where there are none, and opens nothing.
        assert len(await found(**{"or-kind": ["things.take"]})) == 3
        assert await found(tokens.bearer(user=ada), q="Bob", **{"or-starter": [bob]}) == set()
        assert await found(tokens.bearer(user=ada), q="count") == {str(counting)}
        wrong = await client.get("/crm/jobs?or-starter=nobody", headers=tokens.bearer("admin"))
        assert wrong.status_code == 422

    async def test_sort_by_the_end_too(self, client: ServiceClient, tokens: Tokens) -> None:
        mine = str(uuid.uuid4())
        jobs = [await queue(client, "things.count", {"rows": 1}, created_by=mine) for _ in range(3)]
        async with client.kit.database.transaction() as session:
            for job, day in ((jobs[0], 2), (jobs[2], 1)):
                ended = datetime(2026, 1, day, tzinfo=UTC)
                await session.execute(update(Job).where(Job.id == job).values(finished_at=ended))
        for sort, order in (("finishedAt", (2, 0, 1)), ("-finishedAt", (1, 0, 2))):
            answer = await client.get(f"/crm/jobs?sort={sort}", headers=tokens.bearer(user=mine))
            assert [job["id"] for job in answer.json()["results"]] == [str(jobs[each]) for each in order]

    async def test_cancel_what_can_be_as_long_as_it_is_not_finished(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        mine = str(uuid.uuid4())
        mark = uuid.uuid4()
        waiting = await queue(client, "things.wait", {"eventId": str(mark)}, created_by=mine)
        address = f"/crm/jobs/{waiting}"
        assert (await client.get(address, headers=tokens.bearer(user=mine))).json()["isCancellable"] is True
        stranger = await client.post(f"{address}/cancellation", headers=tokens.bearer("editor"))
        assert stranger.json()["code"] == "job_not_found"
        answer = await client.post(f"{address}/cancellation", headers=tokens.bearer(user=mine))
        assert answer.status_code == 204
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(ConsumedEvent.event_id)) == mark
        await Runner(client.kit, 1).run(waiting)
        over = await client.post(f"{address}/cancellation", headers=tokens.bearer(user=mine))
        assert (over.status_code, over.json()["code"]) == (409, "job_not_cancellable")
        assert (await client.get(address, headers=tokens.bearer(user=mine))).json()["isCancellable"] is False

        counting = await queue(client, "things.count", {"rows": 1}, created_by=mine)
        decided = await queue(client, "things.wait", {"eventId": str(mark), "isDecided": True}, created_by=mine)
        for job in (counting, decided):
            never = await client.post(f"/crm/jobs/{job}/cancellation", headers=tokens.bearer(user=mine))
            assert (never.status_code, never.json()["code"]) == (409, "job_not_cancellable")

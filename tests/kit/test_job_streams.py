"""A job's changes as server-sent events."""

import asyncio
import json
import uuid
from typing import Any

import httpx
import pytest

from kit.job_streams import WATCHING_AT_ONCE
from kit.revocation import key_of
from kit.runner import Runner
from kit.testing import ServiceClient, Tokens
from tests.kit.job_callers import hanging_up, watching
from tests.kit.job_rows import queue
from tests.kit.waiting import eventually


class TestStreams:
    async def test_stream_its_changes_until_the_end(self, client: ServiceClient, tokens: Tokens) -> None:
        identifier = await queue(client, "things.count", {"rows": 2})
        begun = asyncio.Event()
        async with watching(client, begun) as watcher:
            events = asyncio.create_task(watcher.get(f"/crm/jobs/{identifier}/events", headers=tokens.bearer("admin")))
            await asyncio.wait_for(begun.wait(), 60)
            await Runner(client.kit, 1).run(identifier)
            answer = await asyncio.wait_for(events, 60)
        assert answer.headers["content-type"].startswith("text/event-stream")
        # An nginx in front would else gather the events.
        assert answer.headers["x-accel-buffering"] == "no"
        messages = [json.loads(part.partition("data: ")[2]) for part in answer.text.strip().split("\n\n")]
        assert [messages[0]["state"], messages[-1]["state"]] == ["queued", "done"]
        assert messages[-1]["result"] == {"rows": 2}

    async def test_stream_a_few_at_once_to_one_caller_and_again_when_those_have_ended(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        identifier = await queue(client, "things.count", {"rows": 2})
        address, mine = f"/crm/jobs/{identifier}/events", tokens.bearer("admin")
        asked = [asyncio.create_task(client.get(address, headers=mine)) for _ in range(WATCHING_AT_ONCE + 1)]
        (refused,), begun = await asyncio.wait(asked, timeout=60, return_when=asyncio.FIRST_COMPLETED)
        assert refused.result().status_code == 429
        assert refused.result().json()["code"] == "too_many_streams"
        other = asyncio.create_task(client.get(address, headers=tokens.bearer("admin")))
        await Runner(client.kit, 1).run(identifier)
        answers = await asyncio.wait_for(asyncio.gather(*begun, other), 60)
        assert [answer.status_code for answer in answers] == [200] * (WATCHING_AT_ONCE + 1)
        assert (await client.get(address, headers=mine)).status_code == 200

    async def test_stream_for_a_while_only_so_that_who_goes_on_has_to_be_allowed_to_again(
        self, client: ServiceClient, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.job_streams.STREAM_SECONDS", 0.0)
        mine = str(uuid.uuid4())
        identifier = await queue(client, "things.count", {"rows": 2}, created_by=mine)
        answer = await client.get(f"/crm/jobs/{identifier}/events", headers=tokens.bearer(user=mine))
        assert [json.loads(answer.text.partition("data: ")[2])["state"]] == ["queued"]
        assert mine not in client.kit.watching

    async def test_stream_to_nobody_who_has_gone(self, client: ServiceClient, tokens: Tokens) -> None:
        mine = str(uuid.uuid4())
        identifier = await queue(client, "things.count", {"rows": 2}, created_by=mine)
        transport, hung_up = hanging_up(client)
        async with httpx.AsyncClient(transport=transport, base_url=client.base_url) as leaving:
            asked = asyncio.create_task(leaving.get(f"/crm/jobs/{identifier}/events", headers=tokens.bearer(user=mine)))
            await eventually(lambda: client.kit.watching[mine] == 1)
            hung_up.set()
            await eventually(lambda: mine not in client.kit.watching)
            await asyncio.wait([asked])

    async def test_do_not_stream_what_is_not_there(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.get(f"/crm/jobs/{uuid.uuid4()}/events", headers=tokens.bearer("admin"))
        assert answer.status_code == 404

    async def test_stream_several_jobs_at_once_until_all_have_ended(
        self, client: ServiceClient, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Woken by each of them, and taking one place among those that a caller may have."""
        monkeypatch.setattr("kit.job_streams.UNWOKEN_SECONDS", 3600.0)
        mine = str(uuid.uuid4())
        jobs = [await queue(client, "things.count", {"rows": rows}, created_by=mine) for rows in (1, 2)]
        theirs = await queue(client, "things.count", {"rows": 3}, created_by=str(uuid.uuid4()))
        begun = asyncio.Event()
        query = {"id": [str(each) for each in (*jobs, theirs, jobs[0], uuid.uuid4())]}
        async with watching(client, begun) as watcher:
            asked = asyncio.create_task(watcher.get("/crm/jobs/events", params=query, headers=tokens.bearer(user=mine)))
            await asyncio.wait_for(begun.wait(), 60)
            assert client.kit.watching[mine] == 1
            for job in jobs:
                await Runner(client.kit, 1).run(job)
            answer = await asyncio.wait_for(asked, 60)
        told = [json.loads(each.partition("data: ")[2]) for each in answer.text.split("\n\n") if "data: " in each]
        for job in jobs:
            states = [each["state"] for each in told if each["id"] == str(job)]
            assert (states[0], states[-1]) == ("queued", "done")
        assert str(theirs) not in answer.text
        assert mine not in client.kit.watching

    async def test_stream_several_jobs_to_nobody_who_may_see_none(self, client: ServiceClient, tokens: Tokens) -> None:
        theirs = await queue(client, "things.count", {"rows": 3}, created_by=str(uuid.uuid4()))
        answer = await client.get("/crm/jobs/events", params={"id": str(theirs)}, headers=tokens.bearer())
        assert (answer.status_code, answer.json()["code"]) == (404, "job_not_found")
        queries: list[dict[str, Any]] = [{}, {"id": "nobody"}, {"id": [str(uuid.uuid4()) for _ in range(101)]}]
        for query in queries:
            refused = await client.get("/crm/jobs/events", params=query, headers=tokens.bearer())
            assert refused.status_code == 422

    async def test_stream_no_further_to_who_has_logged_out(
        self, client: ServiceClient, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.job_streams.UNWOKEN_SECONDS", 0.05)
        mine, session = str(uuid.uuid4()), str(uuid.uuid4())
        identifier = await queue(client, "things.count", {"rows": 2}, created_by=mine)
        begun = asyncio.Event()
        async with watching(client, begun) as watcher:
            headers = tokens.bearer(user=mine, sid=session)
            asked = asyncio.create_task(watcher.get(f"/crm/jobs/{identifier}/events", headers=headers))
            await asyncio.wait_for(begun.wait(), 60)
            await client.kit.redis.call(lambda redis: redis.set(key_of(session), b"1"))
            answer = await asyncio.wait_for(asked, 60)
        assert "queued" in answer.text
        await Runner(client.kit, 1).run(identifier)
        assert "done" not in answer.text

"""How a web process ends that is asked to: nothing under way is cut off without an answer."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace

import httpx
import orjson
import pytest
from sqlalchemy import text
from starlette.types import Message, Receive, Scope, Send

from kit.edge import Edge
from kit.jobs import enqueue
from kit.state import STOPPING
from kit.testing import ServiceClient, Tokens
from kit.testing.engines import free_port
from tests.forks import Fork
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, module_process, on_ports
from tests.waiting_transactions import until_somebody_waits

Web = tuple[Fork, httpx.AsyncClient]


@asynccontextmanager
async def serving(client: ServiceClient, tokens: Tokens, drain: int, module: str = "kit.serve") -> AsyncIterator[Web]:
    """The web process of crm, with the settings of a client, and a client of it."""
    port = free_port()
    async with AsyncExitStack() as stack:
        urls = await stack.enter_async_context(on_ports({"auth": tokens.app}))
        told = {**urls, "PORT": str(port), "DRAIN_SECONDS": str(drain)}
        process = await module_process(client, module, "crm", **told)
        stack.push_async_callback(end, process)
        web = await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60))
        await eventually(lambda: _answers(web))
        yield process, web


async def _answers(web: httpx.AsyncClient) -> bool:
    try:
        return (await web.get("/crm/internal/ready")).status_code == 200
    except httpx.HTTPError:
        return False


class TestAProcessThatIsAskedToStop:
    async def test_says_so_and_answers_on_until_a_second_signal(self, client: ServiceClient, tokens: Tokens) -> None:
        async with serving(client, tokens, drain=300) as (process, web):
            assert "connection" not in (await web.get("/crm/internal/health")).headers
            process.send_signal(signal.SIGTERM)

            async def is_leaving() -> bool:
                return (await web.get("/crm/internal/ready")).status_code == 503

            await eventually(is_leaving)
            answer = await web.get("/crm/internal/health")
            assert (answer.status_code, answer.headers["connection"]) == (200, "close")
            assert process.returncode is None
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), 60) == -signal.SIGTERM

    async def test_ends_by_itself(self, client: ServiceClient, tokens: Tokens) -> None:
        async with serving(client, tokens, drain=1) as (process, _):
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), 60) == -signal.SIGTERM

    async def test_finishes_what_is_under_way(self, client: ServiceClient, tokens: Tokens) -> None:
        async with serving(client, tokens, 0, "tests.kit.patient_serve") as (process, web):
            async with client.kit.database.transaction() as session:
                await session.execute(text("LOCK TABLE categories IN ACCESS EXCLUSIVE MODE"))
                bearer = tokens.bearer("crm:write")
                creating = asyncio.create_task(web.post("/crm/categories", json={"name": "Under way"}, headers=bearer))
                await until_somebody_waits(session)
                process.send_signal(signal.SIGTERM)

                async def is_closed() -> bool:
                    try:
                        async with httpx.AsyncClient(base_url=web.base_url) as other:
                            await other.get("/crm/internal/health")
                    except httpx.ConnectError:
                        return True
                    return False

                await eventually(is_closed)
            answer = await creating
            assert (answer.status_code, answer.headers["connection"]) == (201, "close")
            assert await asyncio.wait_for(process.wait(), 60) == -signal.SIGTERM


class TestWhatTakesTooLong:
    """Uvicorn cancels it, and by itself would answer 500."""

    @staticmethod
    async def _cancelled(*settled: str) -> list[Message]:
        begun = asyncio.Event()
        sent: list[Message] = []

        async def hang(scope: Scope, receive: Receive, send: Send) -> None:
            begun.set()
            await asyncio.Event().wait()

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        app = SimpleNamespace(state=SimpleNamespace(kit=SimpleNamespace(settled={*settled})))
        scope = {"type": "http", "path": "/x", "query_string": b"", "headers": [], "method": "PUT", "app": app}
        task = asyncio.create_task(Edge(hang)(scope, receive, send))
        await begun.wait()
        task.cancel()
        await task
        return sent

    async def test_is_told_to_try_again(self) -> None:
        begin, body = await self._cancelled(STOPPING)
        assert (begin["status"], orjson.loads(body["body"])["code"]) == (503, "process_stopping")
        assert (b"retry-after", b"1") in begin["headers"]

    async def test_is_cancelled_like_anything_else_in_a_process_that_stays(self) -> None:
        with pytest.raises(asyncio.CancelledError):
            await self._cancelled()


async def test_streams_of_jobs_end_so_that_another_process_is_asked(client: ServiceClient, tokens: Tokens) -> None:
    async with client.kit.database.transaction() as session:
        job = await enqueue(session, "things.wait", {}, delay=3600)
    watching = asyncio.create_task(client.get(f"/crm/jobs/{job.id}/events", headers=tokens.bearer("admin")))
    await eventually(lambda: client.kit.watching.total() == 1)
    assert not watching.done()
    client.kit.settled.add(STOPPING)
    answer = await asyncio.wait_for(watching, 60)
    assert answer.status_code == 200
    assert '"state":"queued"' in answer.text

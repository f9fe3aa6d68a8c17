import asyncio
import signal
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

import tests.kit.jobsite.worker  # noqa: F401  # registers its tasks
from kit.testing import ServiceClient, Start
from kit.testing.engines import start_redis, stop_redis
from kit.waker import LEASE_SECONDS
from kit.worker import _SWEEP_PAUSE
from tests.forks import Fork
from tests.kit.job_rows import effects, queue, row
from tests.kit.service import app
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, worker_process

StartWorker = Callable[[ServiceClient], Awaitable[Fork]]


@pytest.fixture
async def start_worker() -> AsyncIterator[StartWorker]:
    """Starts a worker process against the engines of a client; it is killed at the end."""
    async with AsyncExitStack() as stack:

        async def start(client: ServiceClient) -> Fork:
            process = await worker_process(client, "tests.kit.jobsite")
            stack.push_async_callback(end, process)
            return process

        yield start


def state_is(client: ServiceClient, identifier: uuid.UUID, state: str) -> Callable[[], Awaitable[bool]]:
    async def check() -> bool:
        return (await row(client, identifier)).state == state

    return check


class TestWorker:
    async def test_runs_what_is_enqueued(self, client: ServiceClient, start_worker: StartWorker) -> None:
        await start_worker(client)
        identifier = await queue(client, "jobsite.quick", {"n": 1})
        await eventually(state_is(client, identifier, "done"))
        assert (await row(client, identifier)).result == {"n": 1}

    async def test_that_is_killed_loses_nothing(
        self, client: ServiceClient, start_worker: StartWorker, tmp_path: Path
    ) -> None:
        hold, begun = tmp_path / "hold", tmp_path / "begun"
        hold.touch()
        first = await start_worker(client)
        identifier = await queue(client, "jobsite.slow", {"hold": str(hold), "begun": str(begun)})
        await eventually(begun.exists)
        redis = client.kit.redis.client
        [taken] = await redis.keys(f"arq:in-progress:{identifier}:*")
        assert 0 < await redis.ttl(taken) <= LEASE_SECONDS * 2
        first.kill()
        await first.communicate()
        hold.unlink()
        assert await redis.zcard("arq:crm:long") == 0, "all workers would ask for it again and again"
        left = await row(client, identifier)
        assert (left.state, await effects(client)) == ("running", 0)
        assert left.lease_until is not None
        # What is not waited for here: the lease, and the sweeper's round after it.
        wait = (left.lease_until - datetime.now(UTC)).total_seconds()
        assert wait + _SWEEP_PAUSE <= LEASE_SECONDS + _SWEEP_PAUSE < 60
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE jobs SET lease_until = now()"))
        await start_worker(client)
        await eventually(state_is(client, identifier, "done"))
        job = await row(client, identifier)
        assert (job.result, job.attempts, await effects(client)) == ("attempt 2", 2, 1)

    async def test_does_long_jobs_beside_one_another_and_before_a_backlog(
        self, client: ServiceClient, start_worker: StartWorker, tmp_path: Path
    ) -> None:
        hold, begun = tmp_path / "hold", tmp_path / "begun"
        hold.touch()
        for _ in range(20):
            await queue(client, "jobsite.backlog", {"hold": str(hold), "begun": str(begun)})
        await start_worker(client)
        await eventually(begun.exists)
        long = [tmp_path / f"begun {number}" for number in range(2)]
        jobs = [await queue(client, "jobsite.slow", {"hold": str(hold), "begun": str(each)}) for each in long]
        await eventually(lambda: all(each.exists() for each in long))
        async with client.kit.database.transaction() as session:
            working = await session.scalar(text("SELECT count(*) FROM jobs WHERE state = 'running'"))
        assert working == len(jobs) + 1, "of a backlog one is done at a time"
        hold.unlink()
        for job in jobs:
            await eventually(state_is(client, job, "done"))

    async def test_finds_what_a_wiped_redis_forgot(self, client: ServiceClient, start_worker: StartWorker) -> None:
        identifier = await queue(client, "jobsite.quick")
        await client.kit.redis.client.flushdb()
        await start_worker(client)
        await eventually(state_is(client, identifier, "done"))

    async def test_gives_its_jobs_back_when_it_is_stopped(
        self, client: ServiceClient, start_worker: StartWorker, tmp_path: Path
    ) -> None:
        hold, begun = tmp_path / "hold", tmp_path / "begun"
        hold.touch()
        worker = await start_worker(client)
        identifier = await queue(client, "jobsite.slow", {"hold": str(hold), "begun": str(begun)})
        await eventually(begun.exists)
        worker.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(worker.wait(), 60) == 0
        job = await row(client, identifier)
        assert (job.state, job.attempts, await effects(client)) == ("queued", 0, 0)
        # Another is told, by a wake of its own: those of one attempt count once in half a minute.
        waiting = await client.kit.redis.client.zrange("arq:crm:long", 0, -1)
        assert [each.decode().rpartition(":")[0] for each in waiting] == [f"{identifier}:1"]

    async def test_goes_on_after_redis_was_away(self, start: Start, start_worker: StartWorker, tmp_path: Path) -> None:
        hold, begun = tmp_path / "hold", tmp_path / "begun"
        hold.touch()
        port = start_redis(tmp_path)
        try:
            client = await start(app, redis_url=f"redis://127.0.0.1:{port}/0")
            worker = await start_worker(client)
            held = await queue(client, "jobsite.slow", {"hold": str(hold), "begun": str(begun)})
            await eventually(begun.exists)
            stop_redis(tmp_path)
            missed = await queue(client, "jobsite.quick")
            await asyncio.sleep(1)
            hold.unlink()
            await eventually(state_is(client, held, "done"))
            start_redis(tmp_path, port)
            await eventually(state_is(client, missed, "done"))
            assert (worker.returncode, (await row(client, held)).attempts) == (None, 1)
        finally:
            stop_redis(tmp_path)

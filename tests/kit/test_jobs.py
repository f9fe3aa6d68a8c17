import asyncio
import uuid
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text, update

import kit.delivery  # noqa: F401  # registers its task
import tests.kit.jobsite.worker  # noqa: F401  # registers its tasks
from kit.errors import Conflict
from kit.jobs import Run, enqueue, sweep
from kit.runner import Runner
from kit.tables import Job
from kit.testing import ServiceClient
from kit.waker import queue_name
from tests.kit.job_rows import due_again, effects, queue, row
from tests.kit.job_tasks import Register, register, runner, write_effect
from tests.kit.waiting import eventually

__all__ = ["register", "runner"]


class TestEnqueue:
    async def test_makes_a_row_and_wakes_a_worker(self, client: ServiceClient, register: Register) -> None:
        register(write_effect, queue="long", attempts=2)
        job = await row(client, await queue(client, created_by="somebody"))
        assert (job.state, job.queue, job.max_attempts, job.created_by) == ("queued", "long", 2, "somebody")
        assert await client.kit.redis.client.zcard("arq:crm:long") == 1

    async def test_of_a_task_that_nobody_registered(self, client: ServiceClient) -> None:
        with pytest.raises(KeyError):
            await queue(client, "nobody.registered")

    async def test_twice_with_one_key_makes_one_job(self, client: ServiceClient, register: Register) -> None:
        register(write_effect)
        jobs = await asyncio.gather(*(queue(client, key="order 7") for _ in range(5)))
        assert len(set(jobs)) == 1
        assert await queue(client, key="order 8") != jobs[0]

    async def test_once_more_with_the_key_of_a_job_that_stands_for_nothing_makes_one_other(
        self, client: ServiceClient, register: Register
    ) -> None:
        register(write_effect)

        def has_failed(job: Job) -> bool:
            return job.state == "failed"

        first = await queue(client, key="order 7", is_spent=has_failed)
        assert await queue(client, key="order 7", is_spent=has_failed) == first
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(state="failed"))
        assert await queue(client, key="order 7") == first
        jobs = await asyncio.gather(*(queue(client, key="order 7", is_spent=has_failed) for _ in range(5)))
        assert len(set(jobs)) == 1
        assert jobs[0] != first
        # From now on the key is that one's, and nobody has to look at the first.
        assert await queue(client, key="order 7") == jobs[0]
        assert (await row(client, first)).dismissed_at is not None
        assert (await row(client, jobs[0])).dismissed_at is None

    async def test_in_a_transaction_that_is_rolled_back_does_nothing(
        self, client: ServiceClient, register: Register
    ) -> None:
        register(write_effect)
        with pytest.raises(ZeroDivisionError):
            async with client.kit.database.transaction() as session:
                await enqueue(session, "test", {})
                raise ZeroDivisionError
        assert await client.kit.redis.client.zcard("arq:crm:short") == 0

    def test_two_tasks_of_one_name_are_refused(self, register: Register) -> None:
        register(write_effect)
        with pytest.raises(ValueError, match="two tasks"):
            register(write_effect)


class TestRun:
    async def test_finishes_with_its_result(self, client: ServiceClient, register: Register, runner: Runner) -> None:
        register(write_effect)
        identifier = await queue(client, args={"give": {"n": [1, None]}})
        await runner.run(identifier)
        job = await row(client, identifier)
        assert (job.state, job.result, job.progress, job.attempts) == ("done", {"n": [1, None]}, 1.0, 1)
        assert (job.lease, job.error, await effects(client)) == (None, None, 1)
        assert job.finished_at is not None

    async def test_happens_once_whoever_is_woken(self, client: ServiceClient, register: Register) -> None:
        register(write_effect)
        identifier = await queue(client)
        runners = [Runner(client.kit, 4) for _ in range(3)]
        await asyncio.gather(*(runner.run(identifier) for runner in runners for _ in range(3)))
        assert ((await row(client, identifier)).attempts, await effects(client)) == (1, 1)

    async def test_wakes_nobody_before_its_time(self, client: ServiceClient, register: Register) -> None:
        register(write_effect)
        woken = []
        for delay in (60, 0):
            await queue(client, delay=delay)
            woken.append(await client.kit.redis.call(lambda redis: redis.zcard(queue_name("crm", "short"))))
        assert woken == [0, 1]

    async def test_not_before_its_time(self, client: ServiceClient, register: Register, runner: Runner) -> None:
        register(write_effect)
        identifier = await queue(client, delay=60)
        await runner.run(identifier)
        assert (await row(client, identifier)).state == "queued"
        assert await sweep(client.kit.database, client.kit.waker) == 0

    async def test_that_fails_leaves_nothing_and_is_tried_again(
        self, client: ServiceClient, register: Register, runner: Runner
    ) -> None:
        async def fail_once(run: Run, args: dict[str, Any]) -> str:
            await write_effect(run, args)
            if run.attempt == 1:
                raise RuntimeError("the first time")
            return "well"

        register(fail_once)
        identifier = await queue(client)
        await runner.run(identifier)
        job = await row(client, identifier)
        assert (job.state, job.error, await effects(client)) == (
            "queued", {"code": "internal_error", "detail": "The job failed."}, 0,
        )  # fmt: skip
        await runner.run(identifier)
        assert (await row(client, identifier)).attempts == 1
        await due_again(client)
        await runner.run(identifier)
        job = await row(client, identifier)
        assert (job.state, job.result, await effects(client)) == ("done", "well", 1)

    async def test_that_always_fails_is_given_up(
        self, client: ServiceClient, register: Register, runner: Runner
    ) -> None:
        async def fail(run: Run, args: dict[str, Any]) -> None:
            raise RuntimeError("always")

        register(fail, attempts=2)
        identifier = await queue(client)
        for _ in range(3):
            await runner.run(identifier)
            await due_again(client)
        job = await row(client, identifier)
        assert (job.state, job.attempts, job.error) == (
            "failed", 2, {"code": "internal_error", "detail": "The job failed."},
        )  # fmt: skip

    async def test_that_is_refused_is_not_tried_again(
        self, client: ServiceClient, register: Register, runner: Runner
    ) -> None:
        async def refuse(run: Run, args: dict[str, Any]) -> None:
            await write_effect(run, args)
            raise Conflict("No.")

        register(refuse)
        identifier = await queue(client)
        await runner.run(identifier)
        job = await row(client, identifier)
        assert (job.state, job.error, await effects(client)) == (
            "failed", {"code": "conflict", "detail": "No.", "status": 409, "errors": [], "extensions": {}}, 0,
        )  # fmt: skip

    async def test_that_takes_too_long_is_ended(
        self, client: ServiceClient, register: Register, runner: Runner
    ) -> None:
        async def hang(run: Run, args: dict[str, Any]) -> None:
            await asyncio.sleep(30)

        register(hang, timeout=0.1, attempts=1)
        identifier = await queue(client)
        await runner.run(identifier)
        assert (await row(client, identifier)).error == {"code": "timeout", "detail": "The job took too long."}

    @pytest.mark.parametrize(("told", "shown"), [(-1.0, 0.0), (1.5, 1.0)])
    async def test_is_never_further_than_it_can_be(
        self, client: ServiceClient, register: Register, runner: Runner, told: float, shown: float
    ) -> None:
        async def tell(run: Run, args: dict[str, Any]) -> float:
            await run.progress(told)
            return (await row(client, run.job_id)).progress

        register(tell)
        identifier = await queue(client)
        await runner.run(identifier)
        assert (await row(client, identifier)).result == shown

    async def test_tells_its_progress_while_it_runs(
        self, client: ServiceClient, register: Register, runner: Runner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.jobs.time", SimpleNamespace(monotonic=lambda: 1000.0))
        seen: list[tuple[float, str | None]] = []

        async def tell(run: Run, args: dict[str, Any]) -> None:
            await run.progress(0.25, "a quarter")
            seen.append(((await row(client, run.job_id)).progress, (await row(client, run.job_id)).message))
            await run.progress(0.26, "too soon after the last")
            seen.append(((await row(client, run.job_id)).progress, None))

        register(tell)
        await runner.run(await queue(client))
        assert seen == [(0.25, "a quarter"), (0.25, None)]


class TestLeases:
    async def test_one_that_ran_out_lets_another_run_and_the_first_undo(
        self, client: ServiceClient, register: Register, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # The first would renew it meanwhile.
        monkeypatch.setattr("kit.runner._HEARTBEAT", 3600)
        gate = asyncio.Event()

        async def slow_at_first(run: Run, args: dict[str, Any]) -> int:
            if run.attempt > 1:
                # It has the lease; its effect waits for that of the first, which the database holds it back by.
                gate.set()
            await write_effect(run, args)
            await gate.wait()
            return run.attempt

        register(slow_at_first)
        identifier = await queue(client)
        first = asyncio.create_task(Runner(client.kit, 1).run(identifier))
        await eventually(lambda: running(client, identifier))
        await due_again(client)
        await asyncio.gather(first, Runner(client.kit, 1).run(identifier))
        job = await row(client, identifier)
        assert (job.state, job.result, job.attempts, await effects(client)) == ("done", 2, 2, 1)

    async def test_of_a_worker_that_stops_are_given_time_to_learn_how_something_ended(
        self, client: ServiceClient, register: Register, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A mail that the server has by now is not to be sent a second time."""
        monkeypatch.setattr("kit.cancelling._TIMEOUT", 0.01)
        has_begun, answered, learnt = asyncio.Event(), asyncio.Event(), []

        async def sending(run: Run, args: dict[str, Any]) -> None:
            has_begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                await answered.wait()
                learnt.append(True)

        register(sending)
        runner = Runner(client.kit, 1)
        running_job = asyncio.create_task(runner.run(await queue(client)))
        await has_begun.wait()
        closing = asyncio.create_task(runner.close())
        # Longer than what used to be waited before it was cancelled once more.
        await asyncio.wait([closing], timeout=0.1)
        answered.set()
        await closing
        await asyncio.gather(running_job, return_exceptions=True)
        assert learnt == [True]

    async def test_are_renewed_and_end_the_work_when_lost(
        self, client: ServiceClient, register: Register, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.runner._HEARTBEAT", 0.05)
        ended: list[str] = []

        async def hang(run: Run, args: dict[str, Any]) -> None:
            try:
                await asyncio.sleep(30)
            finally:
                ended.append("ended")

        register(hang)
        identifier = await queue(client)
        work = asyncio.create_task(Runner(client.kit, 1).run(identifier))
        await eventually(lambda: running(client, identifier))
        before = (await row(client, identifier)).lease_until
        await eventually(lambda: renewed(client, identifier, before))
        async with client.kit.database.transaction() as session:
            await session.execute(update(Job).values(lease=uuid.uuid4()))
        await asyncio.wait_for(work, 60)
        assert ended == ["ended"]
        assert (await row(client, identifier)).state == "running"

    async def test_of_a_job_that_kills_every_worker_end_it(
        self, client: ServiceClient, register: Register, runner: Runner
    ) -> None:
        register(write_effect, attempts=2)
        identifier = await queue(client)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE jobs SET state = 'running', attempts = 2, lease_until = now()"))
        await runner.run(identifier)
        job = await row(client, identifier)
        assert (job.state, (job.error or {})["code"], await effects(client)) == ("failed", "attempts_exhausted", 0)

    async def test_are_given_back_when_the_worker_stops(self, client: ServiceClient, register: Register) -> None:
        async def hang(run: Run, args: dict[str, Any]) -> None:
            await asyncio.sleep(30)

        register(hang)
        identifier, runner = await queue(client), Runner(client.kit, 1)
        work = asyncio.create_task(runner.run(identifier))
        await eventually(lambda: running(client, identifier))
        await runner.close()
        await asyncio.gather(work, return_exceptions=True)
        job = await row(client, identifier)
        assert (job.state, job.attempts, job.lease) == ("queued", 0, None)


async def running(client: ServiceClient, job: uuid.UUID) -> bool:
    return (await row(client, job)).state == "running"


async def renewed(client: ServiceClient, job: uuid.UUID, before: Any) -> bool:
    return bool((await row(client, job)).lease_until > before)

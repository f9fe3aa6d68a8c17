import asyncio
import time
from datetime import datetime, timedelta, tzinfo
from types import SimpleNamespace

import pytest
from sqlalchemy import func, select, text, update

import kit.delivery  # noqa: F401  # registers its task
import tests.kit.jobsite.worker  # noqa: F401  # registers its tasks
from kit import jobs
from kit.jobs import enqueue, plan, queues_of, sweep, task
from kit.runner import Runner
from kit.tables import Job
from kit.testing import ServiceClient, Start
from kit.waker import LEASE_SECONDS, queue_name
from tests.kit.job_rows import due_again, effects, queue
from tests.kit.job_tasks import Register, register, runner, write_effect
from tests.kit.service import app

__all__ = ["register", "runner"]


class TestPlan:
    async def test_has_a_task_done_once_in_its_time_however_many_plan_it(
        self, client: ServiceClient, register: Register, runner: Runner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = SimpleNamespace(now=1_800_000_000.0, monotonic=time.monotonic)
        clock.time = lambda: clock.now
        monkeypatch.setattr(jobs, "time", clock)
        register(write_effect, every=600)
        for later, number in [(0, 1), (599, 1), (600, 2)]:
            clock.now = 1_800_000_000.0 + later
            await asyncio.gather(*(plan(client.kit.database, "tests.kit") for _ in range(3)))
            async with client.kit.database.transaction() as session:
                planned = (await session.scalars(select(Job.id).where(Job.name == "test"))).all()
            assert len(planned) == number
            for job in planned:
                await runner.run(job)
            assert await effects(client) == number

    async def test_leaves_other_tasks_alone(self, client: ServiceClient, register: Register) -> None:
        register(write_effect)
        await plan(client.kit.database, "tests.kit")
        async with client.kit.database.transaction() as session:
            assert (await session.scalars(select(Job).where(Job.name == "test"))).all() == []


class TestEnqueue:
    async def test_goes_by_the_clock_of_the_database(
        self, client: ServiceClient, register: Register, runner: Runner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """That of a machine may be ahead: what it asks for would begin as much later."""

        class Ahead(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]  # nobody asks for its kind
                return datetime.now(tz) + timedelta(minutes=10)

        monkeypatch.setattr(jobs, "datetime", Ahead)
        register(write_effect)
        await runner.run(await queue(client))
        assert await effects(client) == 1


class TestQueues:
    def test_of_a_package_are_those_that_its_tasks_name(self) -> None:
        assert queues_of("tests.kit.jobsite") == {"short", "long", "background"}
        assert queues_of("tests.kit.nobody") == {"short"}, "kit has tasks of its own"


class TestSweep:
    async def test_thousands_in_one_queue_hide_nothing_of_another(
        self, client: ServiceClient, register: Register
    ) -> None:
        register(write_effect, queue="background")
        task("test.other")(write_effect)
        async with client.kit.database.transaction() as session:
            for _ in range(150):
                await enqueue(session, "test", {}, delay=60)
            await enqueue(session, "test.other", {}, delay=60)
            await session.execute(update(Job).values(run_at=func.now() - text("interval '2 seconds'")))
            await session.execute(
                update(Job).where(Job.name == "test").values(run_at=func.now() - text("interval '1 hour'"))
            )
        await sweep(client.kit.database, client.kit.waker)
        assert await client.kit.redis.client.zcard(queue_name("crm", "short")) == 1

    async def test_adds_nothing_to_what_workers_have_not_begun_with(
        self, client: ServiceClient, register: Register, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However long that takes: wakes of one job count once for half a minute only."""
        clock = SimpleNamespace(now=1_800_000_000.0)
        monkeypatch.setattr("kit.waker.time", SimpleNamespace(time=lambda: clock.now))
        register(write_effect)
        async with client.kit.database.transaction() as session:
            for _ in range(150):
                await enqueue(session, "test", {}, delay=60)
            await session.execute(update(Job).values(run_at=func.now() - text("interval '2 seconds'")))
        swept = []
        for _ in range(3):
            swept.append(await sweep(client.kit.database, client.kit.waker))
            clock.now += LEASE_SECONDS
        assert (swept, await client.kit.redis.client.zcard(queue_name("crm", "short"))) == ([100, 0, 0], 100)


class TestWithoutRedis:
    async def test_what_is_enqueued_is_found_by_the_sweeper(self, start: Start, register: Register) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        register(write_effect)
        for _ in range(10):
            await queue(client)
        await due_again(client)
        assert await sweep(client.kit.database, client.kit.waker) == 10

"""One question to Redis for all queues of a process."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
import redis
from arq.connections import ArqRedis
from redis.asyncio import ConnectionPool

from kit.queue_watch import QueueWatch, WatchedRedis
from tests.kit.waiting import eventually

QUEUES = ("arq:a:short", "arq:a:long", "arq:b:short")


@pytest.fixture
async def pool(redis_url: str) -> Any:
    """Connections to the Redis of this test."""
    pool = ConnectionPool.from_url(redis_url)
    yield pool
    await pool.disconnect()


class Counted(WatchedRedis):
    """Writes down the names of its commands. Redis' own statistics count those of other tests as well."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.commands: list[str] = []

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        self.commands.append(args[0])
        return await super().execute_command(*args, **options)


async def due(watched: Mapping[str, WatchedRedis]) -> dict[str, list[bytes]]:
    """What each queue gives, as arq asks for it."""
    return {name: await each.zrangebyscore(name, "-inf", "+inf") for name, each in watched.items()}


class TestQueueWatch:
    async def test_asks_once_for_all_queues_while_none_has_jobs(
        self, pool: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.queue_watch._FRESH", 3600)
        monkeypatch.setattr("kit.queue_watch._WAIT", 0)
        watch = QueueWatch()
        watched = {name: Counted(watch, pool) for name in QUEUES}
        for name in QUEUES:
            watch.add(name)
        assert await due(watched) == {name: [] for name in QUEUES}
        assert [command for each in watched.values() for command in each.commands] == ["EXISTS"]

    async def test_finds_a_job_of_any_queue_a_moment_later(
        self, pool: Any, worker_redis: redis.Redis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.queue_watch._FRESH", -1)
        monkeypatch.setattr("kit.queue_watch._WAIT", 0)
        watch = QueueWatch()
        watched = {name: WatchedRedis(watch, pool) for name in QUEUES}
        for name in QUEUES:
            watch.add(name)
        await due(watched)
        await ArqRedis(pool).enqueue_job("wake", "1", _job_id="1", _queue_name=QUEUES[2])
        assert await due(watched) == {QUEUES[0]: [], QUEUES[1]: [], QUEUES[2]: [b"1"]}
        worker_redis.delete(QUEUES[2])
        assert await due(watched) == {name: [] for name in QUEUES}

    async def test_asks_anew_once_a_queue_is_added(self, pool: Any, worker_redis: redis.Redis) -> None:
        watch = QueueWatch()
        watch.add(QUEUES[0])
        assert not await watch.has_jobs(ArqRedis(pool))
        worker_redis.zadd(QUEUES[1], {"1": 1})
        watch.add(QUEUES[1])
        assert await watch.has_jobs(ArqRedis(pool))

    async def test_one_question_goes_on_for_all_until_there_is_a_job(
        self, pool: Any, worker_redis: redis.Redis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.queue_watch._WAIT", 600)
        watch = QueueWatch()
        watched = {name: Counted(watch, pool) for name in QUEUES}
        for name in QUEUES:
            watch.add(name)
        asking = asyncio.gather(*(each.zrangebyscore(name, "-inf", "+inf") for name, each in watched.items()))
        await eventually(lambda: sum(len(each.commands) for each in watched.values()) >= 3)
        assert [len(each.commands) for each in watched.values()].count(0) == 2, "one asks, the others wait for it"
        assert not asking.done()
        worker_redis.zadd(QUEUES[1], {"1": 1})
        assert await asking == [[], [b"1"], []]

    async def test_nobody_waits_for_long(self, pool: Any) -> None:
        """arq looks after the jobs that it runs between its questions."""
        watch = QueueWatch()
        watch.add(QUEUES[0])
        answers = await asyncio.gather(*(watch.has_jobs(ArqRedis(pool)) for _ in range(3)))
        assert answers == [False, False, False]

"""Asking Redis at once, for all the queues that a process serves, whether there is something in any of them."""

import asyncio
from typing import Any

from arq.connections import ArqRedis

_FRESH = 0.05
"""Seconds for which one answer is good for all queues."""

_PAUSE = 0.1
"""Seconds between one question and the next while there is nothing: how late a job may begin."""

_WAIT = 1.0
"""Seconds for which a question waits for jobs; arq looks after what it runs in between."""


class QueueWatch:
    """Whether any of the queues of a process has jobs.

    arq asks ten times a second for the jobs of each queue. A process that serves the queues of all services would send over
    a hundred commands a second while nobody wants anything, and wake as often. So one of those who ask goes on asking until
    there is something, the others wait for it, and its answer counts for all of them, for a moment.
    """

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._lock = asyncio.Lock()
        self._asked_at = float("-inf")
        self._has_jobs = False

    def add(self, name: str) -> None:
        """Counts a queue in, by its name in Redis."""
        self._names.add(name)
        self._asked_at = float("-inf")

    async def has_jobs(self, redis: ArqRedis) -> bool:
        """Whether there is something in any of the queues: as soon as there is, or after a second. Raises RedisError."""
        now = asyncio.get_running_loop().time
        until = now() + _WAIT
        async with self._lock:
            while True:
                if now() - self._asked_at > _FRESH:
                    asked_at = now()
                    self._has_jobs = await redis.exists(*self._names) > 0
                    self._asked_at = asked_at
                if self._has_jobs or now() >= until:
                    return self._has_jobs
                await asyncio.sleep(_PAUSE)


class WatchedRedis(ArqRedis):
    """arq's connections to a queue, which ask for its jobs only while some queue of the process has any."""

    def __init__(self, watch: QueueWatch, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._watch = watch

    async def zrangebyscore(self, *args: Any, **more: Any) -> Any:
        """The jobs that are due. Raises RedisError."""
        if not await self._watch.has_jobs(self):
            return []
        return await super().zrangebyscore(*args, **more)

"""Telling workers through Redis that a job is due."""

import logging
import time
import uuid

import orjson
from arq.connections import ArqRedis

from kit.redis_link import RedisLink, RedisUnavailable

log = logging.getLogger(__name__)

LEASE_SECONDS = 30
"""How long a worker owns a job without renewing its lease."""

WAKER = "kit.waker"
"""The key of the waker in a session's ``info``."""


class Waker:
    """Tells the workers that a job is due. What gets lost, the sweeper tells them again."""

    def __init__(self, service: str, redis: RedisLink) -> None:
        self._service = service
        self._redis = redis
        self._arq = ArqRedis(redis.client.connection_pool, job_serializer=orjson.dumps)

    async def wake(self, job: uuid.UUID, queue: str, attempts: int) -> None:
        """Put the job's id into arq's queue, once in 30 seconds at most for one attempt."""
        identifier = f"{job}:{attempts}:{int(time.time()) // LEASE_SECONDS}"
        try:
            await self._redis.call(
                lambda _: self._arq.enqueue_job(
                    "wake", str(job), _job_id=identifier, _queue_name=queue_name(self._service, queue)
                )
            )
        except RedisUnavailable:
            log.info("job %s waits for the sweeper", job)

    async def waiting(self, queue: str) -> int:
        """How many wakes stand in arq's queue; 0 where Redis does not say."""
        try:
            found: int = await self._redis.call(lambda redis: redis.zcard(queue_name(self._service, queue)))
        except RedisUnavailable:
            return 0
        return found


def queue_name(service: str, queue: str) -> str:
    """The name of arq's queue."""
    return f"arq:{service}:{queue}"

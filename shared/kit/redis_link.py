"""Redis as something that may be away: short timeouts, and a breaker that stops asking a dead one."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import redis.asyncio as aioredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
T = TypeVar("T")

# How long Redis may take to be reached, and to answer.
_TIMEOUT = 0.5
_PAUSE = 2.0
_CONNECTIONS = 50
# How long to wait until one of these is free, which is not for Redis to answer.
_POOL_TIMEOUT = 5.0


class RedisUnavailable(Exception):
    """Redis did not answer, or did not lately."""


class RedisLink:
    """One process's connections to Redis.

    After a failure nothing is tried for two seconds, so that an outage costs one request half a
    second and the others nothing.
    """

    def __init__(self, url: str) -> None:
        # decode_responses stays off: values may be bytes, and names are decoded where they are read.
        self.client: aioredis.Redis = aioredis.Redis.from_pool(
            # Waits for a connection where all are in use. The other kind raises, as if Redis were away.
            _Pool.from_url(
                url,
                max_connections=_CONNECTIONS,
                timeout=_POOL_TIMEOUT,
                socket_timeout=_TIMEOUT,
                socket_connect_timeout=_TIMEOUT,
            )
        )
        self._closed_until = 0.0
        self.around: Callable[[], AbstractContextManager[None]] | None = None
        """What each call that is sent is made within, for those who watch it."""

    async def call(self, command: Callable[[aioredis.Redis], Awaitable[T]]) -> T:
        """Run ``command`` with the client: ``await link.call(lambda r: r.get("key"))``.

        Raises `RedisUnavailable`.
        """
        if time.monotonic() < self._closed_until:
            raise RedisUnavailable
        try:
            if self.around is None:
                return await _cancellable(command(self.client))
            with self.around():
                return await _cancellable(command(self.client))
        except (RedisError, OSError, TimeoutError) as error:
            self._closed_until = time.monotonic() + _PAUSE
            log.warning("redis unreachable: %s", error)
            raise RedisUnavailable from error

    async def close(self) -> None:
        """Close every connection: at once, or when it has been made or is given back."""
        pool: Any = self.client.connection_pool
        pool.closed = True
        await self.client.aclose()


async def _cancellable(answer: Awaitable[T]) -> T:
    """Wait for it, and end as one who was cancelled meanwhile.

    redis-py sends by `asyncio.wait_for`, which before Python 3.12 loses a cancellation that comes just as all is sent: a
    job would go on beyond its time for ever.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    found = await answer
    if task and task.cancelling() > before:
        raise asyncio.CancelledError
    return found


class _Pool(aioredis.BlockingConnectionPool):
    """Closing ends the connections that there are; this also ends those that are still being made, or made later."""

    closed = False

    async def release(self, connection: AbstractConnection) -> None:
        if self.closed:
            await connection.disconnect(nowait=True)
        await super().release(connection)

"""Waking what waits in other processes, by Redis' publish and subscribe.

A wake says that it is worth looking, and where; what is true is in the database. One that gets lost therefore costs
a pause and nothing else: a process that waits looks again after a while by itself.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterator

import redis.asyncio as aioredis
from redis.exceptions import RedisError

from kit.cancelling import cancel
from kit.peers import KEEP_ALIVE
from kit.redis_link import RedisLink, RedisUnavailable

log = logging.getLogger(__name__)

CHANNEL = "wakes"
WAKES = "kit.wakes"
_RETRY_SECONDS = 0.5
_CONNECT_TIMEOUT = 2.0


class Wakes:
    """One process's part in waking, for one service."""

    def __init__(self, service: str, redis: RedisLink, url: str) -> None:
        self.service = service
        self._redis = redis
        self._url = url
        self._signals: dict[str, set[asyncio.Event]] = {}
        self._hearing: asyncio.Task[None] | None = None
        self.is_hearing = False
        """Whether a wake that is sent now would be heard."""

    async def wake(self, topic: str, hint: str = "") -> None:
        """Wake all who wait for the topic, in any process; nobody while Redis is away.

        ``hint`` goes along for those who can do something with it at once, before they have looked.
        """
        message = f"{topic}\n{hint}" if hint else topic
        with contextlib.suppress(RedisUnavailable):
            await self._redis.call(lambda redis: redis.publish(CHANNEL, message))

    async def can_wake(self) -> bool:
        """Whether Redis would take a wake now."""
        try:
            await self._redis.call(lambda redis: redis.ping())
        except RedisUnavailable:
            return False
        return True

    @contextlib.contextmanager
    def waiting_for(self, *topics: str) -> Iterator[asyncio.Event]:
        """An event that each wake for one of the topics sets while the block runs; the caller clears it.

        The connection is made when the first waits, and mended for as long as the process lives.
        """
        signal = asyncio.Event()
        for topic in topics:
            self._signals.setdefault(topic, set()).add(signal)
        if self._hearing is None:
            self._hearing = asyncio.create_task(self._hear())
        try:
            yield signal
        finally:
            for topic in topics:
                self._signals[topic].discard(signal)
                if not self._signals[topic]:
                    del self._signals[topic]

    async def close(self) -> None:
        """Hear nothing more."""
        if self._hearing is not None:
            await cancel(self._hearing)

    async def _hear(self) -> None:
        while True:
            try:
                await self._follow()
            except (RedisError, OSError) as error:
                log.info("wakes unheard: %s", error)
            await asyncio.sleep(_RETRY_SECONDS)

    async def _follow(self) -> None:
        # Of its own: it waits in Redis for longer than other commands may take.
        client = aioredis.Redis.from_url(
            self._url,
            socket_connect_timeout=_CONNECT_TIMEOUT,
            socket_keepalive=True,
            socket_keepalive_options=KEEP_ALIVE,
        )
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as channel:
                await channel.subscribe(CHANNEL)
                self.is_hearing = True
                # There may have been wakes that nobody heard.
                for topic in [*self._signals]:
                    self._set(topic)
                async for message in channel.listen():
                    self._set(message["data"].partition(b"\n")[0].decode(errors="replace"))
        finally:
            self.is_hearing = False
            await client.aclose()

    def _set(self, topic: str) -> None:
        for signal in self._signals.get(topic, ()):
            signal.set()


async def woken(signal: asyncio.Event, seconds: float) -> bool:
    """Wait for the signal, for ``seconds`` at most, and clear it; whether it came."""
    try:
        async with asyncio.timeout(seconds):
            await signal.wait()
    except TimeoutError:
        return False
    signal.clear()
    return True

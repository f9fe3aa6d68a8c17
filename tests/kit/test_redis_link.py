"""Redis as a process reaches it."""

import asyncio

from redis.asyncio import Redis

from kit.redis_link import RedisLink


async def test_more_callers_than_connections_wait_for_each_other(redis_url: str) -> None:
    link = RedisLink(redis_url)
    try:
        # Each keeps its connection for a moment.
        async def hold(redis: Redis) -> None:
            assert await redis.execute_command("BLPOP", "nobody", "0.05") is None

        await asyncio.gather(*(link.call(hold) for _ in range(120)))
    finally:
        await link.close()

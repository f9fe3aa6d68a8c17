"""Redis as a process reaches it."""

import asyncio

from kit.redis_link import RedisLink


async def test_more_callers_than_connections_wait_for_each_other(redis_url: str) -> None:
    link = RedisLink(redis_url)
    try:
        # Each keeps its connection for a moment.
        answers = await asyncio.gather(*(link.call(lambda redis: redis.blpop("nobody", 0.05)) for _ in range(120)))
        assert answers == [None] * 120
    finally:
        await link.close()

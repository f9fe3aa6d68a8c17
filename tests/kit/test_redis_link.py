"""Redis as a process reaches it."""

import asyncio
import socket

import pytest
from redis.asyncio import Redis

from kit.redis_link import RedisLink, RedisUnavailable


async def test_more_callers_than_connections_wait_for_each_other(redis_url: str) -> None:
    link = RedisLink(redis_url)
    try:
        # Each keeps its connection for a moment.
        async def hold(redis: Redis) -> None:
            assert await redis.execute_command("BLPOP", "nobody", "0.05") is None

        await asyncio.gather(*(link.call(hold) for _ in range(120)))
    finally:
        await link.close()


async def test_one_that_does_not_answer_is_given_up_sooner_than_a_connection_of_ours() -> None:
    """All else of a request waits for it: limits, revoked sessions, the cache."""
    # It takes connections, up to its backlog, and never reads from them.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        link = RedisLink(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        try:
            # Half a second, with room for a busy machine; a free connection is waited for longer.
            async with asyncio.timeout(4):
                with pytest.raises(RedisUnavailable):
                    await link.call(lambda redis: redis.get("nothing"))
        finally:
            await link.close()

"""Redis as a process reaches it."""

import asyncio
import socket
from typing import Any

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


async def test_one_that_does_not_answer_is_given_up_sooner_than_a_connection_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All else of a request waits for it: limits, revoked sessions, the cache."""
    monkeypatch.setattr("kit.redis_link._TIMEOUT", 0.5)
    # It takes connections, up to its backlog, and never reads from them.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        link = RedisLink(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        try:
            # With room for a busy machine; a free connection is waited for longer.
            async with asyncio.timeout(30):
                with pytest.raises(RedisUnavailable):
                    await link.call(lambda redis: redis.get("nothing"))
        finally:
            await link.close()


async def test_a_cancellation_that_comes_as_all_is_sent_is_not_lost(redis_url: str) -> None:
    link = RedisLink(redis_url)

    async def command(redis: Redis) -> None:
        async def send() -> None:
            asking.cancel()

        # As redis-py sends.
        await asyncio.wait_for(send(), 60)

    asking = asyncio.create_task(link.call(command))
    try:
        with pytest.raises(asyncio.CancelledError):
            await asking
    finally:
        await link.close()


@pytest.mark.parametrize("begun", [True, False])
async def test_closing_also_ends_connections_that_are_not_made_yet(redis_url: str, *, begun: bool) -> None:
    link = RedisLink(redis_url)
    asking = [asyncio.create_task(link.call(lambda redis: redis.get("nothing"))) for _ in range(5)]
    if begun:
        # So far that each is about to connect.
        await asyncio.sleep(0)
    await link.close()
    await asyncio.gather(*asking, return_exceptions=True)
    pool: Any = link.client.connection_pool
    assert not pool._in_use_connections
    assert len(pool._available_connections) == 5
    assert not any(connection.is_connected for connection in pool._available_connections)

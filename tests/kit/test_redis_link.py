"""Redis as a process reaches it."""

import asyncio
import socket
from collections.abc import AsyncIterator
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


class TestBreaker:
    """One that takes connections and says nothing costs each call its time, unless nobody asks it for a while."""

    @pytest.fixture
    async def silent(self, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[RedisLink, list[object]]]:
        monkeypatch.setattr("kit.redis_link._TIMEOUT", 0.5)
        connections: list[object] = []

        async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connections.append(writer)
            await reader.read()
            writer.close()

        async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
            link = RedisLink(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0")
            yield link, connections
            await link.close()

    async def test_does_not_ask_a_dead_one_again_at_once(
        self, silent: tuple[RedisLink, list[object]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link, connections = silent
        monkeypatch.setattr("kit.redis_link._PAUSE", 3600.0)
        with pytest.raises(RedisUnavailable):
            await link.call(lambda redis: redis.get("nothing"))
        asked = len(connections)
        with pytest.raises(RedisUnavailable):
            await link.call(lambda redis: redis.get("nothing"))
        assert (asked > 0, len(connections)) == (True, asked)

    async def test_asks_again_after_a_pause(
        self, silent: tuple[RedisLink, list[object]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link, connections = silent
        monkeypatch.setattr("kit.redis_link._PAUSE", 0.0)
        with pytest.raises(RedisUnavailable):
            await link.call(lambda redis: redis.get("nothing"))
        asked = len(connections)
        with pytest.raises(RedisUnavailable):
            await link.call(lambda redis: redis.get("nothing"))
        assert len(connections) > asked > 0


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

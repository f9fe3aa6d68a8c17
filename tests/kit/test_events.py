import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import RedisError
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from kit.cancelling import cancel
from kit.db import new_id
from kit.delivery import Consumer, Relay, tidy, trim
from kit.events import STREAM, Event, Subscriber, emit, on_event, subscribers_of
from kit.redis_link import RedisUnavailable
from kit.tables import ConsumedEvent, OutboxRow
from kit.testing import ServiceClient, Start
from kit.testing.engines import start_redis, stop_redis
from tests.kit.service import app
from tests.kit.waiting import eventually

EVENTS = "/crm/things/events"


async def numbers(client: ServiceClient) -> list[bytes]:
    entries = await client.kit.redis.client.xrange(STREAM)
    return [fields[b"payload"] for _, fields in entries]


async def unsent(client: ServiceClient) -> int:
    async with client.kit.database.transaction() as session:
        query = select(func.count()).select_from(OutboxRow).where(OutboxRow.sent_at.is_(None))
        return await session.scalar(query) or 0


async def noted(client: ServiceClient) -> bool:
    """Whether all that was told is noted as sent."""
    return await unsent(client) == 0


async def redis_is_asked_again(client: ServiceClient) -> bool:
    """Whether the pause is over in which Redis is left alone after it was away."""
    try:
        return bool(await client.kit.redis.call(lambda redis: redis.ping()))
    except RedisUnavailable:
        return False


async def make_old(client: ServiceClient) -> None:
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE outbox SET at = at - interval '5 seconds'"))


def relay_of(client: ServiceClient) -> Relay:
    return Relay(client.kit.settings, client.kit.database, client.kit.redis)


class TestEmit:
    async def test_adds_to_the_stream_once_committed(self, client: ServiceClient) -> None:
        assert (await client.post(EVENTS)).status_code == 204
        entries = await client.kit.redis.client.xrange(STREAM)
        assert [set(fields) for _, fields in entries] == [{b"id", b"name", b"payload", b"service", b"at"}] * 2
        assert entries[0][1][b"name"] == b"thing.changed"
        assert entries[0][1][b"service"] == b"crm"
        assert await numbers(client) == [b'{"number":1}', b'{"number":2}']

    async def test_notes_that_they_are_sent(self, client: ServiceClient) -> None:
        await client.post(EVENTS)
        await eventually(lambda: noted(client))

    async def test_tells_nothing_of_what_is_rolled_back(self, client: ServiceClient) -> None:
        assert (await client.post(f"{EVENTS}?fail_after=1")).status_code == 409
        assert (await numbers(client), await unsent(client)) == ([], 0)

    async def test_without_redis_is_quick_and_kept(self, start: Start) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        began = time.monotonic()
        for _ in range(20):
            assert (await client.post(EVENTS)).status_code == 204
        assert time.monotonic() - began < 10
        assert await unsent(client) == 40


class TestRelay:
    async def test_sends_what_was_missed_in_order(self, client: ServiceClient) -> None:
        async with client.kit.database.sessions() as session:
            session.info.clear()
            for number in range(3):
                emit(session, "thing.changed", {"number": number})
            await session.commit()
        await make_old(client)
        assert await relay_of(client).run_once() == 3
        assert await numbers(client) == [b'{"number":0}', b'{"number":1}', b'{"number":2}']
        assert await relay_of(client).run_once() == 0

    async def test_leaves_the_newest_to_their_request(self, client: ServiceClient) -> None:
        async with client.kit.database.sessions() as session:
            session.info.clear()
            emit(session, "thing.changed", {})
            await session.commit()
        assert await relay_of(client).run_once() == 0

    async def test_two_of_them_send_nothing_twice(self, client: ServiceClient) -> None:
        async with client.kit.database.sessions() as session:
            session.info.clear()
            for number in range(50):
                emit(session, "thing.changed", {"number": number})
            await session.commit()
        await make_old(client)
        await asyncio.gather(*(relay_of(client).run_once() for _ in range(4)))
        assert len(await numbers(client)) == 50

    async def test_sends_the_last_hour_again_when_redis_was_wiped(self, client: ServiceClient) -> None:
        await relay_of(client).run_once()
        await client.post(EVENTS)
        await eventually(lambda: noted(client))
        await make_old(client)
        await client.kit.redis.client.flushdb()
        assert await relay_of(client).run_once() == 2
        assert len(await numbers(client)) == 2


class TestTidy:
    async def test_deletes_only_what_is_old(self, client: ServiceClient) -> None:
        await client.post(EVENTS)
        await eventually(lambda: noted(client))
        async with client.kit.database.transaction() as session:
            session.add(ConsumedEvent(event_id=new_id(), subscriber="x"))
            await session.execute(
                text("UPDATE outbox SET sent_at = now() - interval '8 days' WHERE payload = '{\"number\": 1}'")
            )
        await tidy(client.kit.database)
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(OutboxRow)) == 1
            assert await session.scalar(select(func.count()).select_from(ConsumedEvent)) == 1

    async def test_leaves_a_week_in_the_stream(self, client: ServiceClient) -> None:
        days = [8, 7.01, 6.99, 0]
        for ago in days:
            moment = int((time.time() - ago * 86_400) * 1000)
            await client.kit.redis.client.xadd(STREAM, {"payload": str(ago)}, id=f"{moment}-0")
        await trim(client.kit.redis)
        assert await numbers(client) == [b"6.99", b"0"]


@asynccontextmanager
async def consuming(client: ServiceClient) -> AsyncIterator[None]:
    consumer = Consumer(client.kit.settings, client.kit.database)

    async def again_and_again() -> None:
        while True:
            try:
                await consumer.run()
            except (RedisError, OSError):
                await asyncio.sleep(0.1)

    running = asyncio.create_task(again_and_again())
    try:
        yield
    finally:
        await cancel(running)
        await consumer.close()


@pytest.fixture
def subscribe(monkeypatch: pytest.MonkeyPatch) -> Callable[[Subscriber], None]:
    """Registers a subscriber of crm for the one test."""
    monkeypatch.setattr("kit.events._subscribers", {})

    def register(subscriber: Subscriber) -> None:
        subscriber.__module__ = "crm.things.events"
        on_event("thing.changed")(subscriber)

    return register


Subscribe = Callable[[Subscriber], None]


class TestSubscribers:
    async def test_get_each_event_once(self, client: ServiceClient, subscribe: Subscribe) -> None:
        got: list[Event] = []

        async def take(session: AsyncSession, event: Event) -> None:
            got.append(event)

        subscribe(take)
        await client.post(EVENTS)
        async with consuming(client):
            await eventually(lambda: len(got) == 2)
        assert [event.payload for event in got] == [{"number": 1}, {"number": 2}]
        assert (got[0].service, got[0].name) == ("crm", "thing.changed")

    async def test_do_not_get_a_repeated_event_again(self, client: ServiceClient, subscribe: Subscribe) -> None:
        got: list[Any] = []

        async def take(session: AsyncSession, event: Event) -> None:
            got.append(event.payload["number"])

        subscribe(take)
        await client.post(EVENTS)
        [(_, first), _] = await client.kit.redis.client.xrange(STREAM)
        await client.kit.redis.client.xadd(STREAM, first)
        await client.kit.redis.client.xadd(STREAM, {**first, b"id": str(new_id()), b"payload": b'{"number":3}'})
        async with consuming(client):
            await eventually(lambda: 3 in got)
        assert got == [1, 2, 3]

    async def test_that_fail_leave_nothing_and_are_tried_again(
        self, client: ServiceClient, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.delivery._RETRY_AFTER_MS", 100)
        monkeypatch.setattr("kit.delivery._BLOCK_MS", 50)
        attempts: list[int] = []

        async def take(session: AsyncSession, event: Event) -> None:
            session.add(ConsumedEvent(event_id=event.id, subscriber="effect"))
            await session.flush()
            attempts.append(event.payload["number"])
            if event.payload["number"] == 1 and attempts.count(1) < 3:
                raise RuntimeError("not yet")

        subscribe(take)
        await client.post(EVENTS)
        async with consuming(client):
            await eventually(lambda: attempts.count(1) == 3)
        assert attempts.count(2) == 1
        async with client.kit.database.transaction() as session:
            effects = select(func.count()).select_from(ConsumedEvent).where(ConsumedEvent.subscriber == "effect")
            assert await session.scalar(effects) == 2

    async def test_malformed_entries_do_not_stop_them(self, client: ServiceClient, subscribe: Subscribe) -> None:
        got: list[Event] = []

        async def take(session: AsyncSession, event: Event) -> None:
            got.append(event)

        subscribe(take)
        await client.kit.redis.client.xadd(STREAM, {"what": "ever"})
        await client.post(EVENTS)
        async with consuming(client):
            await eventually(lambda: len(got) == 2)

    async def test_go_on_after_redis_was_wiped(self, client: ServiceClient, subscribe: Subscribe) -> None:
        got: list[Event] = []

        async def take(session: AsyncSession, event: Event) -> None:
            got.append(event)

        subscribe(take)
        async with consuming(client):
            await client.post(EVENTS)
            await eventually(lambda: len(got) == 2)
            await client.kit.redis.client.flushdb()
            await client.post(EVENTS)
            await eventually(lambda: len(got) == 4)

    async def test_go_on_after_redis_was_away(
        self, start: Start, subscribe: Subscribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.redis_link._PAUSE", 0.1)
        got: list[Event] = []

        async def take(session: AsyncSession, event: Event) -> None:
            got.append(event)

        subscribe(take)
        port = start_redis(tmp_path)
        client = await start(app, redis_url=f"redis://127.0.0.1:{port}/0")
        try:
            async with consuming(client):
                await client.post(EVENTS)
                await eventually(lambda: len(got) == 2)
                stop_redis(tmp_path)
                assert (await client.post(EVENTS)).status_code == 204
                start_redis(tmp_path, port)
                await make_old(client)
                await eventually(lambda: redis_is_asked_again(client))
                await relay_of(client).run_once()
                await eventually(lambda: len({event.id for event in got}) == 4)
            assert len(got) == 4
        finally:
            stop_redis(tmp_path)

    def test_belong_to_the_service_that_defines_them(self, subscribe: Subscribe) -> None:
        async def take(session: AsyncSession, event: Event) -> None: ...

        subscribe(take)
        assert list(subscribers_of("crm", "thing.changed")) == [take]
        assert list(subscribers_of("cms", "thing.changed")) == []

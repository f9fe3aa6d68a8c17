"""From `emit` to the subscriber: an owner and those who follow it, each with its own part of what is true."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from kit import delivery, events
from kit.cancelling import cancel
from kit.db import new_id
from kit.delivery import POLL_SECONDS, RETRY, EventDelivery, tidy
from kit.events import Event, Payload, emit, event, on_event, subscribers_of
from kit.runner import Runner
from kit.subscriptions import ATTEMPTS, retry_failed
from kit.tables import ConsumedEvent, EventCursor, FailedEvent, OutboxRow
from kit.testing import ServiceClient, Start, Tokens
from tests.kit.consuming import consume
from tests.kit.service import ThingChanged, app
from tests.kit.waiting import eventually

EVENTS = "/crm/things/events"


class Told(Payload):
    """What the subscriber needs of it."""

    number: int


Take = Callable[[AsyncSession, Event[Told]], Awaitable[None]]
Subscribe = Callable[[Take], None]


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    """A service that follows itself."""
    return await start(app, mounts={"http://crm.test": app})


@pytest.fixture
def subscribe(monkeypatch: pytest.MonkeyPatch) -> Subscribe:
    """Registers a subscriber of crm for the one test."""
    monkeypatch.setattr(events, "_subscribers", [])

    def register(function: Take) -> None:
        function.__module__ = "crm.things.events"
        on_event("crm.thing_changed", Told)(function)

    return register


async def tell(client: ServiceClient, *numbers: int) -> None:
    async with client.kit.database.transaction() as session:
        for number in numbers:
            emit(session, ThingChanged(number=number))


async def outbox(client: ServiceClient) -> list[tuple[str, Any]]:
    async with client.kit.database.transaction() as session:
        rows = await session.execute(select(OutboxRow.name, OutboxRow.payload).order_by(OutboxRow.position))
        return [(row.name, row.payload) for row in rows]


async def retry_at_once(client: ServiceClient) -> None:
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE event_cursors SET retry_at = now()"))


@asynccontextmanager
async def following(client: ServiceClient) -> AsyncIterator[None]:
    """The subscribers are given events as a worker does it."""
    running = asyncio.create_task(EventDelivery(client.kit, "crm").run())
    try:
        yield
    finally:
        await cancel(running)


class TestEmit:
    async def test_writes_them_in_the_order_of_the_calls(self, client: ServiceClient) -> None:
        assert (await client.post(EVENTS)).status_code == 204
        assert await outbox(client) == [("crm.thing_changed", {"number": 1}), ("crm.thing_changed", {"number": 2})]

    async def test_writes_nothing_of_what_is_rolled_back(self, client: ServiceClient) -> None:
        assert (await client.post(f"{EVENTS}?fail_after=1")).status_code == 409
        assert await outbox(client) == []

    async def test_without_redis_is_quick_and_complete(self, start: Start) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        began = time.monotonic()
        for _ in range(20):
            assert (await client.post(EVENTS)).status_code == 204
        assert time.monotonic() - began < 10
        assert len(await outbox(client)) == 40

    @pytest.mark.parametrize("name", ["changed", "crm.changed", "crm.Thing_changed", "crm.thing.changed"])
    def test_names_say_whose_they_are_and_what_became_of_what(self, name: str) -> None:
        with pytest.raises(ValueError, match="past participle"):
            event(name)

    def test_two_of_one_name_are_refused(self) -> None:
        with pytest.raises(ValueError, match="two events"):
            event("crm.thing_changed")(Told)


class TestSubscribers:
    async def test_get_each_event_once_and_in_order(self, client: ServiceClient, subscribe: Subscribe) -> None:
        got: list[Event[Told]] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            got.append(event)

        subscribe(take)
        await tell(client, 1, 2)
        await consume(client)
        await consume(client)
        await tell(client, 3)
        await consume(client)
        assert [event.payload for event in got] == [Told(number=number) for number in (1, 2, 3)]
        assert (got[0].service, got[0].name) == ("crm", "crm.thing_changed")

    async def test_are_woken(
        self, client: ServiceClient, subscribe: Subscribe, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(delivery, "POLL_SECONDS", 60.0)
        got: list[int] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            got.append(event.payload.number)

        subscribe(take)
        async with following(client):
            await tell(client, 1)
            await eventually(lambda: got == [1])
            await client.kit.redis.client.flushdb()
            await tell(client, 2)
            await eventually(lambda: got == [1, 2])

    async def test_of_which_nobody_could_be_woken_come_too(self, start: Start, subscribe: Subscribe) -> None:
        client = await start(app, mounts={"http://crm.test": app}, redis_url="redis://127.0.0.1:1")
        got: list[int] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            got.append(event.payload.number)

        subscribe(take)
        async with following(client):
            await tell(client, 1)
            await eventually(lambda: got == [1], POLL_SECONDS + 10)

    async def test_have_their_effects_with_their_place_or_not_at_all(
        self, client: ServiceClient, subscribe: Subscribe
    ) -> None:
        """Of two workers that take up the same events, what one does is rolled back."""

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            session.add(ConsumedEvent(event_id=new_id(), subscriber="effect"))
            await session.flush()

        subscribe(take)
        await tell(client, *range(30))
        await asyncio.gather(*(consume(client) for _ in range(3)))
        await consume(client)
        assert await effects(client) == 30

    async def test_ignore_members_that_they_do_not_know(self, client: ServiceClient, subscribe: Subscribe) -> None:
        got: list[Told] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            got.append(event.payload)

        subscribe(take)
        await tell(client, 1)
        async with client.kit.database.transaction() as session:
            await session.execute(text("""UPDATE outbox SET payload = '{"number": 1, "since": "the next release"}'"""))
        await consume(client)
        assert got == [Told(number=1)]

    async def test_do_not_get_what_the_release_before_gave_them(
        self, client: ServiceClient, subscribe: Subscribe
    ) -> None:
        got: list[int] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            got.append(event.payload.number)

        subscribe(take)
        [subscriber] = subscribers_of("crm")
        await tell(client, 1, 2)
        async with client.kit.database.transaction() as session:
            query = select(OutboxRow.id).order_by(OutboxRow.position).limit(1)
            had = (await session.scalars(query)).one()
            session.add(ConsumedEvent(event_id=had, subscriber=subscriber.name))
        await consume(client)
        assert got == [2]

    async def test_whose_place_is_gone_begin_anew_and_have_it_told_anew(
        self, client: ServiceClient, subscribe: Subscribe
    ) -> None:
        got: list[int] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            got.append(event.payload.number)

        subscribe(take)
        await tell(client, 1)
        await consume(client)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE event_cursors SET cursor = '999999999:'"))
            await session.execute(text("DELETE FROM outbox"))
        await consume(client)
        assert got == [1, -1]

    async def test_belong_to_the_package_that_defines_them(self, subscribe: Subscribe) -> None:
        async def take(session: AsyncSession, event: Event[Told]) -> None: ...

        subscribe(take)
        assert [each.function for each in subscribers_of("crm")] == [take]
        assert subscribers_of("cms") == []


async def effects(client: ServiceClient) -> int:
    async with client.kit.database.transaction() as session:
        query = select(func.count()).select_from(ConsumedEvent).where(ConsumedEvent.subscriber == "effect")
        return await session.scalar(query) or 0


class TestFailing:
    async def test_leaves_nothing_keeps_its_place_and_holds_nobody_else_up(
        self, client: ServiceClient, subscribe: Subscribe
    ) -> None:
        attempts: list[int] = []
        others: list[int] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            session.add(ConsumedEvent(event_id=new_id(), subscriber="effect"))
            await session.flush()
            attempts.append(event.payload.number)
            if event.payload.number == 2 and attempts.count(2) < 4:
                raise RuntimeError("not yet")

        async def take_beside(session: AsyncSession, event: Event[Told]) -> None:
            others.append(event.payload.number)

        subscribe(take)
        subscribe(take_beside)
        await tell(client, 1, 2, 3)
        await consume(client)
        assert (await effects(client), others) == (1, [1, 2, 3])
        # It waits: asking again does not count.
        await consume(client)
        status = (await client.get("/crm/internal/status")).json()
        assert (status["waitingEvents"], status["failedEvents"]) == (1, 0)
        for _ in range(2):
            await retry_at_once(client)
            await consume(client)
        assert await effects(client) == 3
        assert others == [1, 2, 3]

    async def test_for_good_is_written_down_and_passed_over_and_tried_again_by_the_next_worker(
        self, client: ServiceClient, subscribe: Subscribe
    ) -> None:
        got: list[int] = []
        mended = False

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            if event.payload.number == 1 and not mended:
                raise RuntimeError("never")
            got.append(event.payload.number)

        subscribe(take)
        await tell(client, 1, 2)
        for _ in range(ATTEMPTS):
            await consume(client)
            await retry_at_once(client)
        assert got == [2]
        async with client.kit.database.transaction() as session:
            failed = (await session.scalars(select(FailedEvent))).one()
            cursor = (await session.scalars(select(EventCursor))).one()
        assert (failed.publisher, failed.event["payload"], failed.error) == (
            "crm",
            {"number": 1},
            "RuntimeError: never",
        )
        assert cursor.attempts == 0
        assert (await client.get("/crm/internal/status")).json()["failedEvents"] == 1
        assert await retry_failed(client.kit.database, subscribers_of("crm")) == 0
        mended = True
        assert await retry_failed(client.kit.database, subscribers_of("crm")) == 1
        assert await retry_failed(client.kit.database, subscribers_of("crm")) == 0
        assert got == [2, 1]

    async def test_by_what_cannot_be_read_is_a_failure_too(self, client: ServiceClient, subscribe: Subscribe) -> None:
        async def take(session: AsyncSession, event: Event[Told]) -> None: ...

        subscribe(take)
        await tell(client, 1)
        async with client.kit.database.transaction() as session:
            await session.execute(text("""UPDATE outbox SET payload = '{"number": "many"}'"""))
        await consume(client)
        assert (await client.get("/crm/internal/status")).json()["waitingEvents"] == 1

    async def test_by_a_statement_that_takes_too_long_is_one_as_well(
        self, client: ServiceClient, subscribe: Subscribe
    ) -> None:
        async def take(session: AsyncSession, event: Event[Told]) -> None:
            await session.execute(text("SET LOCAL statement_timeout = 20"))
            await session.execute(text("SELECT pg_sleep(5)"))

        subscribe(take)
        await tell(client, 1)
        await consume(client)
        assert (await client.get("/crm/internal/status")).json()["waitingEvents"] == 1


class TestRetry:
    PATH = "/crm/internal/failed-events"

    async def work(self, client: ServiceClient) -> None:
        """Do what a worker does with the one job."""
        query = "SELECT id FROM jobs WHERE name = $1 AND state = 'queued'"
        await Runner(client.kit, 1).run(await client.kit.database.pool.fetchval(query, RETRY))

    async def test_an_administrator_lists_and_retries_what_failed(
        self, client: ServiceClient, subscribe: Subscribe, tokens: Tokens
    ) -> None:
        got: list[int] = []
        faults = {1: "never", 2: "nor this"}

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            number = event.payload.number
            if number in faults:
                raise RuntimeError(faults[number])
            got.append(number)

        subscribe(take)
        await tell(client, 1, 2, 3)
        for _ in range(2 * ATTEMPTS):
            await consume(client)
            await retry_at_once(client)
        admin = tokens.bearer("admin")
        listed = (await client.get(self.PATH, params={"sort": "failedAt"}, headers=admin)).json()
        assert [each["error"] for each in listed["results"]] == ["RuntimeError: never", "RuntimeError: nor this"]
        assert {each["name"] for each in listed["results"]} == {"crm.thing_changed"}
        first, second = (each["eventId"] for each in listed["results"])
        faults.pop(1)
        answer = await client.post(f"{self.PATH}/retries", json={"eventIds": [first]}, headers=admin)
        assert (answer.status_code, answer.json()) == (202, {"count": 1})
        await self.work(client)
        assert got == [3, 1]
        faults[2] = "still not"
        assert (await client.post(f"{self.PATH}/retries", json={}, headers=admin)).json() == {"count": 1}
        await self.work(client)
        left = (await client.get(self.PATH, headers=admin)).json()["results"]
        assert [(each["eventId"], each["error"]) for each in left] == [(second, "RuntimeError: still not")]

    async def test_nobody_else_does(self, client: ServiceClient, tokens: Tokens) -> None:
        editor = tokens.bearer("editor")
        assert (await client.get(self.PATH, headers=editor)).status_code == 403
        assert (await client.post(f"{self.PATH}/retries", json={}, headers=editor)).status_code == 403


class TestTidy:
    async def test_deletes_only_what_is_old(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            for days in (0, 31):
                session.add(ConsumedEvent(event_id=new_id(), subscriber=f"{days}"))
            await session.flush()
            await session.execute(
                text("UPDATE consumed_events SET at = now() - interval '31 days' WHERE subscriber = '31'")
            )
        await tidy(client.kit.database)
        async with client.kit.database.transaction() as session:
            assert (await session.scalars(select(ConsumedEvent.subscriber))).all() == ["0"]

"""From `emit` to the subscriber: an owner and those who follow it, each with its own part of what is true."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from kit import delivery, events
from kit.audit import AuditEntry
from kit.cancelling import cancel
from kit.db import Base, new_id
from kit.delivery import EventDelivery, tidy
from kit.events import Event, Payload, emit, event, on_event, subscribers_of
from kit.tables import ConsumedEvent, FailedEvent, Job, OutboxRow
from kit.testing import ServiceClient, Start
from tests.kit.consuming import consume
from tests.kit.service import ThingChanged, app
from tests.kit.waiting import eventually

EVENTS = "/crm/things/events"


class Told(Payload):
    """What the subscriber needs of it."""

    number: int


Take = Callable[[AsyncSession, Event[Told]], Awaitable[None]]
Subscribe = Callable[..., None]


@pytest.fixture
async def client(start: Start) -> ServiceClient:
    """A service that follows itself."""
    return await start(app, mounts={"http://crm.test": app})


@pytest.fixture
def subscribe(monkeypatch: pytest.MonkeyPatch) -> Subscribe:
    """Registers a subscriber of crm for the one test."""
    monkeypatch.setattr(events, "_subscribers", [])

    def register(function: Take, **options: bool) -> None:
        function.__module__ = "crm.things.events"
        on_event("crm.thing_changed", Told, **options)(function)

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


async def effects(client: ServiceClient) -> int:
    async with client.kit.database.transaction() as session:
        query = select(func.count()).select_from(ConsumedEvent).where(ConsumedEvent.subscriber == "effect")
        return await session.scalar(query) or 0


class TestAServiceThatTheSiteDoesWithout:
    async def test_is_waited_for_by_no_subscriber(self, start: Start, subscribe: Subscribe) -> None:
        """It was told to be late for ever, and asked every second."""

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            raise AssertionError("nothing was published")

        subscribe(take)
        for url, publishers in (("http://crm.test", ["crm"]), (None, [])):
            client = await start(app, mounts={"http://crm.test": app}, crm_url=url)
            delivery = EventDelivery(client.kit, "crm")
            assert delivery.publishers == publishers
            assert [publisher for publisher, _ in client.kit.caught_up] == publishers


class TestEmit:
    async def test_writes_them_in_the_order_of_the_calls(self, client: ServiceClient) -> None:
        assert (await client.post(EVENTS)).status_code == 204
        assert await outbox(client) == [("crm.thing_changed", {"number": 1}), ("crm.thing_changed", {"number": 2})]

    async def test_writes_nothing_of_what_is_rolled_back(self, client: ServiceClient) -> None:
        assert (await client.post(f"{EVENTS}?fail_after=1")).status_code == 409
        assert await outbox(client) == []

    async def test_writes_them_all_without_redis(self, start: Start) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        for _ in range(20):
            assert (await client.post(EVENTS)).status_code == 204
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
        monkeypatch.setattr(delivery, "POLL_SECONDS", 3600.0)
        monkeypatch.setattr(delivery, "QUIET_SECONDS", 3600.0)
        got: list[int] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            got.append(event.payload.number)

        subscribe(take)
        async with following(client):
            await eventually(lambda: client.kit.wakes.is_hearing)
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
            await eventually(lambda: got == [1])

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


def consumed(at: datetime) -> Base:
    return ConsumedEvent(event_id=new_id(), subscriber="any", at=at)


def failed(at: datetime) -> Base:
    return FailedEvent(event_id=new_id(), subscriber="any", publisher="crm", event={}, error="", failed_at=at)


def finished(at: datetime | None) -> Base:
    return Job(name="any", queue="short", state="done", args={}, max_attempts=1, finished_at=at)


def audited(at: datetime) -> Base:
    return AuditEntry(at=at, action="any.done", subject_type="any", subject_id=new_id(), subject_name="")


class TestTidy:
    @pytest.mark.parametrize(("row", "days"), [(consumed, 30), (failed, 90), (finished, 30), (audited, 730)])
    async def test_deletes_only_what_is_old(
        self, client: ServiceClient, row: Callable[[datetime], Base], days: int
    ) -> None:
        now = datetime.now(UTC)
        old, recent = row(now - timedelta(days=days, hours=1)), row(now - timedelta(days=days - 1))
        async with client.kit.database.transaction() as session:
            session.add_all([old, recent])
        await tidy(client.kit.database)
        async with client.kit.database.transaction() as session:
            model = type(recent)
            left = (await session.scalars(select(model))).all()
            assert [inspect(each).identity for each in left] == [inspect(recent).identity]

    async def test_keeps_a_job_that_has_not_ended(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            session.add(job := finished(None))
            await session.flush()
            await session.execute(text("UPDATE jobs SET created_at = now() - interval '1 year', state = 'running'"))
        await tidy(client.kit.database)
        async with client.kit.database.transaction() as session:
            assert await session.get(Job, inspect(job).identity) is not None

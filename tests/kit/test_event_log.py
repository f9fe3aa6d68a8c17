"""What the owner's side answers: each committed event once, whatever else is going on in the database."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from kit.event_log import OLDEST, Cursor, CursorInvalid, EventsGone, Snapshot, latest, note_reader, prune, read
from kit.events import emit
from kit.tables import EventReader, OutboxRow
from kit.testing import ServiceClient, Start, Tokens
from tests.kit.service import ThingChanged, app

EVENTS = "/crm/things/events"
NAMES = ["crm.thing_changed"]


async def tell(client: ServiceClient, *numbers: int) -> None:
    """One event in a transaction of its own for each number."""
    for number in numbers:
        async with client.kit.database.transaction() as session:
            emit(session, ThingChanged(number=number))


async def rest(client: ServiceClient, cursor: str, limit: int = 100) -> tuple[list[int], str]:
    """The numbers of all events after a cursor, read page by page, and the cursor behind them."""
    numbers: list[int] = []
    while True:
        batch = await read(client.kit.database, cursor, NAMES, limit)
        numbers += [entry.row["payload"]["number"] for entry in batch.entries]
        cursor = batch.cursor
        if not batch.more:
            return numbers, cursor


@pytest.fixture
async def late(client: ServiceClient) -> AsyncIterator[AsyncSession]:
    """A transaction that has written event 100 and is not committed yet."""
    async with client.kit.database.sessions() as session:
        emit(session, ThingChanged(number=100))
        await session.flush()
        yield session


class TestRead:
    async def test_gives_what_was_committed_in_order(self, client: ServiceClient) -> None:
        await tell(client, 1, 2, 3)
        numbers, cursor = await rest(client, OLDEST)
        assert numbers == [1, 2, 3]
        assert (await rest(client, cursor))[0] == []
        await tell(client, 4)
        assert (await rest(client, cursor))[0] == [4]

    async def test_gives_what_commits_late_once_and_holds_nothing_back_for_it(
        self, client: ServiceClient, late: AsyncSession
    ) -> None:
        await tell(client, 1, 2)
        numbers, cursor = await rest(client, OLDEST)
        assert numbers == [1, 2]
        await tell(client, 3)
        between, cursor = await rest(client, cursor)
        await late.commit()
        after, cursor = await rest(client, cursor)
        assert (between, after, (await rest(client, cursor))[0]) == ([3], [100], [])

    async def test_does_not_give_what_is_rolled_back(self, client: ServiceClient, late: AsyncSession) -> None:
        await tell(client, 1)
        _, cursor = await rest(client, OLDEST)
        await late.rollback()
        assert (await rest(client, cursor))[0] == []

    async def test_a_page_at_a_time_misses_nothing_that_comes_meanwhile(
        self, client: ServiceClient, late: AsyncSession
    ) -> None:
        await tell(client, *range(1, 6))
        first = await read(client.kit.database, OLDEST, NAMES, 2)
        await late.commit()
        await tell(client, 6)
        numbers, _ = await rest(client, first.cursor, 2)
        assert first.more
        # What came meanwhile is not part of what is being read: it follows, though its position may be lower.
        assert numbers == [3, 4, 5]
        assert sorted((await rest(client, (await rest(client, first.cursor, 2))[1]))[0]) == [6, 100]

    async def test_each_entry_has_the_cursor_behind_it(self, client: ServiceClient) -> None:
        await tell(client, 1, 2, 3)
        batch = await read(client.kit.database, OLDEST, NAMES, 100)
        assert [(await rest(client, entry.cursor))[0] for entry in batch.entries] == [[2, 3], [3], []]

    async def test_leaves_other_names_out_and_passes_them(self, client: ServiceClient) -> None:
        await tell(client, 1)
        batch = await read(client.kit.database, OLDEST, ["crm.other_changed"], 100)
        assert batch.entries == []
        assert (await rest(client, batch.cursor))[0] == []

    async def test_transactions_that_exclude_one_another_come_as_they_were_committed(
        self, client: ServiceClient
    ) -> None:
        """The one that began first, and so has the lower number, gets the lock last."""
        lock = text("SELECT pg_advisory_xact_lock(77)")
        async with client.kit.database.sessions() as first, client.kit.database.sessions() as second:
            await first.execute(text("SELECT pg_current_xact_id()"))
            await second.execute(lock)
            waiting = asyncio.create_task(first.execute(lock))
            emit(second, ThingChanged(number=1))
            await second.commit()
            await waiting
            emit(first, ThingChanged(number=2))
            await first.commit()
        assert (await rest(client, OLDEST))[0] == [1, 2]

    async def test_by_many_writers_at_once_every_event_comes_once(self, client: ServiceClient) -> None:
        writers = [asyncio.create_task(tell(client, *range(n * 100, n * 100 + 25))) for n in range(8)]
        seen: list[int] = []
        cursor = OLDEST
        while not all(writer.done() for writer in writers):
            numbers, cursor = await rest(client, cursor, 7)
            seen += numbers
        numbers, _ = await rest(client, cursor, 7)
        seen += numbers
        assert sorted(seen) == [n * 100 + i for n in range(8) for i in range(25)]


class TestCursor:
    @pytest.mark.parametrize("text", ["", "7:", "7:3,5", "7:3/9:8/12"])
    def test_is_written_as_it_is_read(self, text: str) -> None:
        assert str(Cursor.parse(text)) == (text or "0:")

    @pytest.mark.parametrize("text", ["x", "7:x", "7:/8:", "7:/8:/x", "7:/8:/1/2", "-1:", "٣:", "9" * 30])
    def test_refuses_what_it_did_not_write(self, text: str) -> None:
        with pytest.raises(CursorInvalid):
            Cursor.parse(text)

    async def test_of_a_database_that_was_moved_is_gone(self, client: ServiceClient) -> None:
        with pytest.raises(EventsGone):
            await read(client.kit.database, "999999999:", NAMES, 10)

    def test_knows_what_it_may_lack(self) -> None:
        snapshot = Snapshot.of_postgres("3:10:3,7")
        assert [snapshot.may_lack(number) for number in (2, 3, 9, 10)] == [False, True, True, True]
        assert [snapshot.lacks(number) for number in (2, 3, 6, 7, 9, 10)] == [False, True, False, True, False, True]


async def age(client: ServiceClient, days: float, *numbers: int) -> None:
    async with client.kit.database.transaction() as session:
        statement = "UPDATE outbox SET at = now() - make_interval(secs => :s) WHERE (payload->>'number')::int = ANY(:n)"
        await session.execute(text(statement), {"s": days * 86_400, "n": [*numbers]})


async def kept(client: ServiceClient) -> list[int]:
    async with client.kit.database.transaction() as session:
        rows = await session.scalars(select(OutboxRow.payload).order_by(OutboxRow.position))
        return [payload["number"] for payload in rows]


async def settled(client: ServiceClient) -> str:
    """A cursor behind which no transaction is open: those of other tests run in the same Postgres."""
    while Cursor.parse(cursor := await latest(client.kit.database)).seen.running:
        await asyncio.sleep(0.01)
    return cursor


class TestPrune:
    async def test_keeps_what_a_known_reader_has_not_read(self, client: ServiceClient) -> None:
        database = client.kit.database
        await tell(client, 1, 2)
        cursor = await settled(client)
        await tell(client, 3, 4)
        await age(client, 2, 1, 2, 3)
        await note_reader(database, "cms", ["slow"], cursor)
        await note_reader(database, "content", ["quick"], await settled(client))
        await prune(database)
        # What is younger than a day is kept in any case.
        assert await kept(client) == [3, 4]
        assert (await rest(client, cursor))[0] == [3, 4]

    async def test_keeps_it_for_a_month_and_tells_whoever_comes_later(self, client: ServiceClient) -> None:
        database = client.kit.database
        await tell(client, 1)
        _, cursor = await rest(client, OLDEST)
        await tell(client, 2, 3)
        await age(client, 31, 1, 2)
        await note_reader(database, "cms", ["slow"], cursor)
        assert await prune(database) == 2
        with pytest.raises(EventsGone):
            await read(database, cursor, NAMES, 10)
        assert (await rest(client, OLDEST))[0] == [3]

    async def test_forgets_a_reader_that_has_not_come_for_a_month(self, client: ServiceClient) -> None:
        await note_reader(client.kit.database, "cms", ["gone"], OLDEST)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE event_readers SET seen_at = now() - interval '31 days'"))
        await prune(client.kit.database)
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(EventReader)) == 0

    async def test_takes_over_the_events_of_a_database_that_was_moved(self, client: ServiceClient) -> None:
        await tell(client, 1)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE outbox SET transaction = 999999999"))
        assert (await rest(client, OLDEST))[0] == []
        await prune(client.kit.database)
        assert (await rest(client, OLDEST))[0] == [1]


class TestRoute:
    async def test_is_for_services_only(self, client: ServiceClient, tokens: Tokens) -> None:
        assert (await client.get("/private/events", headers=tokens.bearer("super"))).status_code == 401
        answer = await client.get("/private/events", headers=tokens.internal("cms", "crm"))
        assert (answer.status_code, answer.json()["events"], answer.json()["wakes"]) == (200, [], True)

    async def test_gives_events_of_former_names_under_their_present_one(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        await client.post(EVENTS)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE outbox SET name = 'thing.changed' WHERE payload = '{\"number\": 1}'"))
        parameters: Any = {"name": ["crm.thing_changed", "crm.no_such_thing"], "limit": 1}
        answer = await client.get("/private/events", params=parameters, headers=tokens.internal("cms", "crm"))
        [event] = answer.json()["events"]
        assert (event["name"], event["payload"], answer.json()["more"]) == ("crm.thing_changed", {"number": 1}, True)

    async def test_gives_events_that_only_another_release_declares(self, client: ServiceClient, tokens: Tokens) -> None:
        """Both run side by side for a while: a process of the one may answer what one of the other has emitted."""
        await client.post(EVENTS)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE outbox SET name = 'crm.thing_finished'"))
        parameters = {"name": "crm.thing_finished"}
        answer = await client.get("/private/events", params=parameters, headers=tokens.internal("cms", "crm"))
        assert {event["name"] for event in answer.json()["events"]} == {"crm.thing_finished"}

    async def test_begins_with_what_comes_next(self, client: ServiceClient, tokens: Tokens) -> None:
        await client.post(EVENTS)
        headers = tokens.internal("web", "crm")
        cursor = (await client.get("/private/events?after=latest", headers=headers)).json()["cursor"]
        await tell(client, 7)
        parameters = {"after": cursor, "name": "crm.thing_changed"}
        answer = await client.get("/private/events", params=parameters, headers=headers)
        assert [event["payload"]["number"] for event in answer.json()["events"]] == [7]

    async def test_says_when_the_place_is_gone_and_when_it_is_none(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("cms", "crm")
        gone = await client.get("/private/events?after=999999999:", headers=headers)
        assert (gone.status_code, gone.json()["code"]) == (410, "events_gone")
        invalid = await client.get("/private/events?after=x", headers=headers)
        assert (invalid.status_code, invalid.json()["code"]) == (400, "cursor_invalid")

    async def test_keeps_for_the_callers_subscribers_what_comes_after(
        self, client: ServiceClient, tokens: Tokens
    ) -> None:
        parameters = {"after": "5:", "subscriber": ["cms.a", "cms.b"]}
        await client.get("/private/events", params=parameters, headers=tokens.internal("cms", "crm"))
        async with client.kit.database.transaction() as session:
            rows = (
                await session.execute(select(EventReader.service, EventReader.subscriber, EventReader.cursor))
            ).all()
        assert sorted(tuple(row) for row in rows) == [("cms", "cms.a", "5:"), ("cms", "cms.b", "5:")]

    async def test_tells_anew(self, client: ServiceClient, tokens: Tokens) -> None:
        body = {"names": ["crm.thing_changed", "crm.no_such_thing"]}
        answer = await client.post("/private/events/restatements", json=body, headers=tokens.internal("cms", "crm"))
        assert answer.status_code == 204
        assert (await rest(client, OLDEST))[0] == [-1]

    async def test_says_that_nobody_can_be_woken(self, start: Start, tokens: Tokens) -> None:
        client = await start(app, redis_url="redis://127.0.0.1:1")
        answer = await client.get("/private/events", headers=tokens.internal("web", "crm"))
        assert answer.json()["wakes"] is False

"""Events that a subscriber fails at: attempts, what is set aside, and how that is retried."""

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from kit.db import new_id
from kit.delivery import RETRY
from kit.event_log import OLDEST
from kit.events import Event, subscribers_of
from kit.subscriptions import ATTEMPTS, retry_failed
from kit.tables import ConsumedEvent, EventCursor, FailedEvent
from kit.testing import ServiceClient, Tokens
from tests.kit.consuming import consume
from tests.kit.test_events import Subscribe, Told, client, effects, retry_at_once, subscribe, tell
from tests.kit.working import run_jobs

__all__ = ["client", "subscribe"]


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

    @pytest.mark.parametrize("state", ["53100", "53200", "25006"])
    async def test_because_the_database_cannot_write_is_no_attempt(
        self, client: ServiceClient, subscribe: Subscribe, state: str
    ) -> None:
        """A full disk, no memory, read-only: the event is as good as before."""
        is_full = True

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            if is_full:
                await session.execute(text(f"DO $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '{state}'; END $$"))
            session.add(ConsumedEvent(event_id=new_id(), subscriber="effect"))

        subscribe(take)
        await tell(client, 1)
        for _ in range(ATTEMPTS + 1):
            with pytest.raises(DBAPIError):
                await consume(client)
        is_full = False
        await consume(client)
        assert await effects(client) == 1

    async def test_for_good_once_more_after_a_new_beginning_is_passed_over_too(
        self, client: ServiceClient, subscribe: Subscribe
    ) -> None:
        got: list[int] = []

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            if event.payload.number == 1:
                raise RuntimeError("never")
            got.append(event.payload.number)

        subscribe(take)
        await tell(client, 1, 2)
        for _ in range(2):
            for _ in range(ATTEMPTS):
                await consume(client)
                await retry_at_once(client)
            async with client.kit.database.transaction() as session:
                await session.execute(text("UPDATE event_cursors SET cursor = :oldest"), {"oldest": OLDEST})
        assert got == [2, 2]
        assert (await client.get("/crm/internal/status")).json()["failedEvents"] == 1

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
        async with client.kit.database.transaction() as session:
            again = (await session.scalars(select(FailedEvent))).one()
        # Else one that always fails would be kept for ever.
        assert again.failed_at == failed.failed_at
        mended = True
        assert await retry_failed(client.kit.database, subscribers_of("crm")) == 1
        assert await retry_failed(client.kit.database, subscribers_of("crm")) == 0
        assert got == [2, 1]

    async def test_for_good_waits_where_no_event_may_be_passed_over(
        self, client: ServiceClient, subscribe: Subscribe
    ) -> None:
        got: list[int] = []
        mended = False

        async def take(session: AsyncSession, event: Event[Told]) -> None:
            if not mended:
                raise RuntimeError("not yet")
            got.append(event.payload.number)

        subscribe(take, must_apply=True)
        await tell(client, 1, 2)
        for _ in range(ATTEMPTS + 1):
            await consume(client)
            await retry_at_once(client)
        status = (await client.get("/crm/internal/status")).json()
        assert (status["waitingEvents"], status["failedEvents"]) == (1, 0)
        mended = True
        await consume(client)
        assert got == [1, 2]

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
        for words, found in (
            ("NOR", [second]),
            ("thing_changed never", [first]),
            ("take", [second, first]),
            ("no%r", []),
        ):
            answer = await client.get(self.PATH, params={"q": words}, headers=admin)
            assert [each["eventId"] for each in answer.json()["results"]] == found, words
        faults.pop(1)
        answer = await client.post(f"{self.PATH}/retries", json={"eventIds": [first]}, headers=admin)
        assert (answer.status_code, answer.json()) == (202, {"count": 1})
        await run_jobs(client, RETRY)
        assert got == [3, 1]
        faults[2] = "still not"
        assert (await client.post(f"{self.PATH}/retries", json={}, headers=admin)).json() == {"count": 1}
        await run_jobs(client, RETRY)
        left = (await client.get(self.PATH, headers=admin)).json()["results"]
        assert [(each["eventId"], each["error"]) for each in left] == [(second, "RuntimeError: still not")]

    async def test_an_event_is_retried_for_the_subscriber_that_is_named_alone(
        self, client: ServiceClient, subscribe: Subscribe, tokens: Tokens
    ) -> None:
        got: list[str] = []
        is_mended = False

        async def first(session: AsyncSession, event: Event[Told]) -> None:
            if not is_mended:
                raise RuntimeError("first")
            got.append("first")

        async def second(session: AsyncSession, event: Event[Told]) -> None:
            if not is_mended:
                raise RuntimeError("second")
            got.append("second")

        subscribe(first)
        subscribe(second)
        await tell(client, 1)
        for _ in range(ATTEMPTS):
            await consume(client)
            await retry_at_once(client)
        admin = tokens.bearer("admin")
        failed = (await client.get(self.PATH, headers=admin)).json()["results"]
        [chosen] = [each for each in failed if each["error"].endswith("second")]
        is_mended = True
        data = {"eventIds": [chosen["eventId"]], "subscriber": chosen["subscriber"]}
        answer = await client.post(f"{self.PATH}/retries", json=data, headers=admin)
        assert (answer.status_code, answer.json()) == (202, {"count": 1})
        await run_jobs(client, RETRY)
        assert got == ["second"]
        left = (await client.get(self.PATH, headers=admin)).json()["results"]
        assert [each["error"] for each in left] == ["RuntimeError: first"]

    async def test_nobody_else_does(self, client: ServiceClient, tokens: Tokens) -> None:
        editor = tokens.bearer("editor")
        assert (await client.get(self.PATH, headers=editor)).status_code == 403
        assert (await client.post(f"{self.PATH}/retries", json={}, headers=editor)).status_code == 403

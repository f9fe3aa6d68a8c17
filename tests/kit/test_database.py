import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg
import pytest
from sqlalchemy import ForeignKey, delete, func, insert, inspect, select, text, update
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import Mapped, mapped_column

from kit.database import Database, WriteInRead
from kit.db import Base, UuidPrimaryKey, after_commit, metadata_of, new_id, relationship
from kit.tables import ConsumedEvent
from kit.testing import RolledBack, ServiceClient, SettingsFor, Start
from kit.testing.databases import WorkerDatabase
from tests.kit.service import Settings, app

THINGS = "/crm/things"


async def rows(client: ServiceClient) -> int:
    async with client.kit.database.transaction() as session:
        return await session.scalar(select(func.count()).select_from(ConsumedEvent)) or 0


@asynccontextmanager
async def on_the_way_to_postgres(to: WorkerDatabase, passes: asyncio.Event) -> AsyncIterator[str]:
    """An address that leads to a database, as long as ``passes`` is set; what is sent later is never answered."""
    tasks: set[asyncio.Task[None]] = set()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while read := await reader.read(65536):
                await passes.wait()
                writer.write(read)
                await writer.drain()
        await passes.wait()
        writer.close()

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, there = await asyncio.open_unix_connection(f"{to.engines.sockets}/.s.PGSQL.5432")
        tasks.update(asyncio.create_task(pass_on(*ends)) for ends in ((reader, there), (back, writer)))

    async with await asyncio.start_server(take, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield f"postgresql://crm@127.0.0.1:{port}/{to.name}?sslmode=disable"
        passes.set()
        await asyncio.gather(*tasks)


async def idle_connections(database: Database, number: int) -> list[Any]:
    """That many of sessions and one for hot reads, none of which is used."""
    sessions = [database.sessions() for _ in range(number)]
    used = [(await (await session.connection()).get_raw_connection()).driver_connection for session in sessions]
    for session in sessions:
        await session.close()
    async with database.pool.acquire() as connection:
        # It is another object each time, around the connection itself.
        taken: Any = connection
        used.append(taken._con)
    return used


class TestWriteAtOnce:
    STATEMENT = """
    WITH first AS (INSERT INTO consumed_events (event_id, subscriber) VALUES ($1, 'first') RETURNING subscriber)
    INSERT INTO consumed_events (event_id, subscriber) VALUES ($1, $2) RETURNING subscriber
    """

    async def test_a_statement_is_committed_by_itself(self, client: ServiceClient) -> None:
        row = await client.kit.database.write_at_once(self.STATEMENT, [new_id(), "second"])
        assert row is not None
        assert row["subscriber"] == "second"
        assert await rows(client) == 2

    async def test_one_that_fails_leaves_nothing(self, client: ServiceClient) -> None:
        with pytest.raises(asyncpg.UniqueViolationError):
            await client.kit.database.write_at_once(self.STATEMENT, [new_id(), "first"])
        assert await rows(client) == 0


class TestCommit:
    async def test_comes_before_the_answer(self, client: ServiceClient) -> None:
        seen: list[int] = []

        async def watch(scope, receive, send):
            async def watching(message):
                if message["type"] == "http.response.start":
                    seen.append(await rows(client))
                await send(message)

            await app(scope, receive, watching)

        watched = ServiceClient(watch, "crm")  # type: ignore[arg-type]
        assert (await watched.post(f"{THINGS}/rows")).status_code == 201
        assert seen == [1]

    async def test_is_left_out_when_the_handler_fails(self, client: ServiceClient) -> None:
        assert (await client.post(f"{THINGS}/rows?fail_after=1")).status_code == 409
        assert await rows(client) == 0

    async def test_is_left_out_when_the_payload_is_wrong(self, client: ServiceClient) -> None:
        assert (await client.post(f"{THINGS}/rows?fail_after=perhaps")).status_code == 422
        assert await rows(client) == 0

    @pytest.fixture
    async def deferred(self, client: ServiceClient) -> AsyncIterator[None]:
        async with client.kit.database.transaction() as session:
            await session.execute(text("CREATE TABLE deferred_parents (id int PRIMARY KEY)"))
            await session.execute(
                text(
                    "CREATE TABLE deferred_children (parent int REFERENCES deferred_parents (id)"
                    " DEFERRABLE INITIALLY DEFERRED)"
                )
            )
        client.app.state.hooks = []
        yield
        async with client.kit.database.transaction() as session:
            await session.execute(text("DROP TABLE deferred_children, deferred_parents"))

    @pytest.mark.usefixtures("deferred")
    async def test_that_fails_is_answered_as_a_failure(self, client: ServiceClient) -> None:
        answer = await client.post(f"{THINGS}/failing-commit")
        assert (answer.status_code, answer.json()["code"]) == (409, "still_referenced")
        assert "constraint" not in answer.json()
        assert client.app.state.hooks == []

    @pytest.mark.usefixtures("deferred")
    async def test_runs_what_waits_for_it(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("INSERT INTO deferred_parents VALUES (1)"))
        assert (await client.post(f"{THINGS}/failing-commit")).status_code == 201
        assert client.app.state.hooks == ["ran"]

    async def test_stands_when_what_waited_for_it_fails(self, client: ServiceClient) -> None:
        async def fail() -> None:
            raise RuntimeError("after the commit")

        async with client.kit.database.transaction() as session:
            session.add(ConsumedEvent(event_id=new_id(), subscriber="x"))
            after_commit(session, fail)
        assert await rows(client) == 1


class TestReading:
    async def test_sees_what_is_committed(self, client: ServiceClient) -> None:
        await client.post(f"{THINGS}/rows")
        async with client.kit.database.reading() as session:
            assert await session.scalar(select(func.count()).select_from(ConsumedEvent)) == 1

    async def test_refuses_to_write(self, client: ServiceClient) -> None:
        async with client.kit.database.reading() as session:
            session.add(ConsumedEvent(event_id=new_id(), subscriber="x"))
            with pytest.raises(WriteInRead):
                await session.flush()
        statements = [
            insert(ConsumedEvent).values(event_id=new_id(), subscriber="x").returning(ConsumedEvent.event_id),
            update(ConsumedEvent).values(subscriber="x").returning(ConsumedEvent.event_id),
            delete(ConsumedEvent).returning(ConsumedEvent.event_id),
        ]
        for statement in statements:
            for run in ("execute", "scalar", "scalars"):
                async with client.kit.database.reading() as session:
                    with pytest.raises(WriteInRead):
                        await getattr(session, run)(statement)
        assert await rows(client) == 0

    async def test_leaves_the_connection_as_it_was(self, start: Start) -> None:
        client = await start(app, pool_size=1)
        async with client.kit.database.reading() as session:
            await session.execute(text("SELECT 1"))
        with pytest.raises(ZeroDivisionError):
            async with client.kit.database.transaction() as session:
                session.add(ConsumedEvent(event_id=new_id(), subscriber="x"))
                await session.flush()
                raise ZeroDivisionError
        assert await rows(client) == 0


class TestConnections:
    async def test_come_back_after_postgres_dropped_them(
        self, client: ServiceClient, worker_database: WorkerDatabase
    ) -> None:
        await asyncio.gather(*(client.get(f"{THINGS}/by-session?number=1") for _ in range(8)))
        await client.get(f"{THINGS}/columns?number=1")
        admin = await asyncpg.connect(worker_database.engines.dsn("postgres", worker_database.name))
        await admin.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'crm' AND datname = current_database()"
        )
        await admin.close()
        answers = await asyncio.gather(*(client.get(f"{THINGS}/by-session?number=1") for _ in range(8)))
        answers.append(await client.get(f"{THINGS}/columns?number=1"))
        assert [answer.status_code for answer in answers] == [200] * 9

    @pytest.mark.parametrize("path", ["by-session", "columns"])
    async def test_that_cannot_be_made_are_503(self, start: Start, path: str) -> None:
        client = await start(app, database_url="postgresql://crm@127.0.0.1:1/nowhere")
        answer = await client.get(f"{THINGS}/{path}?number=1")
        assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
        assert (await client.get("/crm/internal/health")).status_code == 200

    async def test_do_not_wait_for_slow_statements(self, start: Start) -> None:
        client = await start(app, statement_timeout_ms=100)
        answer = await client.post(f"{THINGS}/sleep")
        assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")

    async def test_more_requests_than_connections_take_turns(self, start: Start) -> None:
        client = await start(app, pool_size=1, read_pool_size=1)
        paths = [f"{THINGS}/{kind}?number={n}" for n in range(20) for kind in ("by-session", "columns")]
        answers = await asyncio.gather(*(client.get(path) for path in paths))
        assert {answer.status_code for answer in answers} == {200}

    @pytest.mark.parametrize("begins", ["before the end", "after it"])
    async def test_end_with_those_who_still_use_them(self, settings_for: SettingsFor, begins: str) -> None:
        """A task at work when its process ends leaves no connection open to Postgres."""
        database = Database(settings_for(Settings))
        await database.open()
        used: list[Any] = []

        async def use() -> None:
            async with database.transaction() as session:
                raw = await (await session.connection()).get_raw_connection()
                used.append(raw.driver_connection)
                reached.set()
                await goes_on.wait()

        reached, goes_on = asyncio.Event(), asyncio.Event()
        if begins == "before the end":
            work = asyncio.create_task(use())
            await reached.wait()
            await database.close()
        else:
            await database.close()
            work = asyncio.create_task(use())
            await reached.wait()
        goes_on.set()
        await work
        assert [connection.is_closed() for connection in used] == [True]

    async def test_a_postgres_that_answers_nothing_is_not_waited_for(
        self, settings_for: SettingsFor, worker_database: WorkerDatabase
    ) -> None:
        passes = asyncio.Event()
        passes.set()
        async with on_the_way_to_postgres(worker_database, passes) as dsn:
            database = Database(settings_for(Settings, database_url=dsn))
            await database.open()
            connections = await idle_connections(database, 3)
            passes.clear()
            async with asyncio.timeout(60):
                await database.close()
            assert [connection.is_closed() for connection in connections] == [True] * 4


class TestValues:
    @pytest.mark.parametrize("path", ["by-session", "columns"])
    async def test_that_no_column_holds_are_422(self, client: ServiceClient, path: str) -> None:
        answer = await client.get(f"{THINGS}/{path}?number=9999999999")
        assert (answer.status_code, answer.json()["code"]) == (422, "value_refused")


class TestModels:
    def test_ids_sort_by_time(self) -> None:
        ids = [new_id() for _ in range(100)]
        assert ids == sorted(ids)
        assert {identifier.version for identifier in ids} == {7}

    def test_two_services_may_have_a_table_of_one_name(self) -> None:
        first = type("Twin", (UuidPrimaryKey, Base), {"__tablename__": "twins", "__module__": "first.models"})
        second = type("Twin", (UuidPrimaryKey, Base), {"__tablename__": "twins", "__module__": "second.models"})
        assert inspect(first).local_table is metadata_of("first").tables["twins"]
        assert inspect(second).local_table is metadata_of("second").tables["twins"]

    async def test_relationships_do_not_query_by_themselves(self, rolled_back: RolledBack) -> None:
        class Parent(UuidPrimaryKey, Base):
            __tablename__ = "lint_parents"
            children: Mapped[list["Child"]] = relationship()

        class Child(UuidPrimaryKey, Base):
            __tablename__ = "lint_children"
            parent_id: Mapped[str] = mapped_column(ForeignKey("lint_parents.id"))

        session = await rolled_back(Settings)
        await session.execute(text("CREATE TABLE lint_parents (id uuid PRIMARY KEY)"))
        parent = Parent()
        session.add(parent)
        await session.flush()
        session.expire_all()
        found = (await session.scalars(select(Parent))).one()
        with pytest.raises(InvalidRequestError, match="raise"):
            _ = found.children

    async def test_rolled_back_sessions_leave_nothing(self, client: ServiceClient, rolled_back: RolledBack) -> None:
        session = await rolled_back(Settings)
        session.add(ConsumedEvent(event_id=new_id(), subscriber="x"))
        await session.flush()
        assert await rows(client) == 0

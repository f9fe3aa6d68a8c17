"""What happens on connections that Postgres is ending: nothing is lost, and no other error hides the reason."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text

from kit.backups.gate import closed_gate
from kit.db import new_id
from kit.jobs import Run
from kit.locks import try_lock_named
from kit.runner import Runner
from kit.testing import ServiceClient, Start
from kit.testing.databases import WorkerDatabase
from kit.worker import _is_done
from tests.kit.dying_connections import Way, way_to
from tests.kit.job_rows import due_again, effects, queue, row
from tests.kit.job_tasks import Register, register, write_effect
from tests.kit.service import app
from tests.kit.waiting import eventually

__all__ = ["register"]
THINGS = "/crm/things"


@pytest.fixture
async def way(worker_database: WorkerDatabase) -> AsyncIterator[Way]:
    async with way_to(worker_database) as way:
        yield way


@pytest.fixture
async def client(way: Way, start: Start) -> AsyncIterator[ServiceClient]:
    yield await start(app, database_url=way.dsn("crm"))
    way.close()


class TestStatements:
    """The connection was told that it ends, and is still open: asyncpg has an error of its own for that."""

    async def test_are_answered_as_when_the_database_is_away(self, client: ServiceClient, way: Way) -> None:
        assert (await client.get(f"{THINGS}/columns?number=1")).status_code == 200
        await way.end_connections()
        answer = await client.get(f"{THINGS}/columns?number=1")
        assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")

    async def test_of_a_worker_are_tried_again(self, client: ServiceClient, way: Way) -> None:
        pool = client.kit.database.pool
        await pool.execute("SELECT 1")
        await way.end_connections()

        async def step() -> None:
            await pool.execute("SELECT 1")

        assert not await _is_done(step)
        way.let_go()
        await eventually(lambda: _is_done(step))

    async def test_that_note_how_a_job_ended_leave_it_to_be_found_again(
        self, client: ServiceClient, way: Way, register: Register
    ) -> None:
        async def interrupted(run: Run, args: dict[str, Any]) -> None:
            await write_effect(run, args)
            if run.attempt == 1:
                await way.end_connections()
                raise ZeroDivisionError

        register(interrupted)
        job, runner = await queue(client), Runner(client.kit, 1)
        await runner.run(job)
        way.let_go()

        async def is_found() -> bool:
            return await _is_done(lambda: row(client, job))

        await eventually(is_found)
        assert (await row(client, job)).state == "running"
        await due_again(client)
        await runner.run(job)
        assert ((await row(client, job)).state, await effects(client)) == ("done", 1)


class TestOtherEnd:
    """Where it is gone without a word, nothing comes: no answer, and no end of the connection."""

    async def test_is_asked_for_where_nothing_comes_for_long(self, way: Way, start: Start) -> None:
        async with await asyncio.start_server(way.lead, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            client = await start(app, database_url=way.dsn("crm", f"127.0.0.1&port={port}"))
            async with client.kit.database.pool.acquire() as connection:
                transport: Any = connection._transport  # type: ignore[attr-defined]  # asyncpg gives no public way to it
                peer = transport.get_extra_info("socket")
                options = socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT
                found = [peer.getsockopt(socket.IPPROTO_TCP, option) for option in options]
                assert peer.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            way.close()
        assert found == [15, 5, 3, 30_000]

    async def test_asks_for_us_too(self, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
        """What is gone without a word would keep its locks: those of connections apart, and of transactions."""
        given: list[dict[str, str]] = []
        connect = asyncpg.connect

        async def look(*args: Any, server_settings: dict[str, str], **options: Any) -> Any:
            given.append(server_settings)
            return await connect(*args, server_settings=server_settings, **options)

        monkeypatch.setattr(asyncpg, "connect", look)
        database = (await start(app)).kit.database
        async with database.apart() as connection:
            # Of a socket of this machine Postgres says 0 for the others, since they do nothing there.
            assert await connection.fetchval("SHOW client_connection_check_interval") == "10s"
        names = ("tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count")
        assert [given[-1][name] for name in names] == ["15", "5", "3"]


class TestLocks:
    @pytest.mark.parametrize("is_seen", [False, True])
    async def test_that_are_lost_keep_the_reason_of_the_end(
        self, client: ServiceClient, way: Way, is_seen: bool
    ) -> None:
        async def lose() -> None:
            await way.end_connections()
            if is_seen:
                way.let_go()
                await eventually(lambda: client.kit.database.pool.get_size() == 0)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            async with try_lock_named(client.kit.database, "crm.things") as has_it:
                assert has_it
                await lose()

    async def test_of_a_gate_do_so_too(self, client: ServiceClient, way: Way) -> None:
        with pytest.raises(ZeroDivisionError):
            async with closed_gate(client.kit.database, new_id()):
                await way.end_connections()
                raise ZeroDivisionError

    async def test_are_free_after_the_wait_for_them_was_given_up(
        self, start: Start, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Postgres had given it by then."""
        database = (await start(app)).kit.database
        fetchval = asyncpg.Connection.fetchval

        async def given_up(self: asyncpg.Connection, query: str, *values: Any) -> Any:
            found = await fetchval(self, query, *values)
            if "pg_try_advisory_lock" in query:
                raise asyncio.CancelledError
            return found

        with monkeypatch.context() as patch, pytest.raises(asyncio.CancelledError):
            patch.setattr(asyncpg.Connection, "fetchval", given_up)
            async with try_lock_named(database, "crm.things"):
                pass

        async def is_free() -> bool:
            async with database.transaction() as session:
                name = "hashtextextended('crm.things', 0)"
                return bool(await session.scalar(text(f"SELECT pg_try_advisory_xact_lock({name})")))

        # Postgres sees a moment later that the connection has been closed.
        await eventually(is_free)

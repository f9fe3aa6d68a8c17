import asyncio
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from kit.audit import AuditEntry
from kit.database import Database
from kit.db import WrittenBefore, release_connection
from kit.outside import CallInTransaction
from kit.testing import ServiceClient

ONE = text("SELECT 1")
ADDRESS = "http://nowhere.test/"

Connected = Callable[[Database], AbstractAsyncContextManager[Any]]


class TestCheckNoTransaction:
    async def test_a_call_within_a_transaction_is_refused(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(ONE)
            with pytest.raises(CallInTransaction, match="nowhere"):
                await client.kit.http.get(ADDRESS)

    async def test_before_the_first_statement_there_is_none(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction():
            with pytest.raises(httpx.ConnectError):
                await client.kit.http.get(ADDRESS)

    async def test_one_that_was_ended_holds_nothing(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(ONE)
            await release_connection(session)
            with pytest.raises(httpx.ConnectError):
                await client.kit.http.get(ADDRESS)

    @pytest.mark.parametrize("connected", [Database.acquire, Database.apart])
    async def test_a_transaction_of_a_connection_without_a_session_counts(
        self, client: ServiceClient, connected: Connected
    ) -> None:
        async with connected(client.kit.database) as connection:
            # A connection may wait with its locks while others are called.
            with pytest.raises(httpx.ConnectError):
                await client.kit.http.get(ADDRESS)
            async with connection.transaction():
                with pytest.raises(CallInTransaction, match="nowhere"):
                    await client.kit.http.get(ADDRESS)
        with pytest.raises(httpx.ConnectError):
            await client.kit.http.get(ADDRESS)

    async def test_one_that_is_kept_open_for_the_calls_does_not(self, client: ServiceClient) -> None:
        async with client.kit.database.acquire_across_calls() as connection, connection.transaction():
            with pytest.raises(httpx.ConnectError):
                await client.kit.http.get(ADDRESS)

    async def test_a_task_that_outlives_the_connection_may_call(self, client: ServiceClient) -> None:
        ended = asyncio.Event()

        async def call_later() -> None:
            await ended.wait()
            await client.kit.http.get(ADDRESS)

        async with client.kit.database.acquire() as connection, connection.transaction():
            task = asyncio.create_task(call_later())
        ended.set()
        with pytest.raises(httpx.ConnectError):
            await task

    async def test_a_stream_that_is_dropped_is_closed_by_somebody_else(self, client: ServiceClient) -> None:
        """An answer that nobody reads to its end is closed later, by the loop."""

        async def stream() -> AsyncGenerator[int]:
            async with client.kit.database.acquire() as connection, connection.transaction():
                yield 1

        dropped = stream()
        await anext(dropped)
        await asyncio.create_task(dropped.aclose())

    async def test_a_transaction_elsewhere_is_none_of_its_business(self, client: ServiceClient) -> None:
        began, called = asyncio.Event(), asyncio.Event()

        async def hold() -> None:
            async with client.kit.database.transaction() as session:
                await session.execute(ONE)
                began.set()
                await called.wait()

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(hold())
            await began.wait()
            with pytest.raises(httpx.ConnectError):
                await client.kit.http.get(ADDRESS)
            called.set()


def entry(name: str) -> AuditEntry:
    return AuditEntry(action="page.edited", subject_type="page", subject_id=uuid.uuid4(), subject_name=name)


async def add(session: AsyncSession) -> None:
    session.add(entry("New"))


async def add_and_flush(session: AsyncSession) -> None:
    session.add_all([entry("New"), entry("Newer")])
    await session.flush()


async def change(session: AsyncSession) -> None:
    await session.execute(update(AuditEntry).values(subject_name="Changed"))


async def change_by_text(session: AsyncSession) -> None:
    await session.execute(text("UPDATE audit_entries SET subject_name = 'Changed'"))


async def remove(session: AsyncSession) -> None:
    await session.execute(delete(AuditEntry).returning(AuditEntry.id))


async def remove_found(session: AsyncSession) -> None:
    found = select(AuditEntry.id).cte("found")
    await session.execute(delete(AuditEntry).where(AuditEntry.id.in_(select(found.c.id))))


WRITES = pytest.mark.parametrize("write", [add, add_and_flush, change, change_by_text, remove, remove_found])


class TestReleaseConnection:
    @pytest.fixture(autouse=True)
    async def _entry(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            session.add(entry("Old"))

    async def names(self, client: ServiceClient) -> list[str]:
        async with client.kit.database.reading() as session:
            return [*await session.scalars(select(AuditEntry.subject_name))]

    @WRITES
    async def test_what_was_written_is_not_committed_for_a_wait(
        self, client: ServiceClient, write: Callable[[AsyncSession], Awaitable[None]]
    ) -> None:
        """It would stay although the rest of the request fails."""
        with pytest.raises(WrittenBefore):
            async with client.kit.database.transaction() as session:
                await write(session)
                await session.execute(ONE)
                await release_connection(session)
        assert await self.names(client) == ["Old"]

    @WRITES
    async def test_what_was_written_in_the_transaction_before_is_no_matter(
        self, client: ServiceClient, write: Callable[[AsyncSession], Awaitable[None]]
    ) -> None:
        async with client.kit.database.transaction() as session:
            await write(session)
            await session.commit()
            await session.execute(ONE)
            await release_connection(session)
            await write(session)
            await session.rollback()
            await session.execute(ONE)
            await release_connection(session)

    async def test_a_change_that_met_no_row_is_none(self, client: ServiceClient) -> None:
        """Such as the end of a session that had ended: the caller is told so, perhaps after a wait."""
        async with client.kit.database.transaction() as session:
            await session.execute(
                update(AuditEntry).where(AuditEntry.subject_name == "None").values(subject_name="Changed")
            )
            await release_connection(session)

    async def test_a_savepoint_does_not_hide_what_was_written_before_it(self, client: ServiceClient) -> None:
        with pytest.raises(WrittenBefore):
            async with client.kit.database.transaction() as session:
                await change(session)
                async with session.begin_nested():
                    await session.execute(ONE)
                await release_connection(session)
        assert await self.names(client) == ["Old"]

import asyncio
import uuid
from collections.abc import Awaitable, Callable

import httpx
import pytest
from sqlalchemy import delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from kit.audit import AuditEntry
from kit.db import WrittenBefore, release_connection
from kit.outside import CallInTransaction
from kit.testing import ServiceClient

ONE = text("SELECT 1")
ADDRESS = "http://nowhere.test/"


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


async def add(session: AsyncSession) -> None:
    session.add(AuditEntry(action="page.edited", subject_type="page", subject_id=uuid.uuid4(), subject_name="Home"))


async def add_and_flush(session: AsyncSession) -> None:
    await add(session)
    await session.flush()


async def change(session: AsyncSession) -> None:
    await session.execute(delete(AuditEntry))


class TestReleaseConnection:
    @pytest.mark.parametrize("write", [add, add_and_flush, change])
    async def test_what_was_written_is_not_committed_for_a_wait(
        self, client: ServiceClient, write: Callable[[AsyncSession], Awaitable[None]]
    ) -> None:
        """It would stay although the rest of the request fails."""
        with pytest.raises(WrittenBefore):
            async with client.kit.database.transaction() as session:
                await write(session)
                await release_connection(session)
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(AuditEntry)) == 0

    @pytest.mark.parametrize("write", [add, add_and_flush, change])
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

import asyncio

import httpx
import pytest
from sqlalchemy import text

from kit.db import release_connection
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

"""Uploads that end before a file is made of them: given up, expired, cancelled."""

import asyncio
import uuid
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from cms.uploads import parts
from cms.uploads.models import Upload
from cms.uploads.tasks import COMPLETE
from kit.jobs import enqueue
from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from tests.cms.tus import Sender, keys_stored
from tests.kit.working import run_jobs
from tests.waiting_transactions import until_somebody_waits


@pytest.fixture
def sender(client: ServiceClient, tokens: Tokens) -> Sender:
    return Sender(client, tokens.bearer("editor", user=str(uuid.uuid4())))


class TestEnd:
    async def test_one_that_is_given_up_leaves_nothing(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(10)
        await sender.send(address, 0, b"01234")
        assert (await client.delete(address, headers=sender.headers)).status_code == 204
        assert (await client.get(address, headers=sender.headers)).status_code == 404
        await run_jobs(client)
        assert await keys_stored(client) == []

    async def test_one_that_nobody_goes_on_with_expires(self, sender: Sender, client: ServiceClient) -> None:
        address, other = await sender.begun(10), await sender.begun(10)
        await sender.send(address, 0, b"01234")
        await sender.send(other, 0, b"01234")
        old = update(Upload).where(Upload.id == uuid.UUID(address.rpartition("/")[2]))
        async with client.kit.database.transaction() as session:
            await session.execute(old.values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
            await enqueue(session, "uploads.expire", {})
        assert (await sender.send(address, 5, b"5")).status_code == 404
        await run_jobs(client)
        await run_jobs(client)
        assert len(await keys_stored(client)) == 1
        assert await sender.offset(other) == 5

    async def test_one_that_is_gone_on_with_at_that_moment_does_not(
        self, sender: Sender, client: ServiceClient
    ) -> None:
        address, now = await sender.begun(10), datetime.now(UTC)
        await sender.send(address, 0, b"01234")
        async with client.kit.database.transaction() as session:
            await session.execute(update(Upload).values(expires_at=now - timedelta(seconds=1)))
            await enqueue(session, "uploads.expire", {})
        workers = copy_context()
        async with client.kit.database.transaction() as session:
            # As the next part is noted.
            await session.execute(update(Upload).values(expires_at=now + timedelta(days=1)))
            expiring = asyncio.create_task(run_jobs(client, "uploads.expire"), context=workers)
            # It does not wait for this transaction; where it did, it would be the one to end last.
            await asyncio.wait([expiring], timeout=2)
        await expiring
        assert await sender.offset(address) == 5


class TestCancelled:
    async def test_before_a_file_is_made_of_it_leaves_nothing(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(1)
        await sender.send(address, 0, b"x")
        assert [await cancelled(client, sender) for _ in range(2)] == [204, 204]
        assert (await client.get(address, headers=sender.headers)).status_code == 404
        await run_jobs(client)
        assert await ended(client) == "upload_cancelled"
        await self._leaves_nothing(sender, client)

    async def test_while_a_file_is_made_of_it_leaves_nothing(self, sender: Sender, client: ServiceClient) -> None:
        """The content is stored by then, and its row not there yet."""
        address = await sender.begun(1)
        await sender.send(address, 0, b"x")
        upload_id = uuid.UUID(address.rpartition("/")[2])
        # As a worker has it: in the context of this transaction the storage could not be called.
        workers = copy_context()
        async with client.kit.database.transaction() as session:
            await parts.remove(session, [upload_id])
            working = asyncio.create_task(run_jobs(client, COMPLETE), context=workers)
            await until_somebody_waits(session)
        await working
        assert await ended(client) == "upload_cancelled"
        await self._leaves_nothing(sender, client)

    async def test_is_too_late_at_the_moment_that_it_becomes_one(self, sender: Sender, client: ServiceClient) -> None:
        address = await sender.begun(1)
        await sender.send(address, 0, b"x")
        async with client.kit.database.transaction() as session:
            await session.execute(select(Upload.id).with_for_update())
            assert await cancelled(client, sender) == 409
        assert (await sender.completed(address)).status_code == 200
        assert await cancelled(client, sender) == 409

    @staticmethod
    async def _leaves_nothing(sender: Sender, client: ServiceClient) -> None:
        await run_jobs(client)
        assert await keys_stored(client) == []
        listed = (await client.get("/cms/file-entities", headers=sender.headers)).json()
        assert listed["total"] == 0


async def cancelled(client: ServiceClient, sender: Sender) -> int:
    """Cancel the job that makes a file of the upload; the status of the answer."""
    async with client.kit.database.reading() as session:
        job_id = await session.scalar(select(Job.id).where(Job.name == COMPLETE))
    return (await client.post(f"/cms/jobs/{job_id}/cancellation", headers=sender.headers)).status_code


async def ended(client: ServiceClient) -> Any:
    """What the job ended with that was to make a file of the upload."""
    async with client.kit.database.reading() as session:
        job = (await session.scalars(select(Job).where(Job.name == COMPLETE))).one()
    assert job.state == "failed"
    return (job.error or {})["code"]

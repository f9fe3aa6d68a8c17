"""Jobs as the database has them."""

import uuid
from typing import Any

from sqlalchemy import func, select, text

from kit.jobs import enqueue
from kit.tables import ConsumedEvent, Job
from kit.testing import ServiceClient


async def queue(
    client: ServiceClient, name: str = "test", args: dict[str, Any] | None = None, **options: Any
) -> uuid.UUID:
    """Enqueue a job, committed."""
    async with client.kit.database.transaction() as session:
        return (await enqueue(session, name, args or {}, **options)).id


async def row(client: ServiceClient, job: uuid.UUID) -> Job:
    async with client.kit.database.transaction() as session:
        return (await session.scalars(select(Job).where(Job.id == job))).one()


async def effects(client: ServiceClient) -> int:
    """How many rows tasks have left behind."""
    async with client.kit.database.transaction() as session:
        query = select(func.count()).select_from(ConsumedEvent).where(ConsumedEvent.subscriber == "effect")
        return await session.scalar(query) or 0


async def due_again(client: ServiceClient) -> None:
    """Let every job be due, and every lease have run out."""
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE jobs SET run_at = now() - interval '2 seconds', lease_until = now()"))

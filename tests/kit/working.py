"""Doing jobs as a worker does."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from sqlalchemy import select, text

from kit.runner import Runner
from kit.tables import Job
from kit.testing import ServiceClient

T = TypeVar("T")


async def run_jobs(client: ServiceClient, name: str | None = None) -> list[Job]:
    """Run every queued job once, or those of this name, whether or not it is their time; the jobs afterwards."""
    mine = [Job.name == name] if name is not None else []
    async with client.kit.database.transaction() as session:
        queued = select(Job.id).where(Job.state == "queued", *mine).order_by(Job.id)
        jobs = (await session.scalars(queued)).all()
        await session.execute(text("UPDATE jobs SET run_at = now()"))
    runner = Runner(client.kit, 1)
    for job in jobs:
        await runner.run(job)
    async with client.kit.database.transaction() as session:
        return [*(await session.scalars(select(Job).where(*mine).order_by(Job.id))).all()]


async def with_worker(client: ServiceClient, call: Coroutine[Any, Any, T]) -> T:
    """What a call gives that begins a job, with a worker at hand; the job has come to its end."""
    calling = asyncio.create_task(call)
    while not calling.done():
        await run_jobs(client)
        await asyncio.wait([calling], timeout=0.01)
    await run_jobs(client)
    return calling.result()

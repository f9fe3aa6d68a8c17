"""Doing what waits to be done, as the worker of cms does."""

from sqlalchemy import select, text

from cms import worker
from kit.runner import Runner
from kit.tables import Job
from kit.testing import ServiceClient
from tests.kit.consuming import consume

__all__ = ["take_up", "work", "worker"]


async def work(client: ServiceClient) -> list[Job]:
    """Run every queued job once, whether or not it is its time; the jobs afterwards."""
    async with client.kit.database.transaction() as session:
        jobs = (await session.scalars(select(Job.id).where(Job.state == "queued").order_by(Job.id))).all()
        await session.execute(text("UPDATE jobs SET run_at = now()"))
    for job in jobs:
        await Runner(client.kit, 1).run(job)
    async with client.kit.database.transaction() as session:
        return [*(await session.scalars(select(Job).order_by(Job.id))).all()]


async def take_up(client: ServiceClient) -> None:
    """Have everything mailed that auth told so far, as often as that has to be tried."""
    await consume(client)
    while any(job.state == "queued" for job in await work(client)):
        pass

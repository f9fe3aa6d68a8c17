"""Doing what waits to be done, as the worker of cms does."""

from cms import worker
from kit.testing import ServiceClient
from tests.kit.consuming import consume
from tests.kit.working import run_jobs

__all__ = ["take_up", "worker"]


async def take_up(client: ServiceClient) -> None:
    """Have everything mailed that auth told so far, as often as that has to be tried."""
    await consume(client)
    while any(job.state == "queued" for job in await run_jobs(client)):
        pass

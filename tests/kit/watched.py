"""Processes of services that are watched: served with settings for it, and read as Prometheus reads them."""

import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress

import httpx
import pytest

import tests.kit.jobsite.worker  # noqa: F401  # registers its tasks
from kit.testing import ServiceClient, Tokens
from kit.testing.engines import free_port
from tests.kit.job_rows import row
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, module_process, on_ports
from tests.otlp_receiver import Collector, collecting

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as collector:
        yield collector


@asynccontextmanager
async def serving(client: ServiceClient, tokens: Tokens, **told: str) -> AsyncIterator[httpx.AsyncClient]:
    """The web process of crm, with these settings besides."""
    port = free_port()
    async with on_ports({"auth": tokens.app}) as urls:
        process = await module_process(client, "kit.serve", "crm", PORT=str(port), **urls, **told)
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
                await eventually(lambda: answers(web))
                yield web
        finally:
            await end(process)


async def answers(web: httpx.AsyncClient) -> bool:
    try:
        return (await web.get("/crm/internal/ready")).status_code == 200
    except httpx.HTTPError:
        return False


async def read(port: int) -> str:
    """A process' metrics."""
    async with httpx.AsyncClient(timeout=30) as prometheus:
        return (await prometheus.get(f"http://127.0.0.1:{port}/metrics")).raise_for_status().text


async def read_with(port: int, *expected: str) -> str:
    """A process' metrics, once all of these are in them: what is counted is counted after the answer that it is of."""
    metrics = ""

    async def has_them() -> bool:
        nonlocal metrics
        metrics = await read(port)
        return all(each in metrics for each in expected)

    with suppress(AssertionError):
        await eventually(has_them)
    assert [each for each in expected if each not in metrics] == [], metrics
    return metrics


async def is_done(client: ServiceClient, job: uuid.UUID) -> bool:
    return (await row(client, job)).state == "done"

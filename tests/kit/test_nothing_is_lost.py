"""Events between real processes that are killed, over a Redis that loses its memory."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest

from kit.testing import ServiceClient
from kit.testing.engines import free_port
from tests.forks import Fork
from tests.kit.waiting import eventually
from tests.kit.worker_process import end, service_process, worker_process

EVENTS = 20_000
_WRITERS = 10
_LATE = 20

# As `emit` writes them: the log's own columns are the table's defaults.
_TELL = """
INSERT INTO outbox (id, name, payload, at)
SELECT gen_random_uuid(), 'crm.thing_changed', jsonb_build_object('number', number), now()
FROM generate_series($1::int, $2::int) AS number
"""


@pytest.fixture
async def database(client: ServiceClient) -> AsyncIterator[asyncpg.Pool]:
    """Connections to the service's schema, which has a table of effects meanwhile."""
    address = client.kit.settings.database_url.get_secret_value()
    async with asyncpg.create_pool(address, min_size=1, max_size=_WRITERS + 2) as pool:
        await pool.execute("CREATE TABLE effects (number integer)")
        try:
            yield pool
        finally:
            await pool.execute("DROP TABLE effects")


async def tell(database: asyncpg.Pool, numbers: range, *, until: asyncio.Event | None = None) -> None:
    """Events in many transactions, of which each tenth commits only when it may."""
    size = len(numbers) // (_WRITERS * _LATE)
    parts = [numbers[start : start + size] for start in range(0, len(numbers), size)]

    async def write(own: list[range]) -> None:
        for part in own:
            async with database.acquire() as connection, connection.transaction():
                await connection.execute(_TELL, part[0], part[-1])
                if until is not None and part[0] % 10 == 0 and part is own[0]:
                    await until.wait()

    await asyncio.gather(*(write(parts[first::_WRITERS]) for first in range(_WRITERS)))


async def test_each_of_many_events_takes_effect_once(client: ServiceClient, database: asyncpg.Pool) -> None:
    """A subscriber that was down catches up while all parts are killed in turn and others still write."""
    port, may_end = free_port(), asyncio.Event()
    url = {"crm_url": f"http://127.0.0.1:{port}"}

    async def effects() -> int:
        return int(await database.fetchval("SELECT count(*) FROM effects"))

    def more_than(number: int) -> Callable[[], Awaitable[bool]]:
        async def check() -> bool:
            return await effects() > number

        return check

    async with AsyncExitStack() as stack:

        async def owner() -> Fork:
            process = await service_process(client, "tests.kit.service:app", port)
            stack.push_async_callback(end, process)
            return process

        async def subscriber() -> Fork:
            process = await worker_process(client, "tests.kit.jobsite", **url)
            stack.push_async_callback(end, process)
            return process

        await tell(database, range(EVENTS // 2))
        service, worker = await asyncio.gather(owner(), subscriber())
        writing = asyncio.create_task(tell(database, range(EVENTS // 2, EVENTS), until=may_end))
        await eventually(more_than(1_000), 120)
        worker.kill()
        await worker.wait()
        await client.kit.redis.client.flushdb()
        worker = await subscriber()
        await eventually(more_than(3_000), 120)
        service.kill()
        await service.wait()
        service = await owner()
        await eventually(more_than(6_000), 120)
        worker.kill()
        service.kill()
        may_end.set()
        await client.kit.redis.client.flushdb()
        await asyncio.gather(owner(), subscriber(), writing)
        await eventually(more_than(EVENTS - 1), 120)
        counted: Any = await database.fetchrow("SELECT count(*), count(DISTINCT number), max(number) FROM effects")
    assert tuple(counted) == (EVENTS, EVENTS, EVENTS - 1)

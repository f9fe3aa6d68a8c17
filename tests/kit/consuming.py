"""Taking up events as a worker does, as far as they have been told."""

import asyncio

from kit.cancelling import cancel
from kit.delivery import Consumer
from kit.events import STREAM
from kit.testing import ServiceClient
from tests.kit.waiting import eventually


async def consume(client: ServiceClient) -> None:
    """Have the service's subscribers, whose modules are imported, run for every event in the stream."""
    newest = await client.kit.redis.client.xrevrange(STREAM, count=1)
    if not newest:
        return
    last = newest[0][0]

    async def is_done() -> bool:
        groups = await client.kit.redis.client.xinfo_groups(STREAM)
        own = [group for group in groups if group["name"] == client.kit.settings.service.encode()]
        return any(group["pending"] == 0 and group["last-delivered-id"] == last for group in own)

    consumer = Consumer(client.kit.settings, client.kit.database)
    running = asyncio.create_task(consumer.run())
    try:
        await eventually(is_done)
    finally:
        await cancel(running)
        await consumer.close()

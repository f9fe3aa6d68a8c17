"""Taking up events as a worker does, as far as they have been told."""

from kit.delivery import Follower
from kit.testing import ServiceClient


async def consume(client: ServiceClient) -> None:
    """Have the service's subscribers, whose modules are imported, run for every event that they have not had."""
    await Follower(client.kit, client.kit.settings.service).catch_up()

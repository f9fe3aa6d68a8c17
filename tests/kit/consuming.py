"""Applying events as a worker does."""

from kit.delivery import EventDelivery
from kit.testing import ServiceClient


async def consume(client: ServiceClient) -> None:
    """Have the service's subscribers, whose modules are imported, apply every event that they have not had."""
    delivery = EventDelivery(client.kit, client.kit.settings.service)
    for publisher in delivery.publishers:
        while await delivery.deliver(publisher):
            pass

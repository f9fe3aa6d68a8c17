"""Applying events as a worker does."""

from kit.delivery import EventDelivery
from kit.testing import ServiceClient


async def consume(client: ServiceClient) -> None:
    """Have the service's subscribers, whose modules are imported, apply every event that they have not had.

    Of services that the test has mounted, and of its own: others cannot be reached.
    """
    own = client.kit.settings.service
    delivery = EventDelivery(client.kit, own)
    for publisher in delivery.publishers:
        if publisher != own and f"http://{publisher}.test" not in client.app.state.mounts:
            continue
        while await delivery.deliver(publisher):
            pass

"""Every process of a site replaced while it is at work, as a new release does it."""

from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest

from tests.replicas.gateways import NAMES, Gateways
from tests.replicas.load import Load
from tests.replicas.site import NUMBERS, ReplicatedSite, replicas

_READS = 50
"""So many are answered before the next ones are ended."""


def replace_all(site: ReplicatedSite, gateways: Gateways, told: Load) -> dict[str, int | None]:
    """End one of each part and start it again, then the next, with a gateway beside; the status of each end."""
    ended: dict[str, int | None] = {}
    with ThreadPoolExecutor(1) as beside:
        for number, gateway in zip_longest(NUMBERS, NAMES):
            replacing = beside.submit(gateways.replace, gateway) if gateway else None
            ended |= site.end(replicas(number))
            site.start(replicas(number))
            if replacing is not None:
                ended[gateway] = replacing.result()
            told.go_on(_READS)
    return ended

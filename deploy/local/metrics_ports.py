"""Where each part of a copy tells its metrics, on this machine alone."""

from deploy.local.data_folder import SERVICES
from deploy.local.ports import require_free
from kit.watching.settings import WatchSettings

PARTS = ("gateway", *SERVICES, "worker", "web")
"""METRICS_PORT is the port of the first of them; each other has the next one."""


def metrics_ports(settings: WatchSettings) -> dict[str, int]:
    """The port of each part's metrics; none where nobody asks for them."""
    first = settings.metrics_port
    return {} if first is None else {part: first + place for place, part in enumerate(PARTS)}


def require_free_ports(settings: WatchSettings) -> None:
    """Raise `StartError` unless all of them can be listened on."""
    for port in metrics_ports(settings).values():
        require_free(port, "METRICS_PORT")

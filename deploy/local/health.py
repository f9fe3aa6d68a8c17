"""Waiting until the parts answer."""

import http.client
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from deploy.local.data_folder import SERVICES
from deploy.local.ports import LOOPBACK
from kit.alive import path_of

HEALTH = {service: path_of(service) for service in SERVICES}
"""Where each service says that it answers."""

_PAUSE_SECONDS = 0.04


@dataclass(frozen=True)
class Probe:
    """An address that answers 200 once the part is of use. The gateway says 404 until it has its routes."""

    name: str
    port: int
    path: str


def await_all(probes: list[Probe], seconds: float, give_up: Callable[[], bool]) -> list[str]:
    """Wait for all at once; returns the names of those that did not answer in time.

    ``give_up`` is asked between tries and ends the wait early.
    """
    until = time.monotonic() + seconds

    def wait(probe: Probe) -> bool:
        while time.monotonic() < until and not give_up():
            if _answers(probe):
                return True
            time.sleep(_PAUSE_SECONDS)
        return False

    with ThreadPoolExecutor(len(probes)) as pool:
        outcomes = list(pool.map(wait, probes))
    return [probe.name for probe, ready in zip(probes, outcomes, strict=True) if not ready]


def visit(port: int) -> None:
    """Ask for the first page once, whatever comes of it.

    The first request opens connections and compiles code; no visitor should wait for that.
    """
    _answers(Probe("first page", port, "/"))


def _answers(probe: Probe) -> bool:
    connection = http.client.HTTPConnection(LOOPBACK, probe.port, timeout=5)
    try:
        connection.request("GET", probe.path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()

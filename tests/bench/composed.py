"""From `docker compose up` to a site that answers, by the same containers without Docker (`tests/composed`)."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator

import httpx

from tests.bench.report import Measure
from tests.composed.site import ComposedSite, resting_site

_ROUNDS = 3


def measure() -> Iterator[Measure]:
    """Of a new site, whose secrets and tables are made, and of the same once more; each some times over."""
    new, again = [], []
    for _ in range(_ROUNDS):
        with resting_site() as site:
            new.append(_started(site))
            site.stop()
            again.append(_started(site))
    for name, seconds in (("a new site", new), ("one that was there", again)):
        each = ", ".join(f"{second:.1f}" for second in seconds)
        note = f"median of {each}; load {os.getloadavg()[0]:.1f}"
        yield Measure(f"docker compose up, {name}, to ready", statistics.median(seconds), "s", note=note)


def _started(site: ComposedSite) -> float:
    """Seconds until every container is healthy and the gateway has answered with a page."""
    began = time.perf_counter()
    site.start()
    # A new one leads to where it is set up.
    httpx.get(f"{site.base_url}/", follow_redirects=True, timeout=60).raise_for_status()
    return time.perf_counter() - began

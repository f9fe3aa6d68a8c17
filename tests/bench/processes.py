"""Time to ready, first request after a restart, and memory."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import psutil

from deploy.local import leftovers
from tests.bench import load
from tests.bench.report import Measure
from tests.bench.site import Site

MEGABYTE = 1024 * 1024


def measure(site: Site) -> Iterator[Measure]:
    site.stack.stop()
    start = time.perf_counter()
    site.stack.start()
    yield Measure("make up, warm, to ready", time.perf_counter() - start, "s", 6)
    start = time.perf_counter()
    httpx.get(f"{site.stack.base_url}/").raise_for_status()
    yield Measure("first page after a restart", (time.perf_counter() - start) * 1000, "ms", 100)
    load.run(f"{site.stack.base_url}/", node=site.node, seconds=4)
    yield Measure("memory (PSS) of all processes after 4 s of load", _memory(site), "MB", 800)


def _memory(site: Site) -> float:
    """Proportional set size of every process of the copy, its supervisor included, in megabytes."""
    total = 0
    for process in (*leftovers.belonging_to(site.stack.data_dir), psutil.Process(site.stack.facts["pid"])):
        # Postgres ends a process of its own now and then.
        with suppress(psutil.NoSuchProcess):
            total += process.memory_full_info().pss
    return total / MEGABYTE

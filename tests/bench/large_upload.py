"""Memory while one file of 5 GB, the largest that is taken, comes in: as flat as while 200 MB do."""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise

import httpx
import psutil

from tests.bench.report import Measure
from tests.bench.site import Site

MB = 1024 * 1024
SIZE = 5 * 1024 * MB
FIRST = 200 * MB
"""Sent before, so that all that is loaded for an upload, and the buffers of one, are there."""
_EVERY = 0.1
# Buffers of a request, and a heap that is larger than what is in it.
_MOST_GROWTH = 64
# Between the second fifth and the last: whatever is kept of each piece would show here.
_MOST_DRIFT = 16
_PARTS = 5
_PROCESSES = ("gateway", "cms")


def measure(site: Site) -> Iterator[Measure]:
    size = f"{SIZE / 1024 / MB:.0f} GB" if SIZE >= 1024 * MB else f"{SIZE / MB:.0f} MB"
    _upload(site, FIRST)
    before = {name: _memory(site, name) for name in _PROCESSES}
    start = time.perf_counter()
    with _watched(site) as seen:
        id = _upload(site, SIZE)
    taken = time.perf_counter() - start
    site.client.post("/cms/file-removals", json={"files": [id]}).raise_for_status()
    rate = f"{SIZE / MB / taken:,.0f} MB/s"
    for name in _PROCESSES:
        parts = [statistics.median(part) for part in _parted(seen[name])]
        note = f"MB: {before[name]:.0f}; {', '.join(f'{part:.0f}' for part in parts)} in each fifth; {rate}"
        what = f"{name}: memory (PSS) while {size} come in"
        yield Measure(f"{what}, more than before", max(seen[name]) - before[name], "MB", _MOST_GROWTH, note=note)
        yield Measure("… in the last fifth, more than in the second", parts[-1] - parts[1], "MB", _MOST_DRIFT)


def _parted(seen: list[float]) -> list[list[float]]:
    """The samples of each fifth of the time."""
    assert len(seen) >= _PARTS, "the upload was over before it was looked at"
    return [seen[start:stop] for start, stop in pairwise(len(seen) * part // _PARTS for part in range(_PARTS + 1))]


def _upload(site: Site, size: int) -> str:
    """One file in one request, read from the disk while it is sent; its id."""
    name = f"{uuid.uuid4().hex}.bin"
    # A file of holes: it takes no room here, and is written in full where it arrives.
    with tempfile.TemporaryFile(dir=site.stack.data_dir) as file:
        file.truncate(size)
        answer = site.client.post("/cms/files", files={"files": (name, file)}, timeout=httpx.Timeout(60, read=1800))
    id: str = answer.raise_for_status().json()["success"][name]["id"]
    return id


@contextmanager
def _watched(site: Site) -> Iterator[dict[str, list[float]]]:
    """What each process holds while the block runs, looked at by a thread."""
    seen: dict[str, list[float]] = {name: [] for name in _PROCESSES}
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(_EVERY):
            for name, figures in seen.items():
                figures.append(_memory(site, name))

    thread = threading.Thread(target=watch, name="memory")
    thread.start()
    try:
        yield seen
    finally:
        is_over.set()
        thread.join()


def _memory(site: Site, name: str) -> float:
    """Megabytes of a process and of those that it started."""
    process = psutil.Process(site.stack.pid(name))
    total = 0
    for each in (process, *process.children(recursive=True)):
        # A sandbox ends by itself.
        with suppress(psutil.NoSuchProcess):
            total += each.memory_full_info().pss
    return total / MB

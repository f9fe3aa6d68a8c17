"""Whether anything grows with the number of addresses that are asked for: memory, Redis' keys, the log of missing ones."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

import psutil
import redis

from tests.bench import growth, load, scale
from tests.bench.counting import as_superuser
from tests.bench.report import Measure
from tests.bench.site import Site

PAGES = 10_000
REQUESTS = 100_000
_PARTS = 5
MEGABYTE = 1024 * 1024
# What is kept of pages is 64 MB, and a heap is larger than what is in it.
_MOST_GROWTH = 200
# Of the parts after the second, in which caches have been filled.
_MOST_DRIFT = 40


def measure(site: Site) -> Iterator[Measure]:
    last = growth.address(PAGES - 1)
    if not as_superuser(site, f"select exists (select from content.pages where url = '{last}')"):  # noqa: S608
        scale.make_models(site)
        asyncio.run(scale.grow(site, range(PAGES)))
    pages = [growth.address(number) for number in range(PAGES)]
    known = growth.address(5)
    yield from _asked(site, f"{PAGES:,} addresses", pages)
    yield from _asked(
        site, "as many query strings", [f"{known}?utm={turn}&posts-page={turn}" for turn in range(REQUESTS)]
    )
    yield from _asked(site, "as many addresses without a page", [f"/missing/{turn}" for turn in range(REQUESTS)])
    rows = as_superuser(site, "select count(*) from content.missing_addresses")
    yield Measure("addresses in the log of missing ones", float(str(rows)), "", 2_500)


def _asked(site: Site, name: str, paths: list[str]) -> Iterator[Measure]:
    """The host's and content's memory before and after each fifth of the requests, and Redis' keys."""
    keys = _keys(site)
    before = _memory(site)
    seen = []
    each = REQUESTS // _PARTS
    for part in range(_PARTS):
        turned = [*paths[part * each % len(paths) :], *paths[: part * each % len(paths)]]
        load.run(site.stack.urls["web"], node=site.node, paths=turned[:each], requests=each)
        seen.append(_memory(site))
    for process in ("web", "content"):
        figures = [part[process] for part in seen]
        note = "MB: " + ", ".join(f"{figure:.0f}" for figure in (before[process], *figures))
        name_of_all = f"{process}: memory (PSS), {REQUESTS:,} requests, {name}"
        yield Measure(f"{name_of_all}, more than before", max(figures) - before[process], "MB", _MOST_GROWTH, note=note)
        yield Measure("… after the last fifth, more than after the second", figures[-1] - figures[1], "MB", _MOST_DRIFT)
    yield Measure(f"Redis' keys, {name}, more than before", _keys(site) - keys, "", 100)


def _memory(site: Site) -> dict[str, float]:
    found = {}
    for name in ("web", "content"):
        process = psutil.Process(site.stack.pid(name))
        found[name] = 0.0
        for each in (process, *process.children(recursive=True)):
            # A child that compiles something ends by itself.
            with suppress(psutil.NoSuchProcess):
                found[name] += each.memory_full_info().pss / MEGABYTE
    return found


def _keys(site: Site) -> int:
    with redis.Redis.from_url(site.stack.redis_url) as client:
        return int(client.dbsize())

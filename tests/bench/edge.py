"""Pages through the cache in front, beside what the same program does at its best."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from deploy.local import ports
from tests import varnish
from tests.bench import gateways, load
from tests.bench.counting import processor_time
from tests.bench.pages import interleaved, ratio_to
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site, set_up
from tests.stack import Stack
from tests.whole.page_calls import first_text

_SAVES = 20
_ROUNDS, _REQUESTS = 5, 5_000


def measure() -> Iterator[Measure]:
    """On a copy that tells a cache of its changes."""
    with ExitStack() as held:
        # Not in a folder that only its owner enters: Postgres may run as somebody else.
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="pagewright-bench-")))
        folder.chmod(0o711)
        port = ports.reserve(["public"], held)["public"]
        cache = held.enter_context(varnish.in_front_of(port, folder, held))
        stack = Stack(folder / "data", port, {"CACHE_PURGE_URL": cache.purge_url})
        held.callback(stack.stop)
        stack.start()
        site = set_up(stack)
        yield from _kept(site, cache, folder, held)
        yield from _saved(site, cache.url)


def _kept(site: Site, cache: varnish.Varnish, folder: Path, held: ExitStack) -> Iterator[Measure]:
    """The default page out of the cache, and the same bytes out of Varnish as it comes.

    By the clock, where the client takes its time for the page's own headers too, and in Varnish's processor time.
    """
    headers = {"Accept-Encoding": load.ACCEPT_ENCODING}
    with httpx.Client(headers=headers) as client:
        until = time.monotonic() + 30
        # Until it is there in the form that is made well.
        while client.get(cache.url).headers.get("Age", "0") < "2" and time.monotonic() < until:
            time.sleep(0.1)
        with client.stream("GET", cache.url) as answer:
            body = b"".join(answer.iter_raw())
            encoding = answer.headers["Content-Encoding"]
            assert answer.headers["X-Cache"] == "hit", "the cache does not keep the first page"
    file = folder / "page.html"
    file.write_bytes(body)
    bare = held.enter_context(gateways.bare_node(site.node, file, encoding))
    port = urlsplit(bare).port
    assert port is not None
    static, static_pid = held.enter_context(varnish.plain(port, folder, held))
    rates = interleaved(site, {"cache": cache.url, "static": static, "gateway": site.stack.base_url})
    size = f"{len(body):,} bytes, {encoding}"
    yield Measure("page through the cache in front", statistics.median(rates["cache"]), "/s", note=size)
    yield ratio_to("a static answer of the same program", rates["cache"], rates["static"], 0.9)
    ours, least = (_spent(site, *each) for each in ((cache.url, cache.pid), (static, static_pid)))
    note = f"{ours * 1000:.0f} and {least * 1000:.0f} µs each"
    yield Measure("… its processor time beside that answer's", ours / least, TIMES, 1 / 0.9, note=note)
    yield ratio_to("the gateway", rates["cache"], rates["gateway"], None)


def _spent(site: Site, address: str, pid: int) -> float:
    """Milliseconds of processor time that one request takes Varnish: the least of some rounds, since other work falls into some."""
    rounds = []
    for _ in range(_ROUNDS):
        before = processor_time(pid)
        load.run(f"{address}/", node=site.node, requests=_REQUESTS)
        rounds.append((processor_time(pid) - before) / _REQUESTS)
    return min(rounds)


def _saved(site: Site, cache: str) -> Iterator[Measure]:
    """How soon a save is seen through the cache that kept the page before."""
    site.create_page("/bench-edge", "Edge")
    state = site.render("/bench-edge")
    plugin = first_text(state)
    seen_after = []
    with httpx.Client(headers={"Accept-Encoding": "identity"}) as visitor:
        for turn in range(_SAVES):
            until = time.monotonic() + 30
            while visitor.get(f"{cache}/bench-edge").headers.get("X-Cache") != "hit":
                assert time.monotonic() < until, "the cache does not keep the page"
            words = f"edited in round {turn}"
            action = {"name": "PLUGIN_UPDATE", "pluginId": plugin, "fields": {"content": f"<p>{words}</p>"}}
            state = site.save(state["page"], state["version"], [action])
            saved = time.perf_counter()
            while words not in visitor.get(f"{cache}/bench-edge").text:
                pass
            seen_after.append((time.perf_counter() - saved) * 1000)
    yield Measure(f"save seen through it, slowest of {_SAVES}", max(seen_after), "ms", 1000)

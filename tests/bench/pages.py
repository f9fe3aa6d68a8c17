"""Pages as visitors get them, each figure beside its limit in the same run."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import httpx

from tests.bench import gateways, load
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site
from tests.whole.page_calls import first_text

# Many short ones: on a shared machine a second of one round says little.
ROUNDS, ROUND_SECONDS = 9, 1.5


def measure(site: Site) -> Iterator[Measure]:
    yield from _cached(site)
    yield from _edited(site)


def _cached(site: Site) -> Iterator[Measure]:
    """The default page from memory, compressed as a browser gets it, and its limits with the same bytes."""
    with httpx.stream("GET", f"{site.stack.base_url}/", headers={"Accept-Encoding": load.ACCEPT_ENCODING}) as answer:
        body = b"".join(answer.iter_raw())
        encoding = answer.headers["Content-Encoding"]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = folder / "page.html"
        file.write_bytes(body)
        bare = stack.enter_context(gateways.bare_node(site.node, file, encoding))
        addresses = {
            "gateway": site.stack.base_url,
            "bare behind a gateway": stack.enter_context(gateways.gateway_to({"web": bare}, folder)),
            "web host": site.stack.urls["web"],
            "bare": bare,
        }
        if binary := shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin"):
            addresses["nginx"] = stack.enter_context(gateways.nginx(binary, folder / "nginx", body))
        rates = interleaved(site, addresses)
    size = f"{len(body):,} bytes, {encoding}"
    yield Measure("cached page through the gateway", statistics.median(rates["gateway"]), "/s", note=size)
    behind = "bare behind a gateway"
    yield ratio_to("bare Node behind the same gateway", rates["gateway"], rates[behind], 0.9)
    yield Measure("cached page, web host alone", statistics.median(rates["web host"]), "/s")
    yield ratio_to("bare Node alone", rates["web host"], rates["bare"], 0.75)
    if "nginx" in rates:
        yield ratio_to("nginx", rates["web host"], rates["nginx"], None)


def ratio_to(name: str, ours: Sequence[float], limit: Sequence[float], target: float | None) -> Measure:
    """The median of the rounds' own ratios: what slows a whole round down is in both."""
    ratios = sorted(one / other for one, other in zip(ours, limit, strict=True))
    note = f"{statistics.median(limit):,.0f} /s; rounds {ratios[0]:.2f} to {ratios[-1]:.2f}"
    return Measure(f"… beside {name}", statistics.median(ratios), TIMES, target, "more", note)


def interleaved(site: Site, addresses: Mapping[str, str]) -> dict[str, list[float]]:
    """The rates of each over rounds in which every one has its turn, in another order each time."""
    rates: dict[str, list[float]] = {name: [] for name in addresses}
    for turn in range(ROUNDS):
        names = [*addresses]
        start = turn % len(names)
        for name in names[start:] + names[:start]:
            rates[name].append(load.run(f"{addresses[name]}/", node=site.node, seconds=ROUND_SECONDS).rate)
    return rates


def _edited(site: Site) -> Iterator[Measure]:
    """What an edit costs the next visitor, and how soon it is seen."""
    site.create_page("/bench-edits", "Edits")
    state = site.render("/bench-edits")
    plugin = first_text(state)
    web = site.stack.urls["web"]
    first_bytes, seen_after = [], []
    with httpx.Client() as visitor:
        for turn in range(20):
            words = f"edited in round {turn}"
            fields = {"content": f"<p>{words}</p>"}
            state = site.save(
                state["page"], state["version"], [{"name": "PLUGIN_UPDATE", "pluginId": plugin, "fields": fields}]
            )
            saved = time.perf_counter()
            while words not in visitor.get(f"{web}/bench-edits").text:
                pass
            seen_after.append((time.perf_counter() - saved) * 1000)
            clear_cache(site)
            asked = time.perf_counter()
            with visitor.stream("GET", f"{web}/bench-edits") as answer:
                next(answer.iter_raw())
                first_bytes.append((time.perf_counter() - asked) * 1000)
    yield Measure("save seen by visitors, slowest of 20", max(seen_after), "ms", 100)
    yield Measure("first byte after an edit, p50", statistics.median(first_bytes), "ms", 15)


def clear_cache(site: Site) -> None:
    """Has the web host render every page anew."""
    site.client.delete("/client/api/cache").raise_for_status()

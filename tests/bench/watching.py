"""What watching costs: pages and reads of a copy that tells nothing, of one with metrics, and of two that send traces.

A second copy that tells nothing says how much of what is found between two copies is chance.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from deploy.local import ports
from deploy.local.processes import node_folder
from tests.bench import gateways, load
from tests.bench.counting import processor_time
from tests.bench.report import Measure
from tests.bench.site import Site, set_up
from tests.stack import Stack
from tests.whole.watched_parts import first_free_port

ROUNDS = 9
# How many of each in a round: a fixed number, since how long they take depends on what else the machine does. A page is
# rendered for each request without the template's script, for visitors who ask for that.
KINDS = {
    "page from memory": ("/", 3_000),
    "page rendered again": ("/?safe=1", 700),
    "read of one row": ("/cms/site", 1_000),
}
_ANSWERING = ("gateway", "web", "content", "cms")
# How much more of the processor's time may be taken, in percent, by what is not asked to send everything.
_MOST = {"metrics": 3.0, "a few traces a second": 3.0}
_AGAIN = "a second copy that tells nothing"


def measure() -> Iterator[Measure]:
    """On five copies, which take turns."""
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="pagewright-bench-")))
        # Postgres may run as somebody else.
        folder.chmod(0o711)
        sites: dict[str, Site] = {}
        for name, settings in _settings(folder, held).items():
            port = ports.reserve(["public"], held)["public"]
            stack = Stack(folder / name.replace(" ", "-"), port, settings)
            held.callback(stack.stop)
            sites[name] = set_up(stack.start())
        for kind, (path, requests) in KINDS.items():
            yield from _beside(kind, path, requests, sites)


def _settings(folder: Path, held: ExitStack) -> dict[str, dict[str, str]]:
    """Of each copy, by what it does. The collector takes all that is sent and looks at none of it."""
    nothing = folder / "nothing"
    nothing.touch()
    address = held.enter_context(gateways.bare_node(str(node_folder() / "node"), nothing, "identity"))
    collector = {"OTEL_EXPORTER_OTLP_ENDPOINT": address}
    return {
        "off": {},
        _AGAIN: {},
        "metrics": {"METRICS_PORT": str(first_free_port())},
        "a few traces a second": collector,
        "all traces": {**collector, "OTEL_TRACES_SAMPLER_ARG": "1"},
    }


def _beside(kind: str, path: str, requests: int, sites: Mapping[str, Site]) -> Iterator[Measure]:
    """The rate of each copy as a share of that of the one that tells nothing, and the processor's time beside it."""
    rates: dict[str, list[float]] = {name: [] for name in sites}
    spent: dict[str, list[float]] = {name: [] for name in sites}
    # Whoever comes after a copy that does more finds a slower machine.
    order = [*sites]
    for _ in range(ROUNDS):
        random.shuffle(order)
        for name in order:
            site = sites[name]
            pids = [site.stack.pid(part) for part in _ANSWERING]
            before = processor_time(*pids)
            figures = load.run(f"{site.stack.base_url}{path}", node=site.node, requests=requests)
            rates[name].append(figures.rate)
            spent[name].append((processor_time(*pids) - before) / requests)
    rate = {name: statistics.median(each) for name, each in rates.items()}
    processor = {name: statistics.median(each) for name, each in spent.items()}
    yield Measure(f"{kind}, nothing told", rate["off"], "/s", note=f"{processor['off']:.3f} ms of processor time each")
    for name in list(sites)[1:]:
        cost = (processor[name] / processor["off"] - 1) * 100
        note = f"{rate[name]:,.0f} /s, {rate[name] / rate['off']:.2f} of the rate"
        yield Measure(f"… {name}: processor time more", cost, "%", _MOST.get(name), note=note)

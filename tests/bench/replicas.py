"""How a site grows with processes: two and four of each part beside one, on one Postgres and one Redis."""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import yaml

from deploy.local.data_folder import SERVICES
from deploy.local.processes import node_folder
from deploy.local.settings import ROOT
from tests.bench import load
from tests.bench.pages import ROUNDS
from tests.bench.report import TIMES, Measure
from tests.composed.site import ComposedSite, composed_site
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site

_COUNTS = (1, 2, 4)
_PAGES = 20
_SECONDS = 4.0
# What one of each takes, as docker-compose.yml has it.
_CONNECTIONS = 160


def measure() -> Iterator[Measure]:
    """On sites of containers, one after another."""
    found: dict[str, dict[int, float]] = {}
    for count in _COUNTS:
        with tempfile.TemporaryDirectory() as folder:
            over = [] if count == 1 else [several(count, Path(folder))]
            with composed_site(*over, checks=False, SETUP_CODE="bench") as site:
                set_up_site(site)
                for name, rate in _rates(site).items():
                    found.setdefault(name, {})[count] = rate
    for name, rates in found.items():
        yield Measure(f"{name}, one of each part", rates[1], "/s")
        for count in _COUNTS[1:]:
            note = f"{rates[count]:,.0f} /s"
            yield Measure(f"… {count} of each beside it", rates[count] / rates[1], TIMES, note=note)


def several(count: int, folder: Path) -> Path:
    """A file to lay over docker-compose.yml, as docker-compose.replicas.yml is, with so many of each part."""
    services: dict[str, object] = {
        "gateway": {
            "environment": {
                f"{part.upper()}_URL": ",".join(f"http://{part}-{number}:8000" for number in range(1, count + 1))
                for part in (*SERVICES, "web")
            }
        },
        "postgres": {"command": ["postgres", f"-cmax_connections={_CONNECTIONS * count}", "-cjit=off"]},
    }
    for part in (*SERVICES, "web", "worker"):
        services[part] = {"networks": {"inner": {"aliases": [f"{part}-1"]}}}
        for number in range(2, count + 1):
            services[f"{part}-{number}"] = {
                "extends": {"file": str(ROOT / "docker-compose.yml"), "service": part},
                "networks": {"inner": {"aliases": [part]}},
            }
    file = folder / f"{count}.yml"
    file.write_text(yaml.safe_dump({"services": services}))
    return file


def _rates(site: ComposedSite) -> dict[str, float]:
    """Requests a second through the gateway: the median of rounds in which each kind has its turn."""
    origin = {"Origin": site.base_url}
    with httpx.Client(base_url=site.base_url, headers=origin, timeout=60) as owner:
        login = {"email": OWNER_EMAIL, "password": OWNER_PASSWORD}
        owner.post("/auth/tokens", json=login).raise_for_status()
        for number in range(_PAGES):
            page = {"url": f"/bench-{number}", "title": f"Page {number}"}
            owner.post("/client/pages", json=page).raise_for_status()
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in owner.cookies.jar if cookie.path == "/")
    ask = partial(load.run, node=str(node_folder() / "node"), seconds=_SECONDS)
    # No web host keeps a page without its template's script.
    pages = [f"/bench-{number}?safe=1" for number in range(_PAGES)]
    rows = iter(range(1_000))

    def write() -> load.Figures:
        # Names are unique, also from one round to the next.
        body = json.dumps({"name": f"Brand {next(rows)}-NUMBER"})
        return ask(f"{site.base_url}/ecom/brands", posts=load.Posts(body, {"Cookie": cookies, **origin}))

    kinds: dict[str, Callable[[], load.Figures]] = {
        "pages that nobody keeps": lambda: ask(site.base_url, paths=pages),
        "reads of one row": lambda: ask(f"{site.base_url}/cms/site"),
        "writes of one row": write,
    }
    rates: dict[str, list[float]] = {name: [] for name in kinds}
    # The first round warms all processes up.
    for turn in range(ROUNDS + 1):
        for name, run in kinds.items():
            figures = run()
            assert not figures.errors, f"{name}: {figures.errors} requests failed"
            if turn:
                rates[name].append(figures.rate)
    return {name: statistics.median(each) for name, each in rates.items()}

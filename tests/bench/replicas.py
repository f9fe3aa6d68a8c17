"""How a site grows with processes: two and four of each part beside one, on one Postgres and one Redis."""

from __future__ import annotations

import json
import os
import signal
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import yaml

from deploy.local.data_folder import SERVICES
from deploy.local.processes import node_folder
from deploy.local.settings import ROOT
from tests.bench import load
from tests.bench.report import TIMES, Measure
from tests.composed.site import ComposedSite, composed_site
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site

_COUNTS = (1, 2, 4)
_PAGES = 20
_ROUNDS, _SECONDS = 5, 3.0
# What one of each takes, as docker-compose.yml has it.
_CONNECTIONS = 160


def measure() -> Iterator[Measure]:
    """On sites of containers that take turns, each stopped while another is measured."""
    rates: dict[str, dict[int, list[float]]] = {}
    with ExitStack() as held:
        sites = {count: held.enter_context(_site(count)) for count in _COUNTS}
        # The first round warms all processes up.
        for turn in range(_ROUNDS + 1):
            for count, site in sites.items():
                for name, rate in site.rates().items():
                    if turn:
                        rates.setdefault(name, {}).setdefault(count, []).append(rate)
    for name, of in rates.items():
        one = statistics.median(of[1])
        yield Measure(f"{name}, one of each part", one, "/s")
        for count in _COUNTS[1:]:
            # Of the same round: what else the machine does is the same for both.
            times = statistics.median(many / few for many, few in zip(of[count], of[1], strict=True))
            yield Measure(f"… {count} of each beside it", times, TIMES, note=f"{statistics.median(of[count]):,.0f} /s")


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


class _Site:
    """One site, with what is asked of it. It stands still but for the time that `rates` takes."""

    def __init__(self, composed: ComposedSite) -> None:
        self._composed = composed
        set_up_site(composed)
        origin = {"Origin": composed.base_url}
        with httpx.Client(base_url=composed.base_url, headers=origin, timeout=60) as owner:
            owner.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
            for number in range(_PAGES):
                owner.post("/client/pages", json={"url": f"/bench-{number}", "title": "A page"}).raise_for_status()
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in owner.cookies.jar if cookie.path == "/")
        self._headers = {"Cookie": cookies, **origin}
        self._turn = 0
        self._signal(signal.SIGSTOP)

    def rates(self) -> dict[str, float]:
        """Requests a second through the gateway, by what is asked for."""
        self._signal(signal.SIGCONT)
        # The gateway looks every second who is ready.
        time.sleep(2)
        self._turn += 1
        ask = partial(load.run, node=str(node_folder() / "node"), seconds=_SECONDS)
        url = self._composed.base_url
        # No web host keeps a page without its template's script.
        pages = [f"/bench-{number}?safe=1" for number in range(_PAGES)]
        # Names are unique, also from one round to the next.
        write = load.Posts(json.dumps({"name": f"Brand {self._turn}-NUMBER"}), self._headers)
        found = {
            "pages that nobody keeps": ask(url, paths=pages),
            "reads of one row": ask(f"{url}/cms/site"),
            "writes of one row": ask(f"{url}/ecom/brands", posts=write),
        }
        self._signal(signal.SIGSTOP)
        for name, figures in found.items():
            assert not figures.errors, f"{name}: {figures.errors} requests failed"
        return {name: figures.rate for name, figures in found.items()}

    def resume(self) -> None:
        """Have it go on, so that it can end."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for container in self._composed.containers.values():
            # The jobs that come before the rest have ended.
            if container.process is not None:
                os.killpg(container.process.pid, number)


@contextmanager
def _site(count: int) -> Iterator[_Site]:
    """A site with so many of each part."""
    with TemporaryDirectory() as folder:
        over = [] if count == 1 else [several(count, Path(folder))]
        # They are stopped for longer than they may hang.
        with composed_site(*over, whole=False, SETUP_CODE="bench", HANG_SECONDS="0") as composed:
            site = _Site(composed)
            try:
                yield site
            finally:
                site.resume()

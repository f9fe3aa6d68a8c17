"""Some parts of a running copy once more beside it, watched: a gateway, a web host, two services and a worker."""

import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from deploy.local import gateway, metrics_ports, ports, processes, watching
from deploy.local.errors import StartError
from deploy.local.processes import Process, Wiring
from deploy.local.settings import read_settings
from kit.testing.engines import free_port
from tests.stack import Stack

SERVICES = ("cms", "content")
WATCHED = (*SERVICES, "web", "worker", "gateway")
_PATIENCE = 60.0


@dataclass(frozen=True)
class WatchedParts:
    """``url`` is the gateway's; ``metrics`` where each part tells its own; ``logs`` the folder of what they say."""

    url: str
    metrics: Mapping[str, str]
    logs: Path

    def log(self, name: str) -> str:
        """What one part has said."""
        return (self.logs / f"{name}.log").read_text()


@contextmanager
def watched_parts(stack: Stack, folder: Path, traces: Mapping[str, str]) -> Iterator[WatchedParts]:
    """The parts, on the copy's engines, with its keys and its other services. ``traces`` are settings of OpenTelemetry."""
    with ExitStack() as held:
        own = ports.reserve(["public", *SERVICES, "web"], held)
        told = {
            "PORT": str(own["public"]),
            "DATA_DIR": str(stack.data_dir),
            "PUBLIC_URL": stack.base_url,
            "METRICS_PORT": str(first_free_port()),
            **traces,
        }
        settings = read_settings(told)
        facts = stack.facts
        taken = {part: urlsplit(url).port or 0 for part, url in stack.urls.items()}
        wiring = Wiring(
            ports={**taken, **own},
            database_urls=facts["database"]["roles"],
            redis_url=stack.redis_url,
            keys=Path(facts["keys"]),
            setup_code=stack.setup_code,
        )
        configuration = folder / "traefik.yml"
        configuration.write_text(gateway.static_settings(settings.port, "", settings.watching))
        listening = held.enter_context(ports.listen(own["web"]))
        parts = [
            *(each for each in processes.services(settings, wiring) if each.name in SERVICES),
            processes.worker(settings, wiring),
            processes.web(settings, wiring, listening),
            processes.gateway([str(gateway._binary()), f"--configFile={configuration}"], settings, wiring),
        ]
        for part in parts:
            held.enter_context(_running(part, traces, folder, listening.fileno()))
        addresses = metrics_ports.metrics_ports(settings.watching)
        metrics = {part: f"http://127.0.0.1:{addresses[part]}/metrics" for part in WATCHED}
        url = f"http://localhost:{settings.port}"
        for address in (f"{url}/healthz", *metrics.values()):
            _await(address)
        yield WatchedParts(url, metrics, folder)


@contextmanager
def _running(part: Process, traces: Mapping[str, str], folder: Path, listening: int) -> Iterator[None]:
    environment = {"PATH": os.defpath, **part.environment, **traces}
    with (folder / f"{part.name}.log").open("wb") as output:
        process = subprocess.Popen(
            part.command,
            cwd=part.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=[listening] if part.name == "web" else [],
        )
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(30)
            finally:
                process.kill()
                process.wait()


def first_free_port() -> int:
    """The first of as many free ports in a row as a copy needs for its metrics: another run beside this one looks elsewhere."""
    settings = watching.watch_settings({})
    while True:
        first = free_port()
        with suppress(StartError):
            metrics_ports.require_free_ports(replace(settings, metrics_port=first))
            return first


def _await(address: str) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            if httpx.get(address, timeout=10).is_success:
                return
        except httpx.HTTPError:
            pass
        assert time.monotonic() < until, f"{address} does not answer"
        time.sleep(0.1)

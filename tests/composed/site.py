"""All containers of `docker-compose.yml`, or of it with others over it, started in the order that it says."""

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from deploy.local import ports
from deploy.local.settings import ROOT
from kit.alive import HEARTBEAT_FILE
from tests.composed.containers import Container, Mount, NotStarted
from tests.composed.engines import ENGINES, EngineContainer
from tests.composed.forks import ForkedContainer, ForkingParent, module_of
from tests.composed.images import Image, read_image

_START_SECONDS = 120.0
# Loopback addresses that nobody else has: Docker gives each container one in a network.
_ADDRESSES = "127.{high}.{low}.{number}"


class ComposedSite:
    """The containers by name. What Docker does with networks is done with loopback addresses.

    Without ``whole`` it costs a fraction: the Python containers are forks of one process (`tests.composed.forks`), and
    one that listens counts as one that answers, since each health check is a process of its own.
    """

    def __init__(
        self, folder: Path, held: ExitStack, environment: Mapping[str, str], files: Sequence[Path], *, whole: bool
    ) -> None:
        self._whole = whole
        self._parent: ForkingParent | None = None
        self.folder = folder
        self._held = held
        chosen = ports.reserve(["public", "internal", "number"], held)
        self.port = chosen["public"]
        # Of each gateway, where visitors and where its health check come to.
        self.gateway_ports = {"gateway": (self.port, chosen["internal"])}
        # The number of a port that nobody else has is in them: no two sites have an address in common.
        high, low = divmod(chosen["number"], 250)
        self.base_url = f"http://localhost:{self.port}"
        given = {"PUBLIC_URL": self.base_url, "PORT": str(self.port), **environment}
        self.composed = compose(given, files)
        self._log_folder = folder / "logs"
        self._log_folder.mkdir()
        self._hosts = folder / "hosts"
        self._hosts.mkdir()
        self.containers: dict[str, Container] = {}
        names = list(self.composed["services"])
        self.addresses = {name: _ADDRESSES.format(high=high, low=low, number=2 + i) for i, name in enumerate(names)}

    def start(self, *names: str) -> None:
        """Start all, or these alone, each after those that it waits for. Raises `NotStarted`."""
        waiting = {name: service for name, service in self.composed["services"].items() if not names or name in names}
        while waiting:
            ready = [
                name
                for name, service in waiting.items()
                if not any(needed in waiting for needed in service.get("depends_on", {}))
            ]
            started = [self._start(name, waiting.pop(name)) for name in ready]
            self._await(started)

    def stop(self) -> None:
        """Stop all, from the gateway inwards; the parts at once, without the time in which others would notice."""
        engines = [self.containers.pop(name) for name in ENGINES if name in self.containers]
        gateway = [self.containers.pop(name) for name in ("gateway",) if name in self.containers]
        for group in (gateway, [*self.containers.values()], engines):
            with ThreadPoolExecutor(max(len(group), 1)) as pool:
                [*pool.map(lambda each: each.stop(signal.SIGINT), group)]
        if self._parent is not None:
            self._parent.stop()

    def restart(self, *names: str) -> None:
        """Start some again that were stopped, all at once. Raises `NotStarted`."""
        self._await([self._start(name, self.composed["services"][name]) for name in names])

    def start_another_gateway(self, name: str, **environment: str) -> None:
        """Start one more, at a port of its own and with these settings beside the others. Raises `NotStarted`."""
        chosen = ports.reserve(["public", "internal"], self._held)
        self.gateway_ports[name] = chosen["public"], chosen["internal"]
        one = self.composed["services"]["gateway"]
        self.composed["services"][name] = {**one, "environment": {**one["environment"], **environment}}
        self.addresses[name] = self.addresses["gateway"]
        self.restart(name)

    @property
    def setup_code(self) -> str:
        """What the set-up asks for."""
        return (self.folder / "volumes" / "secrets" / "auth" / "setup-code").read_text()

    def container(self, name: str) -> Container:
        """One container, started or not."""
        if name not in self.containers:
            self.containers[name] = self._make(name, self.composed["services"][name])
        return self.containers[name]

    def _start(self, name: str, service: Mapping[str, Any]) -> Container:
        container = self.container(name)
        if _ends(name, self.composed):
            ended = container.run()
            container.log.write_text(ended.stdout + ended.stderr)
            if ended.returncode:
                raise NotStarted(f"{name}: {ended.stdout}{ended.stderr}")
        else:
            container.start()
        return container

    def _await(self, started: Iterable[Container]) -> None:
        until = time.monotonic() + _START_SECONDS
        for container in started:
            service = self.composed["services"][container.name]
            if _ends(container.name, self.composed) or service.get("healthcheck", {}).get("disable"):
                continue
            while not self._answers(container):
                if container.process is None or container.process.poll() is not None or time.monotonic() > until:
                    raise NotStarted(f"{container.name}: {container.log.read_text()}")
                time.sleep(0.1)

    def _answers(self, container: Container) -> bool:
        if container.name in self.gateway_ports or "PORT" not in container.environment:
            return container.answers()
        if heartbeat := container.environment.get(HEARTBEAT_FILE):
            if self._whole or container.process is None:
                return container.answers()
            return Path(f"/proc/{container.process.pid}/root{heartbeat}").exists()
        address = self.addresses[container.name], int(container.environment["PORT"])
        with suppress(OSError), socket.create_connection(address, timeout=1):
            return not self._whole or container.answers()
        return False

    def _make(self, name: str, service: Mapping[str, Any]) -> Container:
        if engine := ENGINES.get(name):
            command, health = engine(self.folder, self.addresses[name], service)
            image = Image({}, "/", command, [], health)
            # They have no files of ours, and one of them does not run as root.
            return EngineContainer(
                name, command, "/", {}, [], health, self._hosts, self.folder / name, self._log_folder / f"{name}.log"
            )
        build = service["build"]
        image = read_image(ROOT / build["dockerfile"], build.get("args", {}))
        told = {key: value for key, value in service.get("environment", {}).items() if value is not None}
        environment = {**image.environment, **told, "HOST": self.addresses[name]}
        if "GATEWAY" in environment:
            environment["GATEWAY"] = f"gateway:{self.port}"
        health = image.health
        if name in self.gateway_ports:
            port, internal_port = self.gateway_ports[name]
            environment |= {"PORT": str(port), "INTERNAL_PORT": str(internal_port)}
            # In place of its wget, which is Alpine's.
            ask = f"import urllib.request as r; r.urlopen('http://127.0.0.1:{internal_port}/ready', timeout=4)"
            health = ["python", "-c", ask]
        command = [*image.entry_point, *(service.get("command") or image.command)]
        mounts = [self._mount(volume) for volume in service.get("volumes", [])]
        log = self._log_folder / f"{name}.log"
        make: Callable[..., Container] = Container
        if not self._whole and module_of(command, environment) and not _ends(name, self.composed):
            self._parent = self._parent or ForkingParent(self.folder)
            make = partial(ForkedContainer, parent=self._parent)
        return make(
            name, command, image.folder, environment, mounts, health, self._hosts_of(name), self.folder / name, log
        )

    def _mount(self, volume: Mapping[str, Any]) -> Mount:
        source = self.folder / "volumes" / volume["source"] / volume.get("volume", {}).get("subpath", "")
        source.mkdir(parents=True, exist_ok=True)
        return Mount(source, volume["target"], volume.get("read_only", False))

    def _hosts_of(self, name: str) -> Path:
        """The names of all as one of them finds them: those of a name that several have begin at another for each."""
        turn = list(self.addresses).index(name)
        lines = ["127.0.0.1 localhost"]
        for known, addresses in self._names().items():
            first = turn % len(addresses)
            lines += [f"{address} {known}" for address in (*addresses[first:], *addresses[:first])]
        written = self._hosts / name
        written.write_text("\n".join([*lines, ""]))
        return written

    def _names(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, address in self.addresses.items():
            networks = self.composed["services"][name].get("networks") or {}
            aliases = {alias for network in networks.values() for alias in (network or {}).get("aliases", [])}
            for known in (name, *sorted(aliases)):
                found.setdefault(known, []).append(address)
        return found


def compose(environment: Mapping[str, str], files: Sequence[Path] = ()) -> dict[str, Any]:
    """What Docker Compose makes of the file, and of others over it, with these settings."""
    chosen = [argument for file in (ROOT / "docker-compose.yml", *files) for argument in ("--file", str(file))]
    command = [str(Path(sys.executable).with_name("docker-compose")), "--project-directory", str(ROOT)]
    # An empty file in place of the .env of the developer who runs the tests.
    read = subprocess.run(
        [*command, "--env-file", "/dev/null", *chosen, "config", "--format", "json"],
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    if read.returncode:
        raise NotStarted(read.stderr)
    composed: dict[str, Any] = json.loads(read.stdout)
    return composed


@contextmanager
def composed_site(
    *files: Path, whole: bool = True, only: Sequence[str] = (), **environment: str
) -> Iterator[ComposedSite]:
    """A site of containers on a folder of its own, ended and deleted afterwards. ``whole`` as for `ComposedSite`.

    With ``only``, nothing but these containers is started.
    """
    with resting_site(*files, whole=whole, **environment) as site:
        site.start(*only)
        yield site


@contextmanager
def resting_site(*files: Path, whole: bool = True, **environment: str) -> Iterator[ComposedSite]:
    """The same of which nothing is started yet."""
    with ExitStack() as held:
        name = held.enter_context(TemporaryDirectory(prefix="pagewright-composed-", ignore_cleanup_errors=True))
        folder = Path(name)
        folder.chmod(0o711)
        _compile()
        site = ComposedSite(folder, held, environment, files, whole=whole)
        held.callback(site.stop)
        yield site


def _compile() -> None:
    """What an image's build does, and no container can: it writes nothing beside its code."""
    folders = [str(ROOT / folder) for folder in ("shared", "services", "deploy")]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *folders], check=True)


def _ends(name: str, composed: Mapping[str, Any]) -> bool:
    """Whether others wait for this container's end."""
    conditions = (service.get("depends_on", {}).get(name, {}) for service in composed["services"].values())
    return any(condition.get("condition") == "service_completed_successfully" for condition in conditions)

"""A site with three of each part: which they are, how each is reached alone, and how some are ended together."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from signal import SIGTERM, Signals

from deploy.local.data_folder import SERVICES
from deploy.local.settings import ROOT
from tests.composed.site import ComposedSite, composed_site
from tests.stack_fixtures import set_up_site

PARTS = (*SERVICES, "web", "worker")
NUMBERS = (1, 2, 3)


def replica(part: str, number: int) -> str:
    """The name of one of three."""
    return part if number == 1 else f"{part}-{number}"


def replicas(number: int) -> list[str]:
    """One of each part."""
    return [replica(part, number) for part in PARTS]


class ReplicatedSite:
    """A site that is set up."""

    def __init__(self, composed: ComposedSite) -> None:
        self._composed = composed
        self.base_url = composed.base_url
        self.setup_code = composed.setup_code

    def url(self, part: str, number: int) -> str:
        """Where one process answers, past the gateway."""
        return f"http://{self._composed.addresses[replica(part, number)]}:8000"

    def database_url(self, service: str) -> str:
        """The database as one service's own role."""
        secret = self._composed.folder / "volumes" / "secrets" / service / "database-url"
        return secret.read_text().replace("@postgres:", f"@{self._composed.addresses['postgres']}:")

    def seen_by(self, name: str, folder: str) -> set[str]:
        """What one process finds in a folder."""
        process = self._composed.container(name).process
        assert process is not None
        return {file.name for file in Path(f"/proc/{process.pid}/root{folder}").iterdir()}

    def stored_objects(self) -> set[str]:
        """What is in the storage."""
        folder = self._composed.folder / "volumes" / "data" / "files"
        return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}

    def signal(self, name: str, number: Signals) -> None:
        """Send a signal to one process and go on."""
        process = self._composed.container(name).process
        assert process is not None
        os.killpg(process.pid, number)

    def end(self, names: Sequence[str], number: Signals = SIGTERM) -> dict[str, int | None]:
        """End some at the same moment; the status that each of them ends with."""
        with ThreadPoolExecutor(len(names)) as pool:
            ended = pool.map(lambda name: self._composed.container(name).stop(number), names)
            return dict(zip(names, ended, strict=True))

    def start(self, names: Sequence[str]) -> None:
        """Start again what was ended."""
        self._composed.restart(*names)

    def start_gateway(self, name: str, drain_seconds: int) -> None:
        """Start a gateway beside the one that there is."""
        self._composed.start_another_gateway(name, DRAIN_SECONDS=str(drain_seconds))

    def gateway_port(self, name: str) -> int:
        """Where one gateway answers."""
        return self._composed.gateway_ports[name][0]

    def log(self, name: str) -> str:
        """What one process has written."""
        return self._composed.container(name).log.read_text()


@contextmanager
def replicated_site(**environment: str) -> Iterator[ReplicatedSite]:
    """A new site with three of each part, set up."""
    with composed_site(ROOT / "docker-compose.replicas.yml", whole=False, **environment) as composed:
        site = ReplicatedSite(composed)
        set_up_site(site)
        yield site

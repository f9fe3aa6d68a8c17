"""Containers as processes: each in a mount namespace of its own, with the files that its container would have."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from deploy.local.processes import node_folder
from deploy.local.settings import ROOT

_ENTER = Path(__file__).with_name("enter.sh")
_OWN_NAMESPACE = ["unshare", "--mount", "--propagation=private"]
# A user who is not root may make namespaces as their root.
_ENTERING = _OWN_NAMESPACE if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", *_OWN_NAMESPACE[1:]]

_AS_ITS_ROOT = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]


class NotStarted(Exception):
    """A container did not start; the text is what it said."""


class Running(Protocol):
    """A process, as `subprocess.Popen` shows it."""

    @property
    def pid(self) -> int:
        """Its id, and that of its group."""

    def poll(self) -> int | None:
        """Its exit status, once it has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; its exit status."""


@dataclass(frozen=True)
class Mount:
    """A folder of ours as a container sees it."""

    source: Path
    target: str
    read_only: bool


@dataclass
class Container:
    """One container: what it runs and with what. ``scratch`` is a folder of its own on this machine."""

    name: str
    command: list[str]
    folder: str
    environment: Mapping[str, str]
    mounts: list[Mount]
    health: list[str]
    hosts: Path
    scratch: Path
    log: Path
    process: Running | None = field(default=None)

    def start(self, files: Sequence[int] = ()) -> None:
        """Start it, with these open files; its output goes on in its log."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self._entering(self.command, self.scratch / "root"),
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=files,
            )

    def run(self, command: list[str] | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run its command, or another, to its end."""
        return subprocess.run(
            self._entering(command or self.command, self.scratch / "other"),
            env={**self._environment(), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def answers(self) -> bool:
        """Whether its health check passes, which is run among its own files while it runs."""
        if self.process is None:
            return False
        inside = ["nsenter", f"--target={self.process.pid}", "--mount", "--root", "--wd", *_AS_ITS_ROOT, *self.health]
        return subprocess.run(inside, env=self._environment(), capture_output=True, check=False).returncode == 0

    def stop(self, number: signal.Signals = signal.SIGTERM, seconds: float = 150) -> int | None:
        """Send it a signal and wait for its end; its exit status."""
        if self.process is None:
            return None
        for each in (number, signal.SIGKILL):
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, each)
            with suppress(subprocess.TimeoutExpired):
                return self.process.wait(seconds)
        return None

    def _entering(self, command: list[str], root: Path) -> list[str]:
        root.mkdir(parents=True, exist_ok=True)
        mounts = [
            part
            for mount in self.mounts
            for part in (str(mount.source), mount.target, "ro" if mount.read_only else "rw")
        ]
        there = [*_ENTERING, "sh", str(_ENTER), str(root), str(ROOT), str(self.hosts), *mounts, "--", self.folder]
        return [*there, *command]

    def _environment(self) -> dict[str, str]:
        # In an image the packages' own folder says where our code is, and node is Debian's.
        code = [f"/srv/pagewright/{part}" for part in ("shared", *_services(), "")]
        node = f"/srv/venv/{node_folder().relative_to(ROOT / '.venv')}"
        path = ":".join([node, "/srv/venv/bin", os.environ.get("PATH", os.defpath)])
        return {"PYTHONPATH": ":".join(code), **self.environment, "PATH": path}


def _services() -> list[str]:
    return [f"services/{folder.name}" for folder in sorted((ROOT / "services").iterdir()) if folder.is_dir()]

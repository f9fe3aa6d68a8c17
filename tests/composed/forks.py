"""Python containers that are forks of one process: for tests that start many, where each would import everything itself.

One container without a part of its own (`tests.composed.forking_parent`) imports the code of all services. A fork of it
enters a mount namespace of its own, in which it finds what its container would have, and becomes what the container runs.
The containers of `tests/composed` itself start as Docker starts them.
"""

import json
import os
import re
import select
import shlex
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from tests.composed.containers import Container, Mount, NotStarted

VOLUMES = "/volumes"
HOSTS = "/hosts"
# What a container of ours may have mounted; where it has not, it finds an empty folder.
_TARGETS = ("/secrets", "/data")
_END_SECONDS = 20.0
_BY_SHELL = re.compile(r"exec (python -m .*)")


class Fork:
    """One of them while it runs, as `subprocess.Popen` shows it."""

    def __init__(self, pid: int, told: TextIO) -> None:
        self.pid = pid
        self._told = told
        self._status: int | None = None

    def poll(self) -> int | None:
        """Its exit status, once it has ended."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; its exit status."""
        if self._status is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            # Nothing where the parent was killed.
            self._status = int(self._told.readline() or -signal.SIGKILL)
            self._told.close()
        return self._status


class ForkingParent:
    """The process whose forks they are, for one site in ``folder``. It ends, and all of them with it, by `stop`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        empty, scratch = folder / "empty", folder / "parent"
        empty.mkdir()
        scratch.mkdir()
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        shown = [Mount(folder / "volumes", VOLUMES, False), Mount(folder / "hosts", HOSTS, True)]
        nothing = [Mount(empty, target, True) for target in _TARGETS]
        hosts = folder / "hosts" / "parent"
        hosts.write_text("127.0.0.1 localhost\n")
        with theirs:
            command = ["python", "-m", "tests.composed.forking_parent", str(theirs.fileno())]
            settings = {"PATH": "/srv/venv/bin", "PYTHONDONTWRITEBYTECODE": "1"}
            self._container = Container(
                name="parent",
                command=command,
                folder="/srv/pagewright",
                environment=settings,
                mounts=[*shown, *nothing],
                health=[],
                hosts=hosts,
                scratch=scratch,
                log=folder / "logs" / "parent.log",
            )
            self._container.start([theirs.fileno()])

    def fork(self, container: Container, module: list[str], environment: Mapping[str, str]) -> Fork:
        """Have a fork run `python -m <module> …` as a container. Raises `NotStarted`."""
        mounts = [
            (f"{VOLUMES}/{mount.source.relative_to(self._folder / 'volumes')}", mount.target, mount.read_only)
            for mount in container.mounts
        ]
        told = {
            "command": module,
            "folder": container.folder,
            "environment": dict(environment),
            "mounts": [*mounts, (f"{HOSTS}/{container.hosts.name}", "/etc/hosts", True)],
        }
        reads, writes = os.pipe()
        # What it was to read is closed with it, where it has ended.
        with container.log.open("ab") as output, suppress(BrokenPipeError):
            socket.send_fds(self._ours, [json.dumps(told).encode()], [output.fileno(), output.fileno(), writes])
        os.close(writes)
        told_back = os.fdopen(reads)
        pid = told_back.readline()
        if not pid:
            raise NotStarted(f"parent of forks: {self._container.log.read_text()}")
        return Fork(int(pid), told_back)

    def stop(self) -> None:
        """End it."""
        self._ours.close()
        process = self._container.process
        try:
            if process is not None:
                process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._container.stop(signal.SIGKILL)


@dataclass
class ForkedContainer(Container):
    """A container that runs a Python module as a fork."""

    parent: ForkingParent = field(kw_only=True)

    def start(self, files: Sequence[int] = ()) -> None:
        """Start it; its output goes on in its log."""
        assert not files
        environment = self._environment()
        module = module_of(self.command, environment)
        assert module is not None
        self.process = self.parent.fork(self, module, environment)


def module_of(command: list[str], environment: Mapping[str, str]) -> list[str] | None:
    """What follows `python -m` in a container's command, itself or by its shell; nothing where it runs something else."""
    words = command
    if command[:2] == ["sh", "-c"] and (by_shell := _BY_SHELL.fullmatch(command[2])):
        words = [re.sub(r"\$(\w+)", lambda name: environment[name[1]], word) for word in shlex.split(by_shell[1])]
    return words[2:] if words[:2] == ["python", "-m"] else None

"""Starting, asking and stopping supervisord."""

import json
import os
import queue
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
import xmlrpc.client
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from supervisor.xmlrpc import Faults, SupervisorTransport

from deploy.local.data_folder import DataFolder, write_private
from deploy.local.errors import StartError
from deploy.local.forking import PRELOAD
from deploy.local.processes import EDGE, ENGINES, PARTS, Process
from deploy.local.running import MARK
from deploy.local.settings import ROOT

_PRIORITIES = {ENGINES: 100, PARTS: 200, EDGE: 300}
# Of the caller's environment these must not reach the processes: they change what Python, make or
# the Postgres driver do, or belong to this copy as a whole and not to one process.
_KEPT_OUT = (
    "PYTHON",
    "VIRTUAL_ENV",
    "MAKE",
    "MFLAGS",
    "PG",
    "DATABASE_URL",
    "SETUP_CODE",
    "METRICS_PORT",
    "UVICORN_",
    "FORWARDED_ALLOW",
)
# Restarted at once when it had been up for longer than this; else after 1 s, 2 s, 3 s and so on.
_STEADY_SECONDS = 3


@dataclass(frozen=True)
class Happening:
    """A process changed its state. ``reason`` says how it ended, ``attempt`` counts quick deaths."""

    process: str
    state: str
    reason: str | None
    attempt: int


class Supervision:
    """A running supervisord and the processes it may run."""

    def __init__(self, folder: DataFolder, sockets: Path) -> None:
        self._folder = folder
        self.socket = sockets / "supervisor.sock"
        self._configuration = folder.run / "supervisord.conf"
        self._daemon: subprocess.Popen[str] | None = None
        self._listening = threading.Lock()
        self.happenings: queue.Queue[Happening | None] = queue.Queue()

    def start(
        self, processes: Iterable[Process], listening: Sequence[socket.socket] = (), modules: Sequence[str] = ()
    ) -> None:
        """Start supervisord knowing these processes; none of them is started yet.

        It takes ``listening`` over, for those processes that are told of them in LISTEN_FD. Of our own ``modules``
        Python processes are to have what `preload` imports.
        """
        known = list(processes)
        handed_over = [str(opened.fileno()) for opened in listening]
        write_private(self._configuration, _configuration(self._folder, self.socket, known))
        private = {name for process in known for name in _inheritable(process)}
        environment = {
            name: value for name, value in os.environ.items() if name not in private and not name.startswith(_KEPT_OUT)
        }
        environment[MARK] = str(self._folder.path)
        with (self._folder.logs / "supervisord.err").open("w") as errors:
            self._daemon = subprocess.Popen(
                [sys.executable, "-m", "deploy.local.supervisord", str(self._configuration), *handed_over],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                # Ctrl-C in the terminal is for us alone: we stop the others in order.
                start_new_session=True,
                pass_fds=[opened.fileno() for opened in listening],
            )
        assert self._daemon.stdin is not None
        with self._daemon.stdin as pipe:
            inherited = {process.name: _inherited(process) for process in known if process.inherits}
            json.dump({"settings": inherited, "modules": list(modules)}, pipe)
        for opened in listening:
            opened.close()
        threading.Thread(target=self._listen, args=(self._daemon,), daemon=True).start()
        self._await_socket()

    def run(self, processes: Iterable[Process]) -> None:
        """Start these processes, without waiting until they are of use. Raises `StartError`."""
        for process in processes:
            try:
                self.call("startProcess", process.address, False)
            except xmlrpc.client.Fault as fault:
                raise StartError(f"{process.name} cannot be started: {fault.faultString}") from fault

    def preload(self) -> None:
        """Have it import what the Python processes share. It takes some seconds, in which it starts nothing."""
        self.call("sendRemoteCommEvent", PRELOAD, "")

    def restart(self, process: Process) -> None:
        """Stop a process and start it again."""
        # It may not be running.
        with suppress(xmlrpc.client.Fault):
            self.call("stopProcess", process.address)
        try:
            self.call("startProcess", process.address, False)
        except xmlrpc.client.Fault as fault:
            # One that ended by itself a moment ago may have been started again meanwhile.
            if fault.faultCode != Faults.ALREADY_STARTED:
                raise

    def call(self, method: str, *arguments: str | bool) -> object:
        """Call supervisord. Raises `xmlrpc.client.Fault` when it refuses, `OSError` when it is gone."""
        return call(self.socket, method, *arguments)

    def stop(self) -> None:
        """Stop every process in order, then supervisord; returns when all are gone."""
        if self._daemon is None:
            return
        self._daemon.send_signal(signal.SIGTERM)
        try:
            self._daemon.wait(timeout=90)
        except subprocess.TimeoutExpired:
            self._daemon.kill()
            self._daemon.wait()

    @property
    def alive(self) -> bool:
        """Whether supervisord itself runs."""
        return self._daemon is not None and self._daemon.poll() is None

    def _listen(self, daemon: subprocess.Popen[str]) -> None:
        assert daemon.stdout is not None
        with daemon.stdout as lines:
            for line in lines:
                if line.startswith("{"):
                    told = json.loads(line)
                    self.happenings.put(Happening(told["process"], told["state"], told["reason"], told["try"]))
        self.happenings.put(None)

    def _await_socket(self) -> None:
        until = time.monotonic() + 15
        while True:
            try:
                self.call("getState")
                return
            except (OSError, xmlrpc.client.ProtocolError) as error:
                if not self.alive or time.monotonic() > until:
                    raise StartError(f"supervisord did not start, see {self._folder.logs}/supervisord.err") from error
            time.sleep(0.01)


def call(socket: Path, method: str, *arguments: str | bool) -> object:
    """Call the supervisord behind a socket."""
    transport = SupervisorTransport(serverurl=f"unix://{socket}")
    try:
        proxy = xmlrpc.client.ServerProxy("http://localhost", transport=transport)
        return getattr(proxy.supervisor, method)(*arguments)
    finally:
        transport.close()


def _configuration(folder: DataFolder, socket: Path, processes: list[Process]) -> str:
    sections = [
        f"""\
[supervisord]
logfile = {folder.logs}/supervisord.log
logfile_maxbytes = 5MB
logfile_backups = 2
pidfile = {folder.run}/supervisord.pid
nocleanup = true

[unix_http_server]
file = {socket}
chmod = 0700

[rpcinterface:supervisor]
supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface
"""
    ]
    for group, members in groupby(sorted(processes, key=attrgetter("group")), key=attrgetter("group")):
        of_group = list(members)
        names = ",".join(process.name for process in of_group)
        sections.append(f"[group:{group}]\nprograms = {names}\npriority = {_PRIORITIES[group]}\n")
        sections += [_section(folder, process) for process in of_group]
    return "\n".join(sections)


def _inherited(process: Process) -> dict[str, str]:
    """The settings of the caller's environment that this process may see, as they are."""
    return {name: os.environ[name] for name in _inheritable(process) if name in os.environ}


def _inheritable(process: Process) -> list[str]:
    return [f"{name}{ending}" for name in process.inherits for ending in ("", "_FILE")]


def _section(folder: DataFolder, process: Process) -> str:
    environment = ",".join(f'{name}="{value}"' for name, value in process.environment.items())
    lines = [
        f"[program:{process.name}]",
        f"command = {_literal(shlex.join(process.command))}",
        f"directory = {_literal(str(process.folder))}",
        f"environment = {_literal(environment)}",
        *([f"user = {process.account}"] if process.account else []),
        "autostart = false",
        "autorestart = true",
        f"startsecs = {_STEADY_SECONDS}",
        # A database that is away for an hour is no reason to give up.
        "startretries = 1000000",
        f"stopsignal = {process.stop_signal}",
        f"stopwaitsecs = {process.stop_seconds}",
        f"stopasgroup = {str(process.stop_group).lower()}",
        "killasgroup = true",
        "redirect_stderr = true",
        f"stdout_logfile = {_literal(str(folder.logs / process.name))}.log",
        "stdout_logfile_maxbytes = 10MB",
        "stdout_logfile_backups = 3",
    ]
    return "\n".join(lines) + "\n"


def _literal(text: str) -> str:
    """supervisord fills in %(name)s everywhere."""
    return text.replace("%", "%%")

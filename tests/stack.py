"""A whole copy of Pagewright for a test: `python -m deploy.local up` as a child process."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from deploy.local import leftovers, ports
from deploy.local.cache import CACHE_SETTINGS
from deploy.local.mail import MAIL_SETTINGS
from deploy.local.processes import PAYMENT_SETTINGS
from deploy.local.settings import ROOT
from deploy.local.supervision import call
from deploy.local.up import down
from deploy.local.watching import WATCH_SETTINGS

# Failed tests leave their traces here for the developer who looks into them.
RESULTS = ROOT / "test-results"
_READY_SECONDS = 240.0
# Settings of the person who runs the tests are not those of the copy.
_NOT_PASSED_ON = (
    "PORT",
    "DATA_DIR",
    "DATABASE_URL",
    "REDIS_URL",
    "PUBLIC_URL",
    "SETUP_CODE",
    "LOG_LEVEL",
    "TRUSTED_PROXIES",
    *MAIL_SETTINGS,
    *PAYMENT_SETTINGS,
    *CACHE_SETTINGS,
    *WATCH_SETTINGS,
)
# Kept, since Python complains of losing a child that still runs.
_children: list[subprocess.Popen[bytes]] = []


@contextmanager
def running_stack(**env: str) -> Iterator["Stack"]:
    """A new copy on a folder of its own, ended and deleted afterwards. ``env`` as for `Stack`.

    Not in pytest's own folder: only its owner enters that, and Postgres runs as somebody else when
    the tests run as root.
    """
    with tempfile.TemporaryDirectory(prefix="pagewright-copy-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        stack = Stack(folder / "data", env=env)
        try:
            yield stack.start()
        finally:
            stack.stop()


class StackError(Exception):
    """The copy did not start; the text is what it said."""


class Stack:
    """One copy on one data folder and port. `start` and `stop` may follow each other any number of times.

    ``env`` adds to the environment of `make up`: SETUP_CODE, PUBLIC_URL and so on.
    """

    def __init__(self, data_dir: Path, port: int | None = None, env: Mapping[str, str] | None = None) -> None:
        self.data_dir = data_dir.resolve()
        held = ExitStack()
        # Not when it is stopped: it may be started again.
        weakref.finalize(self, held.close)
        self.port = port or ports.reserve(["public"], held)["public"]
        self.base_url = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self._output_file = self.data_dir.with_name(f"{self.data_dir.name}.output")
        self._env = dict(env or {})

    def launch(self) -> subprocess.Popen[bytes]:
        """Begin to start, without waiting; what it says is in `output`."""
        inherited = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
        with self._output_file.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "deploy.local", "up"],
                cwd=ROOT,
                env={**inherited, "PORT": str(self.port), "DATA_DIR": str(self.data_dir), **self._env},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        _children.append(self.process)
        return self.process

    def start(self) -> "Stack":
        """Start and wait until it is ready. Raises `StackError`."""
        process = self.launch()
        until = time.monotonic() + _READY_SECONDS
        while self._ready().get("pid") != process.pid or "is ready" not in self.output:
            if process.poll() is not None:
                raise StackError(f"it ended with {process.returncode}: {self.output}")
            if time.monotonic() > until:
                self.stop()
                raise StackError(f"not ready after {_READY_SECONDS} s: {self.output}")
            time.sleep(0.05)
        return self

    def stop(self) -> None:
        """Stop it as `make down` does; also one that another process started."""
        down(self.data_dir)
        if self.process:
            self.process.wait()

    def kill_launcher(self) -> None:
        """Kill -9 of the foreground process alone."""
        os.kill(self.facts["pid"], signal.SIGKILL)
        if self.process:
            self.process.wait()

    def kill_everything(self) -> None:
        """Kill -9 of every process at once, as when the machine loses power."""
        supervisor = int((self.data_dir / "run" / "supervisord.pid").read_text())
        for pid in (self.facts["pid"], supervisor, *self.pids()):
            # Some end by themselves meanwhile: Postgres comes and goes with its work.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.process:
            self.process.wait()

    def restart(self, name: str) -> None:
        """Stop and start one process, by its name ("content", "postgres", "web", "worker")."""
        self.stop_one(name)
        self.start_one(name)

    def stop_one(self, name: str) -> None:
        """Stop one process; it stays away until `start_one`."""
        self._supervisor("stopProcess", name)

    def start_one(self, name: str) -> None:
        """Start one process that was stopped; it takes a moment until it answers."""
        self._supervisor("startProcess", name)

    def signal(self, name: str, number: signal.Signals) -> None:
        """Send a signal to one process behind the supervisor's back."""
        os.kill(self.pid(name), number)

    def pid(self, name: str) -> int:
        """The process' id; 0 while it does not run."""
        info: Any = self._supervisor("getProcessInfo", name)
        return int(info["pid"])

    @property
    def is_running(self) -> bool:
        """Whether the process that `make up` stays in is there, whichever process has started it."""
        pid = self._ready().get("pid")
        return pid is not None and Path(f"/proc/{pid}").exists()

    def pids(self) -> set[int]:
        """Every process of the copy but the launcher, grandchildren too."""
        return {process.pid for process in leftovers.belonging_to(self.data_dir)}

    def log(self, name: str) -> str:
        """What one process has written."""
        return (self.data_dir / "logs" / f"{name}.log").read_text(errors="replace")

    @property
    def output(self) -> str:
        """What `make up` itself has said."""
        return self._output_file.read_text()

    @property
    def facts(self) -> dict[str, Any]:
        """What the copy tells about itself once it is ready (DATA_DIR/run/ready.json)."""
        facts = self._ready()
        if not facts:
            raise StackError(f"{self.data_dir} is not running")
        return facts

    @property
    def urls(self) -> dict[str, str]:
        """The direct address of each service and of "web", past the gateway."""
        return dict(self.facts["services"])

    @property
    def setup_code(self) -> str:
        """What /cms-setup asks for."""
        return str(self.facts["setupCode"])

    @property
    def redis_url(self) -> str:
        """Redis, with its password."""
        return str(self.facts["redis"])

    @property
    def admin_dsn(self) -> str:
        """The database as its superuser."""
        return str(self.facts["database"]["admin"])

    def service_dsn(self, service: str) -> str:
        """The database as one service's own role."""
        return str(self.facts["database"]["roles"][service])

    def _supervisor(self, method: str, name: str) -> object:
        return call(Path(self.facts["supervisor"]), method, self.facts["processes"][name])

    def _ready(self) -> dict[str, Any]:
        try:
            return dict(json.loads((self.data_dir / "run" / "ready.json").read_text()))
        except (OSError, ValueError):
            return {}

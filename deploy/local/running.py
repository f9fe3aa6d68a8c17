"""Whether a site runs on a data folder. By the standard library alone: it is asked before anything is installed."""

import fcntl
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

# In the environment of every process of a copy: by it a later start knows those that were left over.
MARK = "PAGEWRIGHT_DATA_DIR"


def data_dir(environ: Mapping[str, str]) -> Path:
    """The folder that a copy in this environment would run on."""
    return Path(environ.get("DATA_DIR") or ".data").expanduser().resolve()


def lock_file(folder: Path) -> Path:
    """Return the file that the process which runs a copy on this folder keeps locked, and which has its process id."""
    return folder / "run" / "lock"


def owner(folder: Path) -> int | None:
    """The process that runs a copy on this folder, or None. Raises OSError."""
    with suppress(FileNotFoundError), lock_file(folder).open("r+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return int(lock.read() or 0) or None
    return None


def runs(folder: Path) -> bool:
    """Whether anything runs there: also what goes on after its owner was killed. Raises OSError."""
    return owner(folder) is not None or _has_marked_processes(folder)


def _has_marked_processes(folder: Path) -> bool:
    """Where the system shows the environments of processes, as Linux does."""
    mark = f"{MARK}={folder}".encode()
    for environment in Path("/proc").glob("[0-9]*/environ"):
        # Some have ended meanwhile, others are somebody else's.
        with suppress(OSError):
            if mark in environment.read_bytes().split(b"\0"):
                return True
    return False

"""Starting a Python process as a fork of one that has imported the libraries.

Six processes share the memory of what they import, and none of them spends a second on reading it. Our own code is
shared as well, but for `make dev`, which restarts it changed: there each process reads it anew.
Only on Linux: on macOS the system's own libraries do not bear a fork.
"""

import atexit
import gc
import importlib
import os
import runpy
import signal
import sys
import threading
import traceback
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from setproctitle import setproctitle

PRELOAD = "preload"
"""The remote event at which supervisord imports what its forks share."""
# What every service imports; importing them starts no thread and opens no file or socket.
_LIBRARIES = (
    "arq.worker",
    "asyncpg",
    "cryptography.fernet",
    "cryptography.hazmat.primitives.serialization",
    "fastapi.routing",
    "fastapi.openapi.utils",
    "httptools",
    "httpx",
    "jwt",
    "orjson",
    "pydantic_settings",
    "redis.asyncio",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.ext.asyncio",
    "structlog",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
)


def preload(modules: Iterable[str] = ()) -> bool:
    """Import the libraries that the forks are to share, and these modules of our own; whether all could be imported.

    Where one cannot, half of it may be imported, and no fork of this process would be what a new one is: `can_run`
    says no from then on, so that the process whose code it is says itself what is wrong.
    """
    global _is_whole  # noqa: PLW0603  # what this process has imported is as global
    if sys.platform != "linux":
        return True
    # It would look again and again at objects that all stay: a fourth of the time that the imports take.
    gc.disable()
    try:
        for module in (*_LIBRARIES, *modules):
            importlib.import_module(module)
        # What SQLAlchemy makes of the models at the first query: each fork would make it anew, in memory of its own.
        importlib.import_module("sqlalchemy.orm").configure_mappers()
    except Exception:  # noqa: BLE001 - whatever an import may raise
        _is_whole = False
    finally:
        gc.enable()
    gc.collect()
    # A collection writes into every object that it looks at, and what is written to is shared no longer.
    gc.freeze()
    return _is_whole


_is_whole = True


def can_run(command: Sequence[str]) -> bool:
    """Whether a fork can take the place of this command: `python -m <module> …` with the interpreter that runs here."""
    is_ours = len(command) > 2 and command[0] == sys.executable and command[1] == "-m"
    return sys.platform == "linux" and is_ours and _is_whole


def run_module(command: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
    """In a fork: become what `python -m <module> …` would be, and end with its exit status."""
    # None of the parent's objects is collected here, nor its finalizer run.
    gc.freeze()
    status = 1
    try:
        status = _run(command, environment)
    finally:
        # Never back into the parent's code, nor through the finalizers of its objects: they would close descriptors
        # whose numbers are the fork's own by now.
        os._exit(status)


def _forget_parent(command: Sequence[str], environment: Mapping[str, str]) -> None:
    # It finds the place of the title by the environment as it was given. With this setting it writes over nothing of
    # that: the processes of a copy are found by it.
    os.environ["SPT_NOENV"] = "1"
    setproctitle(" ".join(["python", *command[1:]]))
    os.environ.clear()
    os.environ.update(environment)
    sys.path[0] = str(Path.cwd())
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.set_wakeup_fd(-1)


def _run(command: Sequence[str], environment: Mapping[str, str]) -> int:
    try:
        _forget_parent(command, environment)
        sys.argv = list(command[2:])
        runpy.run_module(command[2], run_name="__main__", alter_sys=True)
        ended: Any = None
    except SystemExit as end:
        ended = end.code
    except BaseException:  # noqa: BLE001 - nothing is around it to let it through to
        traceback.print_exc()
        ended = 1
    if isinstance(ended, str):
        print(ended, file=sys.stderr)
    # What the interpreter does at its own end, and multiprocessing at that of its forks.
    threading._shutdown()  # type: ignore[attr-defined]  # noqa: SLF001  # there is no public one
    atexit._run_exitfuncs()  # noqa: SLF001  # nor of this
    sys.stdout.flush()
    sys.stderr.flush()
    return ended if isinstance(ended, int) else int(ended is not None)

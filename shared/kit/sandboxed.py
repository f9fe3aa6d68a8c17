"""What one process of a `kit.sandbox.Sandbox` runs.

It imports ``module``, gives up what it does not need, and then answers one call after another. A call is one packet on
the socket: JSON that names a function of the module and its arguments, with the files that it works on as open
descriptors, so that the process opens no file by name. The answer is one packet of JSON.

This module imports as little as it can, since a process starts for it.
"""

import importlib
import json
import os
import resource
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

MOST_BYTES = 128 * 1024
"""The longest packet, either way."""
MOST_FILES = 4
GRACE_SECONDS = 1.0
_NOBODY = 65_534


class Refused(Exception):
    """The input is not what the function takes. ``code`` is stable; raised by functions that run in a sandbox."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


def give_up_rights(limits: dict[str, int]) -> None:
    """Bound what this process takes from the machine, and drop the rights of root if it has them.

    Where memory runs out all the same, it is the one that the system ends first.
    """
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    for name, most in limits.items():
        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (bound, bound))
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(_NOBODY)
        os.setuid(_NOBODY)


def answer(module: ModuleType, call: dict[str, Any], files: Sequence[int]) -> dict[str, Any]:
    """Call the function and return what it came to, as the packet says it."""
    function: Callable[..., Any] = getattr(module, call["function"])
    try:
        return {"result": function(*files, **call["arguments"])}
    except Refused as refused:
        return {"refused": refused.code, "detail": refused.detail[:500]}
    except MemoryError:
        return {"refused": "too_costly", "detail": "Processing needs too much memory."}
    except Exception as error:  # noqa: BLE001 - whatever a parser raises is told, and the next call finds it at work
        return {"failed": f"{type(error).__name__}: {error}"[:2_000]}


def serve(module: ModuleType, link: socket.socket) -> None:
    """Say that it is ready, then answer calls until the other side is gone."""
    link.send(b"{}")
    while True:
        packet, files, _, _ = socket.recv_fds(link, MOST_BYTES, MOST_FILES)
        if not packet:
            return
        call = json.loads(packet)
        # The caller kills this process when it takes too long. Where the caller itself is gone, the system does.
        signal.setitimer(signal.ITIMER_REAL, call["seconds"] + GRACE_SECONDS)
        try:
            reply = json.dumps(answer(module, call, files)).encode()
            if len(reply) > MOST_BYTES:
                reply = json.dumps({"failed": "The answer is too long."}).encode()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for file in files:
                os.close(file)
        link.send(reply)


def main(name: str, descriptor: str, limits: str) -> None:
    """Import the module with all rights, then serve it with few: libraries are read from disk before that."""
    module = importlib.import_module(name)
    give_up_rights(json.loads(limits))
    # What a library prints has no place to go, and must not be mistaken for an answer.
    with socket.socket(fileno=int(descriptor)) as link:
        serve(module, link)

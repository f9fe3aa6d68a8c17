"""Functions that a sandbox runs for test_sandbox.py."""

import os
import resource
import time
from pathlib import Path

from kit.sandboxed import Refused


def copy(source: int, target: int, *, times: int) -> int:
    text = os.pread(source, 1_000, 0)
    return os.write(target, text * times)


def refuse() -> None:
    raise Refused("not_a_poem", "This does not rhyme.")


def fail() -> None:
    raise ZeroDivisionError("nothing to divide by")


def hang() -> None:
    while True:
        time.sleep(3600)


def crash() -> None:
    os.abort()


def grow(size: int) -> int:
    return len(bytearray(size))


def write(target: int, *, size: int) -> None:
    os.write(target, bytes(size))
    os.write(target, b"more")


def surroundings(path: str) -> dict[str, object]:
    try:
        secret = Path(path).read_text()
    except PermissionError:
        secret = ""
    return {"environment": sorted(os.environ), "secret": secret, "user": os.geteuid(), "pid": os.getpid()}


def bounds() -> dict[str, int]:
    return {
        "memory": resource.getrlimit(resource.RLIMIT_DATA)[0],
        "ended_first": int(Path("/proc/self/oom_score_adj").read_text()),
    }


def chatter() -> str:
    print("a library says something")  # noqa: T201 - that is what it does
    return "said"


def long_answer() -> str:
    return "x" * 1_000_000

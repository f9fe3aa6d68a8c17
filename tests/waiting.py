"""Waiting for what other processes do."""

import time
from collections.abc import Callable
from typing import Literal, TypeVar

import httpx

Found = TypeVar("Found")

_SECONDS = 120


def eventually(
    find: Callable[[], Found | Literal[False] | None],
    *,
    pause: float = 0.05,
    not_yet: tuple[type[Exception], ...] = (),
) -> Found:
    """What ``find`` gives, as soon as that is true; what it raises is raised at once, except ``not_yet``.

    Raises AssertionError when it is not so in time, or the last error where ``find`` ended in one then.
    """
    until = time.monotonic() + _SECONDS
    while True:
        is_late = time.monotonic() > until
        try:
            if found := find():
                return found
        except not_yet:
            if is_late:
                raise
        assert not is_late, f"still not so after {_SECONDS} s"
        time.sleep(pause)


def eventually_answered(find: Callable[[], Found | Literal[False] | None]) -> Found:
    """``eventually`` where something is down for a while: a request without an answer counts as not yet."""
    return eventually(find, not_yet=(httpx.HTTPError,))

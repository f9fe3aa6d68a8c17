"""Waiting for what other processes do."""

import time
from collections.abc import Callable
from typing import Literal, TypeVar

import httpx

Found = TypeVar("Found")


def eventually(
    find: Callable[[], Found | Literal[False] | None], seconds: float = 120, *, pause: float = 0.05
) -> Found:
    """What ``find`` gives, as soon as that is true; a request without an answer counts as not yet.

    Raises AssertionError when it is not so in time, HTTPError where the last request had none.
    """
    until = time.monotonic() + seconds
    while True:
        is_late = time.monotonic() > until
        try:
            if found := find():
                return found
        except httpx.HTTPError:
            if is_late:
                raise
        assert not is_late, f"still not so after {seconds} s"
        time.sleep(pause)

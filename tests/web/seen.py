"""When visitors see what was saved: it is announced to the web host, and takes its time."""

from __future__ import annotations

import time
from collections.abc import Callable

import httpx

SEEN_WITHIN = 60.0
"""Seconds."""


def eventually(ask: Callable[[], httpx.Response], words: str) -> httpx.Response:
    """The first answer with these words. Raises AssertionError when none has them within `SEEN_WITHIN`."""
    end = time.monotonic() + SEEN_WITHIN
    while words not in (answer := ask()).text:
        assert time.monotonic() < end, answer.text
        time.sleep(0.005)
    return answer

"""Waiting for what happens elsewhere."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable


async def eventually(condition: Callable[[], bool | Awaitable[bool]], seconds: float = 60) -> None:
    """Return as soon as ``condition`` holds; raises AssertionError when it does not in time."""
    until = time.monotonic() + seconds
    while True:
        holds = condition()
        if await holds if inspect.isawaitable(holds) else holds:
            return
        assert time.monotonic() < until, f"not within {seconds} s"
        await asyncio.sleep(0.02)

"""Ending tasks for certain."""

import asyncio
from typing import Any

_TIMEOUT = 1.0


async def cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancel ``tasks`` and wait until they have ended, whatever they end with.

    Once is not always enough: before Python 3.12, `asyncio.wait_for` (which redis-py uses) loses a
    cancellation that comes just as what it waits for is done.
    """
    pending = {task for task in tasks if not task.done()}
    interruption: asyncio.CancelledError | None = None
    while pending:
        for task in pending:
            task.cancel()
        try:
            _, pending = await asyncio.wait(pending, timeout=_TIMEOUT)
        except asyncio.CancelledError as error:
            # A caller that is cancelled again while it ends its own tasks leaves none of them behind.
            interruption = error
            pending = {task for task in pending if not task.done()}
    await asyncio.gather(*tasks, return_exceptions=True)
    if interruption is not None:
        raise interruption

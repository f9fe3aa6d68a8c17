"""How many orders one process works on at once.

Orders of one product take turns at its row. Who waits there has a connection, and a rush on one product would take all of
them from those who only look; so the others wait here, where waiting costs nothing.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request

AT_ONCE = 4
"""Well below the connections of a process."""


@asynccontextmanager
async def open_turns(app: FastAPI) -> AsyncIterator[None]:
    """Have turns while the app runs."""
    app.state.checkout_turns = asyncio.Semaphore(AT_ONCE)
    yield


def turns_of(request: Request) -> asyncio.Semaphore:
    """The turns of the process that serves a request."""
    turns: asyncio.Semaphore = request.app.state.checkout_turns
    return turns

"""How many orders one process works on at once.

Orders of one product wait for its row one after another, each with a database connection. A rush on one product would use
up all connections of the process, so orders beyond the slots wait here, without a connection.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request

AT_ONCE = 4
"""Well below the connections of a process."""


@asynccontextmanager
async def open_slots(app: FastAPI) -> AsyncIterator[None]:
    """Provides the slots while the app runs."""
    app.state.checkout_slots = asyncio.Semaphore(AT_ONCE)
    yield


def slots_of(request: Request) -> asyncio.Semaphore:
    """Returns the slots of the process that serves a request."""
    slots: asyncio.Semaphore = request.app.state.checkout_slots
    return slots

"""Caches answers from outside for a while: callers that wait for the same answer share one request."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")


@dataclass(slots=True)
class _Flight(Generic[T]):
    task: "asyncio.Task[T]"
    expires_at: float


class Flights(Generic[T]):
    """The last ``most`` answers of this process, each for ``seconds`` from when it was asked for. Failures are not cached."""

    def __init__(self, *, seconds: float, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._most = most
        self._clock = clock
        # A task is of one loop; tests have many.
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, OrderedDict[Hashable, _Flight[T]]] = (
            WeakKeyDictionary()
        )

    async def get(self, key: Hashable, ask: Callable[[], Awaitable[T]]) -> T:
        """The answer for ``key``. That one who waits goes away does not end it for the others."""
        flights = self._loops.setdefault(asyncio.get_running_loop(), OrderedDict())
        flight = flights.get(key)
        if flight is None or self._is_expired(flight):
            flight = _Flight(asyncio.create_task(_as_coroutine(ask)), self._clock() + self._seconds)
            # Nobody may be left to hear of a failure.
            flight.task.add_done_callback(lambda task: task.cancelled() or task.exception())
            flights[key] = flight
            flights.move_to_end(key)
            while len(flights) > self._most:
                flights.popitem(last=False)
        return await asyncio.shield(flight.task)

    def invalidate(self, key: Hashable) -> None:
        """Ask anew the next time."""
        self._loops.setdefault(asyncio.get_running_loop(), OrderedDict()).pop(key, None)

    def _is_expired(self, flight: _Flight[T]) -> bool:
        if not flight.task.done():
            return False
        return flight.task.cancelled() or flight.task.exception() is not None or self._clock() >= flight.expires_at


async def _as_coroutine(ask: Callable[[], Awaitable[T]]) -> T:
    return await ask()

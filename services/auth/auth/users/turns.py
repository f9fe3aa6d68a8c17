"""Whose turn it is next, where only a few can be served at a time."""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from auth.attempts.counter import TooManyAttempts

_COME_BACK = "2"
"""Seconds; by then those who were before somebody have had their turns."""


@dataclass(frozen=True, slots=True)
class Party:
    """On whose account a turn is taken: an account's, or a network's."""

    name: str
    most: int
    """Turns that it may have or wait for at a time."""
    weight: int
    """How many others' worth of turns it gets while they wait too."""


@dataclass(slots=True)
class _Standing:
    inside: int = 0
    """Turns that the party has or waits for."""
    next: float = 0.0
    """Where in the line its next one begins."""


class Turns:
    """So many places, and a line that nobody can fill.

    Each party has its own pace along the line (start-time fair queueing): whoever asks for many turns
    is told later ones, and somebody who asks for one while they wait is told an early one. First come,
    first served would let one account's three hundred logins make everybody wait for all of them.

    Of a process, on its event loop.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._now = 0.0
        self._line: list[tuple[float, int, asyncio.Future[None]]] = []
        self._arrivals = itertools.count()
        self._parties: dict[str, _Standing] = {}

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return sum(not called.done() for _, _, called in self._line)

    @asynccontextmanager
    async def turn(self, parties: Sequence[Party], patience: float) -> AsyncIterator[None]:
        """Hold a place.

        Raises `TooManyAttempts` at once when one of the parties is in line too often already, and
        `TimeoutError` when no place becomes free within `patience` seconds.
        """
        begins = self._enter(parties)
        try:
            await self._place(begins, patience)
            try:
                yield
            finally:
                self._pass_on()
        finally:
            self._leave(parties)

    def _enter(self, parties: Sequence[Party]) -> float:
        standings = [self._parties.get(party.name) or _Standing() for party in parties]
        if any(standing.inside >= party.most for party, standing in zip(parties, standings, strict=True)):
            raise TooManyAttempts(
                "Too many logins at once, for this account or from this network. Try again in a moment.",
                headers={"Retry-After": _COME_BACK},
            )
        begins = self._now
        for party, standing in zip(parties, standings, strict=True):
            begins = max(begins, standing.next)
            standing.inside += 1
            standing.next = max(self._now, standing.next) + 1 / party.weight
            self._parties[party.name] = standing
        return begins

    def _leave(self, parties: Sequence[Party]) -> None:
        for party in parties:
            standing = self._parties[party.name]
            standing.inside -= 1
            if not standing.inside:
                del self._parties[party.name]

    async def _place(self, begins: float, patience: float) -> None:
        if self._free:
            self._free -= 1
            self._now = max(self._now, begins)
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (begins, next(self._arrivals), called))
        try:
            async with asyncio.timeout(patience):
                await called
        except BaseException:
            if called.done() and not called.cancelled():
                # Called in the very moment of giving up: the place is somebody else's.
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        while self._line:
            begins, _, called = heapq.heappop(self._line)
            if not called.done():
                self._now = max(self._now, begins)
                called.set_result(None)
                return
        self._free += 1

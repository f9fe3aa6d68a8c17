"""How many searches visitors of one host may have a process make: one of them alone must not keep it from the others.

Counted in memory, since a search costs a few milliseconds of the database and a row that is written would cost as much.
What comes from the machine itself is not counted: a proxy on it that is not named in TRUSTED_PROXIES hides all visitors.
"""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from fastapi import FastAPI

from content.search.errors import TooManySearches
from kit.networks import address_in, networks

AT_A_TIME = 100
"""Searches of one host in a row: an office behind one address types for some seconds."""
A_SECOND = 10
"""Searches that one host may make for as long as it likes."""
WAITING = 10
"""Searches of one host that wait for one another."""
_MOST_HOSTS = 10_000


@dataclass(slots=True)
class _Host:
    left: float
    seen_at: float
    under_way: int = 0
    # One at a time: the others of the process are for others.
    slot: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))


class SearchLimits:
    """The searches that hosts have made of late."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def slot(self, address: str | None) -> AsyncIterator[None]:
        """Make one search of a client, after those of the same host. Raises TooManySearches."""
        ip = None if address is None else address_in(address)
        if ip is None or ip.is_loopback:
            yield
            return
        host = self._counted(networks(str(ip))[0])
        host.under_way += 1
        try:
            async with host.slot:
                yield
        finally:
            host.under_way -= 1

    def _counted(self, name: str) -> _Host:
        now = self._clock()
        host = self._hosts.get(name)
        if host is None:
            self._make_room(now)
            host = self._hosts[name] = _Host(AT_A_TIME, now)
        host.left, host.seen_at = _left(host, now), now
        if host.left < 1:
            raise _too_many(math.ceil((1 - host.left) / A_SECOND))
        if host.under_way >= WAITING:
            raise _too_many(1)
        host.left -= 1
        return host

    def _make_room(self, now: float) -> None:
        if len(self._hosts) < _MOST_HOSTS:
            return
        # A host with its full allowance needs no entry. Where no host has that, the first entries begin anew.
        rested = [name for name, host in self._hosts.items() if not host.under_way and _left(host, now) >= AT_A_TIME]
        for name in rested or [*self._hosts][: _MOST_HOSTS // 10]:
            del self._hosts[name]


def _left(host: _Host, now: float) -> float:
    return min(host.left + (now - host.seen_at) * A_SECOND, AT_A_TIME)


def _too_many(seconds: int) -> TooManySearches:
    return TooManySearches("Too many searches. Try again in a moment.", headers={"Retry-After": str(seconds)})


@asynccontextmanager
async def search_limits(app: FastAPI) -> AsyncIterator[None]:
    """Limit the searches of each host for as long as the app runs."""
    app.state.search_limits = SearchLimits()
    yield

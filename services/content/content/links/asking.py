"""Asking addresses of other sites, politely: few at a time, one after another at each host, and not before it wants."""

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from content.links.verdicts import OK, Verdict
from kit.cancelling import cancel
from kit.outbound import Found, Outbound, Refused

AT_ONCE = 6
"""Addresses that are being asked, of whatever hosts."""
PAUSE = 0.25
"""Seconds between an answer of a host and the next question to it."""
MAX_WAIT = 30.0
"""Seconds that a host is waited for which asks to be left alone."""
DEFAULT_WAIT = 5.0
MOST_TIMEOUTS = 3
"""Questions in a row that a host leaves without an answer before it is asked nothing more."""

_ACCEPT = "text/html,*/*;q=0.8"
_PERMANENT = frozenset({301, 308})
# Said to programs by sites that let people in: to be looked at by a person.
_REFUSALS = frozenset({401, 402, 403, 407, 451, 999})
_BUSY = frozenset({429, 503})
_SILENT = Verdict("unclear", "timeout")
_SECONDS = re.compile(r"[0-9]{1,6}")


class Asked(NamedTuple):
    """What came of one question."""

    verdict: Verdict
    wait: float | None = None
    """Seconds that the host asks to be left alone for."""


async def ask(client: Outbound, address: str) -> Asked:
    """Ask an address by HEAD, and by GET where that says nothing good: many servers answer HEAD wrongly."""
    try:
        found = await _head(client, address)
        if found is None or (found.status >= 400 and found.status not in _BUSY):
            found = await client.get(address, accept=_ACCEPT, most_bytes=0)
    except Refused as refusal:
        return Asked(Verdict("unclear" if refusal.reason == "timeout" else "broken", refusal.reason))
    return _judged(found)


async def _head(client: Outbound, address: str) -> Found | None:
    """None where the server breaks off: some do so at HEAD."""
    try:
        return await client.head(address, accept=_ACCEPT)
    except Refused as refusal:
        if refusal.reason == "unreachable":
            return None
        raise


def _judged(found: Found) -> Asked:
    status = found.status
    if status in _BUSY:
        return Asked(Verdict("unclear", "busy", status), _wait_of(found))
    if status in _REFUSALS:
        return Asked(Verdict("unclear", "access_refused", status))
    if status >= 400:
        return Asked(Verdict("broken", "http_error", status))
    # One that is for the moment is nobody's to write into a page.
    if found.redirects and _PERMANENT.issuperset(found.redirects):
        return Asked(Verdict("redirected", "moved", found.redirects[0], found.url))
    return Asked(OK._replace(status=status))


def _wait_of(found: Found) -> float:
    """The seconds of `Retry-After`; a date is as good as a long time."""
    given = found.headers.get("retry-after")
    if given is None:
        return DEFAULT_WAIT
    return float(given) if _SECONDS.fullmatch(given) else MAX_WAIT + 1


async def ask_all(
    client: Outbound, addresses: Iterable[str], *, pause: float = PAUSE
) -> AsyncGenerator[tuple[str, Verdict]]:
    """What became of each address, in the order of the answers. Ends what is under way when it is closed.

    Raises what a question fails with that is no answer: nobody waits for the rest of that host's.
    """
    by_host: defaultdict[str, list[str]] = defaultdict(list)
    for address in addresses:
        by_host[_host_of(address)].append(address)
    answers: asyncio.Queue[tuple[str, Verdict] | Exception] = asyncio.Queue()
    slots = asyncio.Semaphore(AT_ONCE)
    count = sum(map(len, by_host.values()))

    async def ask_host(mine: list[str]) -> None:
        try:
            await _ask_host(lambda address: _in_slot(slots, client, address), mine, pause, answers.put_nowait)
        except Exception as error:  # noqa: BLE001  # `ask_all` raises it
            answers.put_nowait(error)

    tasks = [asyncio.create_task(ask_host(mine)) for mine in by_host.values()]
    try:
        for _ in range(count):
            answer = await answers.get()
            if isinstance(answer, Exception):
                raise answer
            yield answer
    finally:
        await cancel(*tasks)


async def _ask_host(
    ask_one: Callable[[str], Awaitable[Asked]],
    addresses: list[str],
    pause: float,
    report: Callable[[tuple[str, Verdict]], None],
) -> None:
    """One host's addresses, one after another. One that wants to be left alone, or is silent, is asked nothing more."""
    given_up: Verdict | None = None
    timeouts = 0
    for number, address in enumerate(addresses):
        if given_up is not None:
            report((address, given_up))
            continue
        if number:
            await asyncio.sleep(pause)
        asked = await ask_one(address)
        if asked.wait is not None and asked.wait <= MAX_WAIT:
            await asyncio.sleep(asked.wait)
            asked = await ask_one(address)
        timeouts = timeouts + 1 if asked.verdict == _SILENT else 0
        if asked.wait is not None:
            given_up = Verdict("unclear", "busy")
        elif timeouts == MOST_TIMEOUTS:
            given_up = _SILENT
        report((address, asked.verdict))


async def _in_slot(slots: asyncio.Semaphore, client: Outbound, address: str) -> Asked:
    async with slots:
        return await ask(client, address)


def _host_of(address: str) -> str:
    with suppress(ValueError):
        return urlsplit(address).hostname or ""
    return ""

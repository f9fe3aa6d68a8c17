"""Logging in, staying logged in, and what being logged in costs each request."""

from __future__ import annotations

import asyncio
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import asyncpg
import httpx

from tests.bench import load
from tests.bench.report import TIMES, Measure
from tests.bench.site import OWNER, Site, milliseconds

PEOPLE = 8
TRIES = 200
SECONDS = 6.0


def measure(site: Site) -> Iterator[Measure]:
    emails = [_new_user(site, number) for number in range(PEOPLE)]
    yield from _logins(site, emails)
    yield from _enumeration(site, emails)
    yield from _sessions(site, emails[0])


def _new_user(site: Site, number: int) -> str:
    """The address of a new user who can log in."""
    person = {
        "firstName": "Bench",
        "lastName": f"Person {number}",
        "emailAddress": f"person{number}@bench.example",
        "timezone": "Europe/London",
    }
    answer = site.client.post(
        "/auth/users", json={"person": person, "scopes": ["editor"], "password": OWNER["password"]}
    )
    answer.raise_for_status()
    return person["emailAddress"]


def _logins(site: Site, emails: list[str]) -> Iterator[Measure]:
    """One at a time, then as many as go while pages are served, and what the others notice of that."""
    with _browser(site) as client:
        own = f"/auth/users/{_log_in(client, emails[0]).json()['public']['claims']['user']}"
        yield Measure("login, one at a time, p50", milliseconds(lambda: _log_in(client, emails[0]), 40), "ms")
        quiet = milliseconds(lambda: client.get(own).raise_for_status(), 100)
        pages = _page_rate(site)
        with _logging_in(site, emails) as logins, ThreadPoolExecutor(1) as pool:
            serving = pool.submit(_page_rate, site)
            busy = milliseconds(lambda: client.get(own).raise_for_status(), 100)
            pages_meanwhile = serving.result()
        rate = logins()
    yield Measure("logins while pages are served", rate, "/s", note=f"{PEOPLE} people at once")
    yield Measure(
        "… pages meanwhile, beside pages alone", pages_meanwhile / pages, TIMES, note=f"alone: {pages:,.0f} /s"
    )
    yield Measure("… reading one's own user meanwhile, p50", busy, "ms", note=f"without logins: {quiet:.1f} ms")


def _enumeration(site: Site, emails: list[str]) -> Iterator[Measure]:
    """Wrong passwords for addresses that have an account and for those that have none, by turns."""
    taken: dict[bool, list[float]] = {True: [], False: []}
    with _browser(site) as client:
        for turn in range(TRIES):
            if turn % 5 == 0:
                asyncio.run(_forgive(site))
            # In changing order: what follows on a new connection of the database's is a little slower.
            for is_known in (True, False) if turn % 2 else (False, True):
                email = emails[turn % PEOPLE] if is_known else f"nobody{turn}@bench.example"
                began = time.perf_counter()
                answer = client.post("/auth/tokens", json={"email": email, "password": "not this one"})
                taken[is_known].append((time.perf_counter() - began) * 1000)
                assert answer.status_code == 401, answer.text
    asyncio.run(_forgive(site))
    known, unknown = (statistics.median(taken[is_known]) for is_known in (True, False))
    yield Measure(
        f"known and unknown address apart, medians of {TRIES}",
        abs(known - unknown),
        "ms",
        5,
        note=f"{known:.1f} and {unknown:.1f} ms",
    )


def _sessions(site: Site, email: str) -> Iterator[Measure]:
    with _browser(site) as client:
        _log_in(client, email)
        yield Measure("refresh, p50", milliseconds(lambda: _refresh(client), 200), "ms")
    tokens = [_token(site, email) for _ in range(60)]
    # Past the gateway, at a route that is open to all: what a token adds is its check.
    with httpx.Client(base_url=site.stack.urls["cms"]) as client:
        fresh = iter(tokens)

        def read(token: str | None) -> None:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            client.get("/cms/site", headers=headers).raise_for_status()

        read(tokens[-1])
        anonymous, first, again = _by_turns(
            [lambda: read(None), lambda: read(next(fresh)), lambda: read(tokens[-1])], len(tokens) - 1
        )
    yield Measure("checking a token, per request", again - anonymous, "ms", note=f"of {again:.2f} ms; Redis is asked")
    yield Measure("… one that was not seen before", first - anonymous, "ms", note="its signature is checked too")


def _by_turns(calls: list[Callable[[], None]], times: int) -> list[float]:
    """The median time of each call in milliseconds, when all have their turn in every round."""
    taken: list[list[float]] = [[] for _ in calls]
    for _ in range(times):
        for call, figures in zip(calls, taken, strict=True):
            began = time.perf_counter()
            call()
            figures.append((time.perf_counter() - began) * 1000)
    return [statistics.median(figures) for figures in taken]


@contextmanager
def _logging_in(site: Site, emails: list[str]) -> Iterator[Callable[[], float]]:
    """Have all of these people log in over and over. What is given says, afterwards, how many did a second."""
    stop = threading.Event()
    counts: list[int] = []

    def keep_on(email: str) -> None:
        count = 0
        with _browser(site) as client:
            while not stop.is_set():
                _log_in(client, email)
                count += 1
        counts.append(count)

    began = time.perf_counter()
    with ThreadPoolExecutor(len(emails)) as pool:
        people = [pool.submit(keep_on, email) for email in emails]
        try:
            yield lambda: sum(counts) / (ended - began)
        finally:
            stop.set()
            ended = time.perf_counter()
        for person in people:
            person.result()


def _page_rate(site: Site) -> float:
    return load.run(f"{site.stack.base_url}/", node=site.node, connections=8, seconds=SECONDS).rate


def _refresh(client: httpx.Client) -> None:
    client.post("/auth/tokens", json={"refresh": True}).raise_for_status()


def _token(site: Site, email: str) -> str:
    """A token of a session of its own: those of one session are the same ones within a second."""
    with _browser(site) as client:
        _log_in(client, email)
        return client.cookies["pagewright_session"]


def _log_in(client: httpx.Client, email: str) -> httpx.Response:
    return client.post("/auth/tokens", json={"email": email, "password": OWNER["password"]}).raise_for_status()


def _browser(site: Site) -> httpx.Client:
    return httpx.Client(base_url=site.stack.base_url, headers={"Origin": site.stack.base_url}, timeout=30)


async def _forgive(site: Site) -> None:
    """Forget the failures so far: a measure that waits for its limits measures them."""
    connection = await asyncpg.connect(site.stack.service_dsn("auth"))
    try:
        await connection.execute("DELETE FROM auth.failure_counts")
    finally:
        await connection.close()

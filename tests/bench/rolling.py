"""What people notice of three of each part: a save through every web host, and a release, which replaces all under load."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator

import httpx

from tests.bench.report import TIMES, Measure
from tests.replicas.gateways import NAMES, two_gateways
from tests.replicas.load import load
from tests.replicas.replacement import replace_all
from tests.replicas.site import NUMBERS, ReplicatedSite, replicated_site
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from tests.waiting import eventually
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text

_SAVES = 20
_ROUNDS = 3
# As many as are read while all is replaced once.
_CALM_READS = 600
_ACCEPTED = (200, 201)


def measure() -> Iterator[Measure]:
    """On one site, whose processes are replaced several times over."""
    with replicated_site(SETUP_CODE="bench") as site:
        with httpx.Client(base_url=site.base_url, headers={"Origin": site.base_url}, timeout=60) as owner:
            owner.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
            yield from _saved(site, owner)
            page = create_page(owner, "Under load")["url"]
            with two_gateways(site) as gateways, load(gateways.base_url, owner.cookies, page, site.base_url) as told:
                told.go_on(_CALM_READS)
                calm, seconds = len(told.read_seconds), []
                for _ in range(_ROUNDS):
                    began = time.perf_counter()
                    replace_all(site, gateways, told)
                    seconds.append(time.perf_counter() - began)
        reads, meanwhile = told.read_seconds[:calm], told.read_seconds[calm:]
        refused = [f"status {status}" for status in told.write_statuses.elements() if status not in _ACCEPTED]
        each = ", ".join(f"{second:.0f}" for second in seconds)
        note = f"median of {each}; load {os.getloadavg()[0]:.1f}"
        yield Measure("all processes replaced, three of each part", statistics.median(seconds), "s", note=note)
        note = "; ".join(told.failed_reads[:3]) or f"of {len(meanwhile):,}"
        yield Measure("reads meanwhile that failed", len(told.failed_reads), "", 0, note=note)
        # A gateway that ends closes connections that nothing is sent on, and may do so while something is being sent.
        broken, most = told.broken_off + len(told.lost_answers), _ROUNDS * len(NAMES)
        note = "; ".join([f"{most // _ROUNDS} gateways replaced {_ROUNDS} times", *told.lost_answers[:3]])
        yield Measure("connections broken off", broken, "", most, note=note)
        yield Measure("connections refused", gateways.refused, "", 0)
        writes = len(told.saves) + len(told.scopes)
        note = "; ".join([f"beside {writes:,} that were done", *refused[:3]])
        yield Measure("writes meanwhile that failed", len(refused), "", 0, note=note)
        usual, slow = _of_a_hundred(reads), _of_a_hundred(meanwhile)
        note = f"slowest {max(meanwhile) * 1000:,.0f} ms"
        yield Measure("99 of 100 reads meanwhile within", slow * 1000, "ms", note=note)
        yield Measure("… beside those before", slow / usual, TIMES)


def _saved(site: ReplicatedSite, owner: httpx.Client) -> Iterator[Measure]:
    """How soon a save is seen through the last of three web hosts, each of which kept the page before."""
    url = create_page(owner, "Seen everywhere")["url"]
    state, seen_after = render(owner, url), []
    pages = [f"{site.url('web', number)}{url}" for number in NUMBERS]
    with httpx.Client(timeout=30) as visitor:
        for turn in range(_SAVES):
            for page in pages:
                eventually(lambda page=page: _is_kept(visitor.get(page)))  # type: ignore[misc]  # bound now
            words = f"edited in round {turn}"
            saved = put_actions(owner, state, [set_text(first_text(state), f"<p>{words}</p>")])
            began = time.perf_counter()
            state = saved.raise_for_status().json()
            for page in pages:
                eventually(lambda page=page, words=words: words in visitor.get(page).text, pause=0)  # type: ignore[misc]  # bound now
            seen_after.append((time.perf_counter() - began) * 1000)
    note = f"median {statistics.median(seen_after):.0f} ms"
    yield Measure(f"save seen through every web host, slowest of {_SAVES}", max(seen_after), "ms", 1000, note=note)


def _is_kept(answer: httpx.Response) -> bool:
    return answer.headers["Server-Timing"] == "cache;desc=hit"


def _of_a_hundred(seconds: list[float]) -> float:
    """Within which time 99 of 100 are answered."""
    return statistics.quantiles(seconds, n=100)[98]

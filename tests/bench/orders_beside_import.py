"""How long orders and counts of stock wait while a file changes the price and the stock of all that they are about."""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.bench.product_import import imported
from tests.bench.report import Measure
from tests.bench.site import Site

LINES, VARIANTS = 20_000, 4
"""As many as a file may have."""
_PLENTY = 100_000


@dataclass
class Waits:
    """How many seconds calls of one kind took, and what was said of those that were refused."""

    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def call(self, send: Callable[[], httpx.Response]) -> None:
        """Send once, and note how long it took."""
        start = time.perf_counter()
        answer = send()
        self.seconds.append(time.perf_counter() - start)
        # What the file has made dearer meanwhile is asked again by the buyer's browser.
        if not answer.is_success and answer.json()["code"] != "summary_changed":
            self.refused.append(answer.text[:200])


def measured(site: Site) -> Iterator[Measure]:
    """A file of new products, and then one that changes all of them while people order them and their stock is counted."""
    imported(site, [_line(number, 0) for number in range(LINES)])
    products = [row["id"] for page in range(10) for row in _listed(site, page)]
    orders, counts = Waits(), Waits()
    over = threading.Event()
    threads = [
        threading.Thread(target=_again_and_again, args=(over, orders, _order(site, products))),
        threading.Thread(target=_again_and_again, args=(over, counts, _count(site, products))),
    ]
    for thread in threads:
        thread.start()
    try:
        _, taken = imported(site, [_line(number, 1) for number in range(LINES)], outcome="change")
    finally:
        over.set()
        for thread in threads:
            thread.join()
    about = f"beside {LINES:,} lines that change prices and stock, {taken:.1f} s"
    for name, waits in (("an order", orders), ("a count of stock", counts)):
        note = f"{len(waits.seconds)} of them, {sorted(waits.seconds)[len(waits.seconds) // 2]:.2f} s in the middle"
        yield Measure(f"longest that {name} waits {about}", max(waits.seconds), "s", note=note)
        yield Measure("… refused", len(waits.refused), "", 0, note=", ".join({*waits.refused}))


def _again_and_again(over: threading.Event, waits: Waits, prepare: Callable[[], Callable[[], httpx.Response]]) -> None:
    while not over.is_set():
        waits.call(prepare())
        time.sleep(0.05)


def _order(site: Site, products: list[str]) -> Callable[[], Callable[[], httpx.Response]]:
    def prepare() -> Callable[[], httpx.Response]:
        network = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}"
        headers = {"Idempotency-Key": secrets.token_hex(8), "X-Forwarded-For": network}
        rows = [{"productId": random.choice(products), "quantity": 1}]
        summary = browser.post("/ecom/baskets/summary", json={"rows": rows}).raise_for_status().json()
        order = {**_BUYER, "rows": rows, "summaryDigest": summary["digest"], "gateway": "invoice"}
        return lambda: browser.post("/ecom/orders", json=order, headers=headers)

    browser = httpx.Client(base_url=site.stack.urls["ecom"], timeout=60)
    return prepare


def _count(site: Site, products: list[str]) -> Callable[[], Callable[[], httpx.Response]]:
    def prepare() -> Callable[[], httpx.Response]:
        address = f"/ecom/products/{random.choice(products)}/stock-adjustments"
        headers = {"Idempotency-Key": secrets.token_hex(8)}
        return lambda: client.post(address, json={"by": -1}, headers=headers, timeout=60)

    client = httpx.Client(base_url=site.client.base_url, headers=site.client.headers, cookies=site.client.cookies)
    return prepare


_BUYER: Mapping[str, str] = {
    "email": "ann@bench.example",
    "name": "Ann",
    "billingName": "Ann",
    "billingAddress1": "1 Mill Lane",
    "billingPostcode": "NR1 3JU",
    "billingCountryCode": "GB",
}


def _listed(site: Site, page: int) -> list[dict[str, Any]]:
    """Some of the products, from all over the file."""
    query: dict[str, str | int] = {"q": f"beside-{page * LINES // VARIANTS // 10}-", "limit": 100}
    return list(site.client.get("/ecom/products", params=query).raise_for_status().json()["results"])


def _line(number: int, edition: int) -> dict[str, Any]:
    group, variant = divmod(number, VARIANTS)
    return {
        "Product code": f"beside-{group}",
        "Name": f"Basket {group}",
        "Published": "true",
        "SKU": f"beside-{group}-{variant}",
        "Price": f"{10 + number % 90 + edition}.50",
        "Needs delivery": "false",
        "Tracks stock": "true",
        "Stock": _PLENTY + 1000 * edition,
        "Option 1 name": "Size",
        "Option 1 value": ("S", "M", "L", "XL")[variant],
    }

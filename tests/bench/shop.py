"""The shop: lists at 100 and at 10,000, baskets and orders beside FastAPI and SQLAlchemy, imports, and what pages weigh."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx

from tests.bench import catalogue, load, orders_beside_import, product_import, weight
from tests.bench.counting import Cost, as_superuser, cost
from tests.bench.pages import clear_cache
from tests.bench.reference import beside, reference
from tests.bench.report import TIMES, Measure
from tests.bench.site import Site
from tests.whole.page_calls import add_plugin, own_column

FEW, MANY, ORDERS = 100, 10_000, 100_000
PIECES = 400
_LISTED = 250
"""Milliseconds of a list of 10,000 products, which are counted for each filter."""
_TIMES = 9
_AT_ONCE = 16
_PAGE = "/bench-shop"
_ASKED = ("web", "content", "ecom", "postgres")
_PARTS = ("ecom.product", "ecom.basketDisplay", "ecom.basketManagement", "ecom.checkout")
_ADDRESS = {"country": "GB", "postcode": "NR1 3JU"}
# Counted from far below nothing: one machine orders here for thousands of households.
_NO_LIMIT = "UPDATE ecom.checkout_counts SET orders = -1000000000"


@dataclass(frozen=True)
class Listed:
    """A list of products: its name, the category, and what of its address narrows it."""

    name: str
    category: str
    query: dict[str, str | int]


def measure(site: Site) -> Iterator[Measure]:
    asyncio.run(catalogue.open_shop(site))
    _make_pages(site)
    found: dict[int, dict[str, Cost]] = {}
    for begin, end in ((0, FEW), (FEW, MANY)):
        asyncio.run(catalogue.stock(site, range(begin, end)))
        if end == MANY:
            asyncio.run(catalogue.sell(site, ORDERS, MANY))
        as_superuser(site, "vacuum analyze")
        calls = {each.name: _data_call(site, each) for each in _lists(site)} | {
            "page of all, narrowed": _page_call(site)
        }
        for name, call in calls.items():
            call()
            found.setdefault(end, {})[name] = cost(site, call, _TIMES, _ASKED)
    yield from _lists_measured(found)
    with reference(site) as address:
        yield from _summaries(site, address)
        yield from _orders(site, address)
    yield from product_import.measured(site)
    yield from orders_beside_import.measured(site)
    yield from _weights(site)


def _make_pages(site: Site) -> None:
    """A page with a product list, and one with the parts of the shop that a visitor's browser wakes."""
    for url, refs in ((_PAGE, ("ecom.category",)), (f"{_PAGE}-parts", _PARTS)):
        site.create_page(url, "Shop")
        state = site.render(url)
        actions: list[dict[str, Any]] = []
        for ref in refs:
            actions += add_plugin(own_column(state), ref, {}, 100)
        site.save(state["page"], state["version"], actions)


def _lists(site: Site) -> Iterator[Listed]:
    brands = [each["id"] for each in site.client.get("/ecom/brands").json()["results"]][:3]
    ids = {each["name"]: each["id"] for each in _categories(site)}
    narrowed: dict[str, str | int] = {
        "shop-brands": ",".join(brands),
        "shop-options": "Size:M;Colour:Red",
        "shop-most": 150,
    }
    yield Listed("of all", ids[catalogue.ALL], {})
    yield Listed("of all, three filters", ids[catalogue.ALL], narrowed)
    yield Listed("of all, cheapest, page 5", ids[catalogue.ALL], {"shop-sort": "cheapest", "shop-page": 5})
    yield Listed("of a hundredth", ids[catalogue.FIRST], {})
    yield Listed("of a hundredth, three filters", ids[catalogue.FIRST], narrowed)


def _categories(site: Site) -> list[dict[str, Any]]:
    found = site.client.get("/ecom/categories").json()
    return list(found["results"] if isinstance(found, dict) else found)


def _data_call(site: Site, listed: Listed) -> Callable[[], httpx.Response]:
    plugin = {"id": "p", "ref": "ecom.category", "fields": {"category": listed.category}}
    question = {"page": {"id": "1", "url": _PAGE}, "query": listed.query, "plugins": [plugin]}
    visitor = httpx.Client(base_url=site.stack.urls["ecom"], timeout=60)
    return partial(visitor.post, "/ecom/plugin-data", json=question)


def _page_call(site: Site) -> Callable[[], httpx.Response]:
    """The whole page, rendered anew each time."""
    visitor = httpx.Client(base_url=site.stack.urls["web"], timeout=60)

    def call() -> httpx.Response:
        clear_cache(site)
        return visitor.get(_PAGE, params={"shop-options": "Size:M;Colour:Red", "shop-stock": "in", "shop-most": 150})

    return call


def _lists_measured(found: dict[int, dict[str, Cost]]) -> Iterator[Measure]:
    for name, many in found[MANY].items():
        few = found[FEW][name]
        note = f"clock {few.clock:.1f}, {many.clock:.1f} ms; processor {few.processor:.1f}, {many.processor:.1f} ms"
        # A list of one category is a hundredth of either shop: its time is that of its own products.
        yield Measure(f"product list {name}: clock at {MANY:,}", many.clock, "ms", _LISTED, note=note)
        ratio = many.processor / max(few.processor, 0.05)
        yield Measure(f"… processor time beside {FEW}", ratio, TIMES)


def _summaries(site: Site, address: str) -> Iterator[Measure]:
    """Baskets of three rows with an address, priced: products, prices, tax rates and shipping matrices are asked for."""
    posts = load.Posts(body=json.dumps(_basket(site)), headers={})
    url = f"{site.stack.base_url}/ecom/baskets/summary"
    yield from beside(
        "basket summary of three rows",
        ours=lambda: load.run(url, node=site.node, seconds=3, posts=posts),
        bare=lambda: load.run(f"{address}/auth/row", node=site.node, seconds=3),
        target=0.2,
    )


def _basket(site: Site, *, numbers: tuple[int, ...] = (1, 2, 4)) -> dict[str, Any]:
    ids = [_first_product(site, number) for number in numbers]
    rows = [{"productId": id, "quantity": 2, "options": {"Colour": "Red"}} for id in ids]
    return {"rows": rows, "address": _ADDRESS}


def _first_product(site: Site, number: int) -> str:
    return str(as_superuser(site, f"SELECT id FROM ecom.products WHERE sku = '{_sku(number)}'"))  # noqa: S608  # own words


def _sku(number: int) -> str:
    """Of a product of which there is enough."""
    return f"B{number}-1"


def _orders(site: Site, address: str) -> Iterator[Measure]:
    """Many people at once who order one product, and then another, of which there are fewer than they want."""
    order = _order(site, 1)
    # The first begins the window that the others are counted in.
    _ordered(site, order, 1, connections=1)
    as_superuser(site, _NO_LIMIT)
    figures = [(_bare(site, address), _ordered(site, order, PIECES)) for _ in range(3)]
    rates = sorted(ours.rate / bare.rate for bare, ours in figures)
    yield Measure(
        "orders of one product", sorted(ours.rate for _, ours in figures)[1], "/s", note=f"{_AT_ONCE} at once"
    )
    yield Measure("… beside FastAPI and SQLAlchemy that write a row with its log", rates[1], TIMES, 0.05, "more")
    scarce = _order(site, 2)
    of_product = f"WHERE id = '{scarce['rows'][0]['productId']}'"
    as_superuser(site, f"UPDATE ecom.products SET stock = {PIECES} {of_product}")  # noqa: S608  # own words
    rush = _ordered(site, scarce, PIECES * 2)
    left = as_superuser(site, f"SELECT stock FROM ecom.products {of_product}")  # noqa: S608  # as above
    rows = f"SELECT count(*) FROM ecom.order_rows WHERE sku = '{_sku(2)}'"  # noqa: S608  # as above
    sold = int(str(as_superuser(site, rows)))
    yield Measure(f"orders taken of {PIECES} pieces", sold, "", PIECES, note=f"{left} left, {rush.errors} refused")
    if (sold, left) != (PIECES, 0):
        raise RuntimeError(f"{sold} orders of {PIECES} pieces, and {left} left")


def _order(site: Site, number: int) -> dict[str, Any]:
    """An order of one piece."""
    basket = _basket(site, numbers=(number,))
    basket["rows"][0]["quantity"] = 1
    summary = httpx.post(f"{site.stack.base_url}/ecom/baskets/summary", json=basket).raise_for_status().json()
    return {
        "rows": basket["rows"],
        "summaryDigest": summary["digest"],
        "gateway": "invoice",
        "email": "ann@bench.example",
        "name": "Ann",
        "billingName": "Ann",
        "billingAddress1": "1 Mill Lane",
        "billingPostcode": _ADDRESS["postcode"],
        "billingCountryCode": "GB",
    }


def _ordered(site: Site, order: dict[str, Any], requests: int, connections: int = _AT_ONCE) -> load.Figures:
    posts = load.Posts(body=json.dumps(order), headers={"Idempotency-Key": "bench-NUMBER"})
    url = f"{site.stack.base_url}/ecom/orders"
    return load.run(url, node=site.node, connections=connections, posts=posts, requests=requests)


def _bare(site: Site, address: str) -> load.Figures:
    posts = load.Posts(body=json.dumps({"name": "Person NUMBER"}), headers={})
    return load.run(f"{address}/auth/rows-with-log", node=site.node, connections=_AT_ONCE, posts=posts, requests=2_000)


def _weights(site: Site) -> Iterator[Measure]:
    """The scripts of a page with a product, a basket and a checkout: at once, and with all of its parts awake."""
    with httpx.Client(base_url=site.stack.urls["web"], timeout=30) as visitor:
        at_once = weight.scripts_of(visitor, f"{_PAGE}-parts")
    yield Measure("page of the shop: JavaScript until a part is seen", at_once, "KB", 8)
    awake = at_once + weight.islands_of(_PARTS)
    later = weight.islands_of(_PARTS, weight.LATER) - weight.islands_of(_PARTS)
    note = f"at most {later:.0f} KB more as an order is typed, placed and paid"
    yield Measure("page of the shop: JavaScript with product, basket and checkout", awake, "KB", 85, note=note)

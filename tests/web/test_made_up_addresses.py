"""Addresses of which visitors can make up any number: no page is kept for each, or they would push out all others."""

from __future__ import annotations

import time
from collections.abc import Iterable

import httpx
import pytest

from tests.stack import Stack
from tests.web.plugin_pages import page_with
from tests.web.seen import SEEN_WITHIN
from tests.web.test_cache import pages_kept

pytestmark = pytest.mark.xdist_group("site of the web host")

MANY = 20


@pytest.fixture(scope="module")
def products(stack: Stack, owner_cookies: httpx.Cookies) -> list[str]:
    """The ids of three products."""
    origin = {"Origin": stack.base_url}
    with httpx.Client(base_url=stack.base_url, headers=origin, cookies=owner_cookies, timeout=30) as owner:
        groups = [
            {"name": name, "code": name, "isPublished": True, "products": [{"sku": name, "prices": [{"amount": 1000}]}]}
            for name in ("anchor", "buoy", "cleat")
        ]
        answers = [owner.post("/ecom/product-groups", json=group).raise_for_status() for group in groups]
    return [str(answer.json()["id"]) for answer in answers]


def is_kept(host: httpx.Client, url: str) -> bool:
    """Whether the host comes to keep the page, as it does once changes made before are announced."""
    end = time.monotonic() + SEEN_WITHIN
    while (answer := host.get(url)).headers["server-timing"] != "cache;desc=hit":
        assert answer.status_code == 200, answer.text
        if answer.headers["cache-control"] == "private, no-store" or time.monotonic() > end:
            return False
    return True


def kept_more(host: httpx.Client, urls: Iterable[str]) -> int:
    """How many more pages are kept once these were asked for."""
    before = pages_kept(host)
    for url in urls:
        assert host.get(url).status_code == 200
    return pages_kept(host) - before


class TestAProductList:
    @pytest.fixture(scope="class")
    @classmethod
    def url(cls, stack: Stack, owner_cookies: httpx.Cookies, products: list[str]) -> str:
        assert products
        return page_with(stack, owner_cookies, "ecom.category", {"count": 2})[0]

    def test_is_kept_by_its_parts_and_orders(self, host: httpx.Client, url: str) -> None:
        for search in ("", "?shop-page=2", "?shop-sort=cheapest", "?shop-page=2&shop-stock=in"):
            assert is_kept(host, url + search), search

    @pytest.mark.parametrize("parameter", ["shop-least", "shop-most", "shop-brands", "shop-options"])
    def test_is_not_kept_as_it_is_narrowed(self, host: httpx.Client, url: str, parameter: str) -> None:
        assert is_kept(host, url)
        assert kept_more(host, [f"{url}?{parameter}={number}" for number in range(MANY)]) <= 1

    def test_has_no_part_past_its_end(self, host: httpx.Client, url: str) -> None:
        for number in (3, 9999):
            answer = host.get(f"{url}?shop-page={number}")
            assert (answer.status_code, "There are no more products." in answer.text) == (404, True)


class TestAProduct:
    def test_is_kept_by_its_names_alone(
        self, host: httpx.Client, stack: Stack, owner_cookies: httpx.Cookies, products: list[str]
    ) -> None:
        url, _ = page_with(stack, owner_cookies, "ecom.product")
        for name in ("anchor", products[0]):
            assert is_kept(host, f"{url}?product={name}"), name
        assert not is_kept(host, f"{url}?product={products[0].upper()}")

    def test_that_an_editor_has_chosen_is_kept_by_no_name(
        self, host: httpx.Client, stack: Stack, owner_cookies: httpx.Cookies, products: list[str]
    ) -> None:
        url, _ = page_with(stack, owner_cookies, "ecom.product", {"product": products[0]})
        assert is_kept(host, url)
        assert kept_more(host, [f"{url}?product={number}" for number in range(MANY)]) <= 1


def test_a_form_that_was_sent_is_not_kept(host: httpx.Client, stack: Stack, owner_cookies: httpx.Cookies) -> None:
    url, _ = page_with(stack, owner_cookies, "cms.newsletter")
    assert is_kept(host, url)
    assert kept_more(host, [f"{url}?sent={number}" for number in range(1, MANY)]) <= 1

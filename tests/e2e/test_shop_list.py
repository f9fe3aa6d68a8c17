"""A list of products in a browser: sorted, narrowed and paged in place, by addresses that can be shared and gone back to."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.shopping import post
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

MIDDLE = {"shop-least": "20", "shop-most": "40"}


@pytest.fixture
def address(owner_client: httpx.Client) -> str:
    """A page with a list of five products, three at a time, and below it what shows the basket."""
    category = post(owner_client, "/ecom/categories", {"name": "Workshop"})
    alder, birch = (post(owner_client, "/ecom/brands", {"name": name})["id"] for name in ("Alder", "Birch"))
    sold_out = {"tracksStock": True, "stock": 0}
    things: list[tuple[str, str, str, int, dict[str, Any]]] = [
        ("Apron", alder, "S", 1000, {}),
        ("Bowl", birch, "S", 2000, {}),
        ("Chair", alder, "L", 3000, {}),
        ("Drawer", birch, "L", 4000, sold_out),
        ("Easel", alder, "S", 5000, {}),
    ]
    for name, brand, size, amount, more in things:
        product = {"sku": f"workshop-{name}", "optionValues": {"Size": size}, "prices": [{"amount": amount}], **more}
        group = {
            "name": name,
            "isPublished": True,
            "brandId": brand,
            "categoryIds": [category["id"]],
            "options": [{"name": "Size", "values": [size]}],
            "products": [product],
        }
        post(owner_client, "/ecom/product-groups", group)
    url: str = create_page(owner_client, "Workshop")["url"]
    state = render(owner_client, url)
    actions = [
        *add_plugin(own_column(state), "ecom.category", {"category": category["id"], "count": 3}, 0),
        *add_plugin(own_column(state), "ecom.basketDisplay", {}, 1),
    ]
    answer = put_actions(owner_client, state, actions)
    assert answer.is_success, answer.text
    return url


def test_it_is_sorted_narrowed_and_paged_in_place(visitor_page: Page, new_context: OpenContext, address: str) -> None:
    page = visitor_page
    has_basket_of_two(page)
    page.goto(address)
    page.evaluate("window.stillTheSame = true")
    choose(page, "Sort by", "Name")
    shows(page, "Apron", "Bowl", "Chair")
    page.get_by_role("link", name="Next").click()
    shows(page, "Drawer", "Easel")
    expect(page.get_by_text("5 products, page 2 of 2")).to_be_visible()
    choose(page, "Sort by", "Price, highest first")
    shows(page, "Easel", "Drawer", "Chair")
    choose(page, "Brand", "Birch")
    shows(page, "Drawer", "Bowl")
    choose(page, "Availability", "In stock")
    shows(page, "Bowl")
    choose(page, "Brand", "Birch")
    shows(page, "Easel", "Chair", "Bowl")
    page.get_by_label("From", exact=True).fill(MIDDLE["shop-least"])
    page.get_by_label("To", exact=True).fill(MIDDLE["shop-most"])
    page.get_by_role("button", name="Apply").click()
    shows(page, "Chair", "Bowl")
    choose(page, "Size", "L")
    shows(page, "Chair")
    expect(page.locator(".pw-basket-count")).to_have_text("2")

    said = {"shop-sort": "dearest", "shop-stock": "in", "shop-options": "Size:L", **MIDDLE}
    assert dict(httpx.URL(page.url).params) == said
    other = new_context().new_page()
    other.goto(page.url)
    shows(other, "Chair")
    expect(other.get_by_label("From", exact=True)).to_have_value(MIDDLE["shop-least"])
    expect(other.get_by_role("group", name="Size").get_by_role("link", name="L")).to_have_attribute(
        "aria-current", "true"
    )

    for names in (
        ("Chair", "Bowl"),
        ("Easel", "Chair", "Bowl"),
        ("Bowl",),
        ("Drawer", "Bowl"),
        ("Easel", "Drawer", "Chair"),
        ("Drawer", "Easel"),
    ):
        page.go_back()
        shows(page, *names)
    expect(page.get_by_text("5 products, page 2 of 2")).to_be_visible()
    expect(page.locator(".pw-basket-count")).to_have_text("2")
    assert page.evaluate("window.stillTheSame"), "it was loaded anew"


def has_basket_of_two(page: Page) -> None:
    """A visitor has put two of something into the basket before."""
    rows = json.dumps([{"productId": "0199a1b2-0000-7000-8000-000000000001", "quantity": 2}])
    page.add_init_script(f"localStorage.setItem('pagewright-basket', {json.dumps(rows)})")


def choose(page: Page, facet: str, label: str) -> None:
    """Follow a link of the filters, which are opened where they are not."""
    links = page.get_by_role("group", name=facet)
    if not links.is_visible():
        page.get_by_text("Filter and sort").click()
    links.get_by_role("link", name=re.compile(f"^{label}( \\d+)?$")).click()


def shows(page: Page, *names: str) -> None:
    """Just these products are listed, in this order."""
    expect(page.locator(".pw-shop-name")).to_have_text(names)

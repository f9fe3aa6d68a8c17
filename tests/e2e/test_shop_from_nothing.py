"""A shop whose pages are made at the press of a button, and where somebody buys then: on a copy that has no page of one."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults
from tests.e2e.mailing import owner_of
from tests.e2e.shopping import configure, fill_in, order_of, post
from tests.stack import Stack, running_stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running_stack() as started:
        set_up_site(started)
        yield started


@pytest.fixture(scope="module")
def owner(stack: Stack) -> Iterator[httpx.Client]:
    with owner_of(stack) as client:
        yield client


def stock_up(owner: httpx.Client) -> None:
    """One thing to buy, which is delivered for £4.80 and paid by invoice."""
    configure(owner, invoiceInstructions="Pay within 14 days.")
    products = [{"sku": "basket", "prices": [{"amount": 1999}]}]
    post(owner, "/ecom/product-groups", {"name": "Log basket", "isPublished": True, "products": products})
    rows = [{"variable": "always", "consequenceType": "set_shipping", "consequence": 480}]
    post(owner, "/ecom/shipping-matrices", {"name": "Post", "currency": "GBP", "rows": rows})


def make_pages(page: Page) -> None:
    """Press the button, take it back, and press it anew."""
    page.goto("/cms-ecom")
    button = page.get_by_role("button", name="Create the shop\u2019s pages")
    for name, shown in (("Undo", "No page has a checkout"), ("Show pages", "/order-placed")):
        button.click()
        then = page.get_by_role("button", name=name)
        # Its time does not run out while the pointer is on it.
        then.hover()
        expect(
            page.get_by_text("5 pages created: Order placed, Checkout, Basket, Product and Shop. In the menu: ")
        ).to_be_visible()
        expect(button).to_be_hidden()
        then.click()
        expect(page.get_by_text(shown)).to_be_visible()


def test_a_visitor_buys_on_the_pages_that_were_made(
    new_context: OpenContext, stack: Stack, owner: httpx.Client
) -> None:
    stock_up(owner)
    keeper = new_context().new_page()
    keeper.goto(f"{stack.base_url}/cms-login")
    keeper.get_by_label("Email").first.fill(OWNER_EMAIL)
    keeper.get_by_label("Password").first.fill(OWNER_PASSWORD)
    keeper.keyboard.press("Enter")
    keeper.wait_for_url(f"{stack.base_url}/")
    make_pages(keeper)

    page = new_context().new_page()
    page.goto(stack.base_url)
    page.get_by_role("navigation").get_by_role("link", name="Shop").first.click()
    expect(page.get_by_role("heading", name="Shop", level=1)).to_be_visible()
    assert not faults(page)
    page.get_by_role("link", name="Log basket").first.click()
    expect(page.get_by_role("heading", name="Log basket", level=1)).to_be_visible()
    expect(page.locator(".pw-product-buy:not([data-waiting])")).to_be_visible()
    page.get_by_role("button", name="Add to basket").click()
    page.get_by_role("link", name="View basket").click()
    page.get_by_role("link", name="To the checkout").click()
    expect(page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    fill_in(page, "zoe@example.org")
    page.get_by_label("Invoice").check()
    page.get_by_role("button", name="Place order").click()
    page.wait_for_url("**/order-placed")
    expect(page.get_by_role("heading", name="Thank you for your order")).to_be_visible()
    number = page.get_by_text(order_of(owner, "zoe@example.org")["reference"])
    expect(number).to_be_visible()
    for width in range(320, 440, 10):
        page.set_viewport_size({"width": width, "height": 844})
        assert number.evaluate("element => element.getClientRects().length") == 1, f"it is broken at {width}"
    assert not faults(page)

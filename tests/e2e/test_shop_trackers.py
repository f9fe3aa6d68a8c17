"""What trackers are told of the shop: after consent, each order once, and nothing of who placed it."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.connected import GROUP, owner, stack
from tests.e2e.mailing import untracked
from tests.e2e.shopping import fill_in, order_of, post, put_into_basket
from tests.e2e.waiting import until
from tests.fakes.analytics import HOST, SNIPPET, Analytics

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)


@pytest.fixture(scope="module")
def shop(owner: httpx.Client, shop: dict[str, str]) -> Iterator[dict[str, str]]:
    """The addresses of its pages, while Google Analytics counts who comes."""
    tracker = {"name": "Visits", "category": "statistics", "snippet": SNIPPET, "hosts": [HOST]}
    with untracked(owner):
        post(owner, "/cms/trackers", tracker)
        yield shop


def open_product(page: Page, shop: dict[str, str], choice: str) -> None:
    """Open the product's page, once it asks for consent, and decide."""
    page.goto(shop["product"])
    until(page, lambda: page.reload() is not None and page.locator("script[data-trackers]").count() == 1)
    page.get_by_role("region", name="Your privacy").get_by_role("button", name=choice).click()


def test_an_order_is_followed_from_the_product_to_the_thanks(
    new_context: OpenContext, shop: dict[str, str], owner: httpx.Client
) -> None:
    page, analytics = new_context().new_page(), Analytics()
    analytics.serve(page)
    open_product(page, shop, "Accept all")
    until(page, lambda: analytics.names == ["view_item"])
    put_into_basket(page, shop, "L")
    until(page, lambda: analytics.names == ["view_item", "view_item", "add_to_cart"])
    added = analytics.events[-1]
    assert (added["tid"], added["cu"], added["epn.value"]) == ("G-TEST", "GBP", "29.99")
    assert added["pr1"] == "idbasket-l~nmLog basket~vaL~pr29.99~qt1"

    page.goto(shop["basket"])
    until(page, lambda: analytics.names[3:] == ["view_cart"])
    page.get_by_role("link", name="To the checkout").click()
    fill_in(page, "counted@example.org")
    until(page, lambda: analytics.names[4:] == ["begin_checkout"])
    page.get_by_label("Invoice").check()
    page.get_by_role("button", name="Place order").click()
    page.wait_for_url(f"**{shop['done']}")
    until(page, lambda: analytics.names[5:] == ["purchase"])
    reference = order_of(owner, "counted@example.org")["reference"]
    bought = analytics.events[-1]
    assert (bought["ep.transaction_id"], bought["cu"], bought["epn.value"]) == (reference, "GBP", "29.99")
    assert (bought["epn.shipping"], bought["pr1"]) == ("4.8", added["pr1"])

    loaded = analytics.loaded
    page.reload()
    expect(page.locator(".pw-basket-total")).to_be_visible()
    until(page, lambda: analytics.loaded == loaded + 1)
    page.goto(shop["product"])
    until(page, lambda: analytics.names[6:] == ["view_item"])
    sent = " ".join(value for event in analytics.events for value in event.values())
    for personal in ("counted@example.org", "Ångström", "Mill Lane", "NR1", "/ecom/receipts"):
        assert personal not in sent


def test_nothing_is_sent_where_somebody_refuses(new_context: OpenContext, shop: dict[str, str]) -> None:
    page, analytics = new_context().new_page(), Analytics()
    analytics.serve(page)
    open_product(page, shop, "Reject all")
    put_into_basket(page, shop, "S")
    page.goto(shop["basket"])
    expect(page.get_by_role("link", name="To the checkout")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert (analytics.loaded, analytics.events) == (0, [])


def test_a_tracker_that_fails_is_silent(new_context: OpenContext, shop: dict[str, str]) -> None:
    page, analytics = new_context().new_page(), Analytics(is_broken=True)
    analytics.serve(page)
    faults: list[str] = []
    open_product(page, shop, "Accept all")
    until(page, lambda: analytics.loaded == 1)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    put_into_basket(page, shop, "S")
    until(page, lambda: analytics.loaded == 2)
    page.get_by_role("button", name="Add to basket").click()
    page.goto(shop["basket"])
    expect(page.get_by_role("link", name="To the checkout")).to_be_visible()
    until(page, lambda: analytics.loaded == 3)
    assert (faults, analytics.events) == ([], [])

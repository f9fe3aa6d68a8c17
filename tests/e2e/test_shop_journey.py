"""A shirt of somebody else's shop, from the file that it came in with to the part refund: one journey through the screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e import waiting
from tests.e2e.accessibility import faults
from tests.e2e.connected import GROUP, Connected, owner, server, stack
from tests.e2e.shopping import STRIPE_JS, arrived, fill_in, order_of, page_with
from tests.fakes import stripe
from tests.fakes.stripe import Stripe
from tests.mail_server import MailServer
from tests.real_pages import SAMPLE_DATA
from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD

__all__ = ["owner", "server", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

BUYER = "journey@example.org"


@pytest.fixture
def keeper(new_context: OpenContext, stack: Stack) -> Page:
    """The tab of the shopkeeper, who is logged in."""
    page = new_context().new_page()
    page.goto("/cms-login")
    page.get_by_label("Email").first.fill(OWNER_EMAIL)
    page.get_by_label("Password").first.fill(OWNER_PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{stack.base_url}/")
    return page


def bring(page: Page, kind: str, name: str, rows: int) -> None:
    """Import a file through the screen."""
    page.goto("/cms-ecom/import")
    page.get_by_label(f"File to import: {kind}").set_input_files(SAMPLE_DATA / name)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name=f"Import {rows} rows").click()
    expect(page.get_by_text(f"Imported: {rows} new and 0 changed rows.")).to_be_visible()


def pages_of(owner: httpx.Client) -> dict[str, str]:
    """The pages of a shop around what was imported; the list leads to the product's page by itself."""
    categories = owner.get("/ecom/categories", params={"limit": 100}).json()["results"]
    [shirts] = [each["id"] for each in categories if each["name"] == "Tshirts"]
    done = page_with(owner, "Thank you", "ecom.checkoutSuccess")
    till = page_with(owner, "Checkout", "ecom.checkout", successPage=done)
    basket = page_with(owner, "Basket", "ecom.basketManagement", checkoutPage=till)
    page_with(owner, "Product", "ecom.product", basketPage=basket)
    return {"list": page_with(owner, "Shirts", "ecom.category", category=shirts), "basket": basket, "done": done}


def takes_cards(page: Page, provider: Stripe, tell: Any) -> None:
    """A buyer's page whose card is good. The provider's webhook comes before the browser hears of it."""

    def pay(client_secret: str) -> dict[str, Any]:
        intent = provider.pay(client_secret.split("_secret", maxsplit=1)[0])
        assert tell(*provider.event("payment_intent.succeeded", intent)).status_code == 204
        return {}

    page.expose_function("payByCard", pay)
    page.route("https://js.stripe.com/**", lambda route: route.fulfill(content_type="text/javascript", body=STRIPE_JS))


def buy(page: Page, pages: dict[str, str]) -> None:
    """Find the shirt, choose one, put two of it into the basket, ask for the delivery, and pay."""
    page.goto(pages["list"])
    page.get_by_role("link", name="T-Shirt", exact=True).click()
    page.wait_for_url("**?product=cc-tee")
    expect(page.locator(".pw-product-buy:not([data-waiting])")).to_be_visible()
    for option, value in (("Color", "Green"), ("Size", "Large")):
        page.locator(f"fieldset[data-option={option}]").get_by_role("radio", name=value, exact=True).check()
    expect(page.locator("[data-price]")).to_have_text("£25.00")
    page.get_by_label("Quantity").fill("2")
    page.get_by_role("button", name="Add to basket").click()
    page.get_by_role("link", name="View basket").click()
    expect(page.get_by_text("T-Shirt: Green, Large")).to_be_visible()
    page.get_by_text("What does delivery cost?").click()
    page.get_by_label("Postcode").fill("NR1 3JU")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("[data-delivery=charged]")).to_contain_text("£4.80")
    page.get_by_role("link", name="To the checkout").click()
    fill_in(page, BUYER)
    page.get_by_label("Card").check()
    page.get_by_role("button", name="Place order").click()
    expect(page.get_by_text(f"Card of {stripe.PUBLISHABLE_KEY}, en")).to_be_visible()
    page.get_by_role("button", name="Pay £54.80").click()
    page.wait_for_url(f"**{pages['done']}")


@pytest.fixture
def provider(connected: Connected) -> Stripe:
    return connected.outside.stripe


@pytest.fixture
def untaxed(owner: httpx.Client) -> Iterator[None]:
    """Leaves the shop without tax rates: others reckon without them."""
    yield
    for rate in owner.get("/ecom/tax-rates", params={"limit": 100}).raise_for_status().json()["results"]:
        owner.delete(f"/ecom/tax-rates/{rate['id']}").raise_for_status()


@pytest.mark.usefixtures("shop", "untaxed")
def test_a_shirt_from_the_file_is_sold_packed_and_refunded_in_part(
    keeper: Page, new_context: OpenContext, stack: Stack, owner: httpx.Client, provider: Stripe, server: MailServer
) -> None:
    before = provider.taken
    bring(keeper, "Products", "sample-products.csv", 22)
    bring(keeper, "Tax rates", "sample-tax-rates.csv", 5)
    pages = pages_of(owner)

    buyer = new_context().new_page()
    takes_cards(
        buyer,
        provider,
        lambda raw, headers: httpx.post(
            f"{stack.base_url}/ecom/webhooks/stripe", content=raw, headers=headers, timeout=30
        ),
    )
    buy(buyer, pages)
    order = owner.get(f"/ecom/orders/{order_of(owner, BUYER)['id']}").json()
    reference = order["reference"]
    expect(buyer.get_by_text(reference)).to_be_visible()
    assert (order["state"], order["paidAmount"], order["tax"], provider.taken - before) == ("paid", 5480, 913, 5480)

    receipt = arrived(server, BUYER)
    assert all(words in receipt for words in (reference, "T-Shirt", "Green, Large", "£54.80", "£9.13"))
    keeper.goto(f"/cms-admin/emails?q={BUYER}")
    keeper.get_by_role("link", name=re.compile(f"Your order {reference}")).click()
    letter = keeper.frame_locator("iframe")
    expect(letter.get_by_text("£54.80").first).to_be_visible()

    keeper.goto("/cms-ecom/orders")
    keeper.get_by_role("link", name=reference, exact=True).click()
    keeper.get_by_role("button", name="More", exact=True).click()
    with keeper.expect_popup() as opened:
        keeper.get_by_role("menuitem", name="Print packing slip").click()
    slip = opened.value
    expect(slip.get_by_role("heading", name="Packing slip")).to_be_visible()
    expect(slip.get_by_role("row", name=re.compile("T-Shirt"))).to_contain_text("Green, Large")
    expect(slip.get_by_role("row", name=re.compile("T-Shirt"))).to_contain_text("2")
    expect(slip.locator("body")).not_to_contain_text("£")
    slip.close()

    keeper.get_by_role("button", name="More", exact=True).click()
    keeper.get_by_role("menuitem", name="Refund…").click()
    dialog = keeper.get_by_role("dialog", name=f"Refund {reference}")
    dialog.get_by_label(re.compile("how many are refunded")).fill("1")
    expect(dialog.get_by_label("Amount", exact=True)).to_have_value("25.00")
    dialog.get_by_role("button", name="Refund £25.00").click()
    expect(keeper.get_by_text("The refund was started. The order shows it once it is done.")).to_be_visible()
    waiting.until(keeper, lambda: order_of(owner, BUYER)["refundedAmount"] == 2500)
    assert provider.taken - before == 2980
    keeper.reload()
    expect(keeper.get_by_text("1 refunded")).to_be_visible()
    expect(keeper.get_by_text("Partly refunded")).to_be_visible()
    assert faults(keeper) == []

    def subjects() -> set[str]:
        return {str(each["Subject"]) for each in server.messages if BUYER in str(each["To"])}

    waiting.until(keeper, lambda: any("refund" in subject.lower() for subject in subjects()))

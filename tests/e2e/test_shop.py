"""The shop from the product to the receipt, paid by invoice and by card, on a copy with a mail server and a Stripe."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser_fixtures import OpenContext
from tests.e2e import waiting
from tests.e2e.accessibility import faults
from tests.e2e.connected import GROUP, owner, server, stack
from tests.e2e.providers import provider
from tests.e2e.shopping import STRIPE_JS, arrived, fill_in, order_of, page_with, post, put_into_basket, tab_to
from tests.fakes import stripe
from tests.fakes.stripe import Stripe
from tests.mail_server import MailServer
from tests.stack import Stack

__all__ = ["owner", "provider", "server", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)


class TestByInvoice:
    def test_a_basket_becomes_an_order(
        self, new_context: OpenContext, shop: dict[str, str], owner: httpx.Client, server: MailServer
    ) -> None:
        context = new_context()
        page, other = context.new_page(), context.new_page()
        other.goto(shop["basket"])
        put_into_basket(page, shop, "L")
        expect(other.get_by_text("Log basket: L")).to_be_visible()
        other.get_by_text("What does delivery cost?").click()
        other.get_by_label("Postcode").fill("NR1 3JU")
        other.get_by_role("button", name="Show").click()
        expect(other.locator("[data-delivery=charged]")).to_contain_text("£4.80")

        page.goto(shop["basket"])
        page.get_by_role("link", name="To the checkout").click()
        fill_in(page, "zoe@example.org")
        page.get_by_label("Invoice").check()
        page.reload()
        expect(page.get_by_label("Street and number")).to_have_value("12 Mill Lane")
        expect(page.locator(".pw-basket-totals")).to_have_attribute("aria-busy", "false")
        assert not faults(page)
        page.get_by_role("button", name="Place order").dblclick()

        page.wait_for_url(f"**{shop['done']}")
        expect(page.get_by_role("heading", name="Thank you for your order")).to_be_focused()
        order = order_of(owner, "zoe@example.org")
        expect(page.get_by_text(order["reference"])).to_be_visible()
        expect(page.get_by_text("Pay within 14 days")).to_be_visible()
        expect(page.get_by_text("By invoice, not paid yet")).to_be_visible()
        expect(page.locator(".pw-basket-total")).to_contain_text("£34.79")
        assert page.evaluate("sessionStorage.getItem('pagewright-till-typed')") is None, "what was typed is forgotten"
        assert not faults(page)
        assert (order["totalInclTax"], order["state"], order["gateway"]) == (3479, "awaiting_payment", "invoice")
        text = arrived(server, "zoe@example.org")
        assert order["reference"] in text
        assert "/ecom/receipts/" in text
        expect(page.get_by_role("link", name="Invoice to print and keep")).to_have_attribute(
            "href", re.compile("^/ecom/receipts/")
        )
        other.reload()
        expect(other.get_by_text("Your basket is empty.")).to_be_visible()

    def test_a_phone_s_keyboard_alone_gets_from_the_product_to_the_thanks(
        self, new_context: OpenContext, shop: dict[str, str], owner: httpx.Client
    ) -> None:
        page = new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
        page.goto(shop["product"])
        expect(page.locator(".pw-product-buy:not([data-waiting])")).to_be_visible()
        tab_to(page, page.get_by_label("S", exact=True))
        page.keyboard.press("ArrowRight")
        expect(page.get_by_label("L", exact=True)).to_be_checked()
        tab_to(page, page.get_by_role("button", name="Add to basket"))
        page.keyboard.press("Enter")
        expect(page.get_by_text("In your basket: 1")).to_be_visible()
        tab_to(page, page.get_by_role("link", name="View basket"))
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{shop['basket']}")
        expect(page.get_by_text("Log basket: L")).to_be_visible()
        tab_to(page, page.get_by_role("link", name="To the checkout"))
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{shop['till']}")
        expect(page.get_by_label("Email address")).to_be_visible()

        # Sent too early, it says what is missing where the keyboard is led to.
        tab_to(page, page.get_by_role("button", name="Place order"))
        page.keyboard.press("Enter")
        expect(page.get_by_label("Email address")).to_be_focused()
        page.keyboard.type("keys@example.org")
        for label, typed in (
            ("Name", "Zoë Ångström"),
            ("Street and number", "12 Mill Lane"),
            ("Postcode", "NR1 3JU"),
            ("Town", "Norwich"),
        ):
            tab_to(page, page.get_by_label(label, exact=True))
            page.keyboard.type(typed)
        expect(page.locator("[data-delivery=charged]")).to_contain_text("£4.80")
        expect(page.locator(".pw-basket-totals")).to_have_attribute("aria-busy", "false")
        ways = page.get_by_role("group", name="How would you like to pay?").get_by_role("radio")
        tab_to(page, ways)
        while not page.get_by_label("Invoice").is_checked():
            page.keyboard.press("ArrowDown")
        tab_to(page, page.get_by_role("button", name="Place order"))
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{shop['done']}")
        expect(page.get_by_role("heading", name="Thank you for your order")).to_be_focused()
        assert order_of(owner, "keys@example.org")["gateway"] == "invoice"

    def test_an_order_whose_answer_gets_lost_is_placed_once(
        self, new_context: OpenContext, shop: dict[str, str], owner: httpx.Client
    ) -> None:
        page = new_context().new_page()
        put_into_basket(page, shop, "S")
        page.goto(shop["till"])
        fill_in(page, "lost@example.org")
        page.get_by_label("Invoice").check()

        lost: list[Any] = []

        def lose_the_first(route: Any) -> None:
            if lost:
                route.continue_()
                return
            lost.append(route.fetch())
            route.abort("connectionreset")

        waiting.intercept(page, "**/ecom/orders", lose_the_first)
        page.get_by_role("button", name="Place order").click()
        expect(page.get_by_role("alert")).to_contain_text("Press again: it will be placed only once")
        page.reload()
        page.wait_for_url(f"**{shop['done']}")
        expect(page.get_by_text(order_of(owner, "lost@example.org")["reference"])).to_be_visible()


class TestByCard:
    def test_the_order_is_paid_when_stripe_says_so(
        self, new_context: OpenContext, stack: Stack, shop: dict[str, str], owner: httpx.Client, provider: Stripe
    ) -> None:
        before = provider.taken
        page = new_context().new_page()
        asked: list[str] = []
        tells: list[int] = []

        def pay(client_secret: str) -> dict[str, Any]:
            intent = provider.pay(client_secret.split("_secret", maxsplit=1)[0])
            raw, headers = provider.event("payment_intent.succeeded", intent)
            tells.append(
                httpx.post(
                    f"{stack.base_url}/ecom/webhooks/stripe", content=raw, headers=headers, timeout=30
                ).status_code
            )
            return {}

        page.expose_function("payByCard", pay)
        page.route(
            "https://js.stripe.com/**", lambda route: route.fulfill(content_type="text/javascript", body=STRIPE_JS)
        )
        page.on("request", lambda request: asked.append(request.url))
        put_into_basket(page, shop, "S")
        page.goto(shop["basket"])
        page.get_by_role("link", name="To the checkout").click()
        fill_in(page, "card@example.org")
        assert not any("stripe" in url for url in asked), "nobody has chosen a card"
        page.get_by_label("Card").check()
        page.get_by_role("button", name="Place order").click()
        expect(page.get_by_text(f"Card of {stripe.PUBLISHABLE_KEY}, en")).to_be_visible()
        page.reload()
        expect(page.get_by_text(f"Card of {stripe.PUBLISHABLE_KEY}, en")).to_be_visible()
        page.get_by_role("button", name="Pay £24.79").click()
        page.wait_for_url(f"**{shop['done']}")
        order = order_of(owner, "card@example.org")
        expect(page.get_by_text(order["reference"])).to_be_visible()
        assert tells == [204]
        assert (order["state"], order["paymentState"], order["paidAmount"]) == ("paid", "paid", 2479)
        assert provider.taken == before + 2479

    def test_who_turns_back_can_order_the_last_one_anew(
        self, new_context: OpenContext, shop: dict[str, str], owner: httpx.Client, provider: Stripe
    ) -> None:
        before = {*provider.intents}
        last = {"sku": "last-one", "prices": [{"amount": 1000}], "tracksStock": True, "stock": 1}
        group = post(owner, "/ecom/product-groups", {"name": "Last one", "isPublished": True, "products": [last]})
        product = page_with(owner, "Last one", "ecom.product", product=group["id"], basketPage=shop["basket"])
        page = new_context().new_page()
        page.route(
            "https://js.stripe.com/**", lambda route: route.fulfill(content_type="text/javascript", body=STRIPE_JS)
        )
        page.goto(product)
        page.get_by_role("button", name="Add to basket").click()
        waiting.until(page, lambda: page.evaluate("localStorage.getItem('pagewright-basket') !== null"))
        page.goto(shop["till"])
        fill_in(page, "back@example.org")
        page.get_by_label("Card").check()
        paying = page.get_by_text(f"Card of {stripe.PUBLISHABLE_KEY}, en")
        page.get_by_role("button", name="Place order").click()
        expect(paying).to_be_visible()
        page.get_by_role("button", name="Back to the basket").click()
        expect(page.get_by_label("Street and number")).to_have_value("12 Mill Lane")
        assert order_of(owner, "back@example.org")["state"] == "cancelled"
        expect(page.locator(".pw-basket-totals")).to_have_attribute("aria-busy", "false")
        page.get_by_role("button", name="Place order").click()
        expect(paying).to_be_visible()
        orders = [each for each in owner.get("/ecom/orders").json()["results"] if each["email"] == "back@example.org"]
        assert sorted(each["state"] for each in orders) == ["awaiting_payment", "cancelled"]
        expired = [
            each for each in provider.intents.values() if each["id"] not in before and each["status"] == "canceled"
        ]
        assert [each["amount"] for each in expired] == [1480]

    def test_only_the_till_lets_stripe_in(self, new_context: OpenContext, shop: dict[str, str]) -> None:
        page = new_context().new_page()
        answers = {name: page.goto(shop[name]) for name in ("till", "done")}
        policies = {name: answer.headers["content-security-policy"] for name, answer in answers.items() if answer}
        assert "js.stripe.com" in policies["till"]
        assert "paypal" not in policies["till"], "the shop has no keys of PayPal's"
        assert "stripe" not in policies["done"]

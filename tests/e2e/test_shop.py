"""The shop from the product to the receipt, paid by invoice and by card, on a copy with a mail server and a Stripe."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from itertools import chain
from typing import Any

import httpx
import pytest
from playwright.sync_api import Response, expect

from tests.browser_fixtures import OpenContext
from tests.e2e import waiting
from tests.e2e.accessibility import faults
from tests.e2e.connected import GROUP, Connected, owner, server, stack
from tests.e2e.shopping import STRIPE_JS, arrived, fill_in, order_of, page_with, post, put_into_basket, tab_to
from tests.fakes import stripe
from tests.fakes.stripe import Stripe
from tests.mail_server import MailServer
from tests.stack import Stack
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render
from tests.whole.test_pictures_on_pages import soon

__all__ = ["owner", "server", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

MOST_SCRIPT = 85 * 1024
"""Bytes of script, gzipped, of a page of the shop whose parts are all awake."""


@pytest.fixture
def provider(connected: Connected) -> Stripe:
    return connected.outside.stripe


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


def test_a_page_that_is_kept_says_it_when_the_last_one_is_sold(
    stack: Stack, shop: dict[str, str], owner: httpx.Client
) -> None:
    last = {"sku": "one-of-a-kind", "prices": [{"amount": 1000}], "tracksStock": True, "stock": 1}
    group = post(owner, "/ecom/product-groups", {"name": "One of a kind", "isPublished": True, "products": [last]})
    url = page_with(owner, "One of a kind", "ecom.product", product=group["id"], basketPage=shop["basket"])
    with httpx.Client(base_url=stack.base_url, timeout=30) as visitor:

        def availability() -> set[str]:
            return {*re.findall(r"schema\.org/(InStock|OutOfStock|LimitedAvailability)", visitor.get(url).text)}

        soon(lambda: availability() == {"LimitedAvailability"})
        product = owner.get(f"/ecom/product-groups/{group['id']}").json()["products"][0]
        address = {"country": "GB", "postcode": "NR1 3JU", "town": "Norwich"}
        basket = {"rows": [{"productId": product["id"], "quantity": 1}], "address": address}
        summary = visitor.post("/ecom/baskets/summary", json=basket).json()
        order = {
            "rows": basket["rows"],
            "summaryDigest": summary["digest"],
            "gateway": "invoice",
            "email": "last@example.org",
            "name": "Zoë Ångström",
            "billingName": "Zoë Ångström",
            "billingAddress1": "12 Mill Lane",
            "billingTown": "Norwich",
            "billingPostcode": "NR1 3JU",
            "billingCountryCode": "GB",
        }
        placed = visitor.post("/ecom/orders", json=order, headers={"Idempotency-Key": "one-of-a-kind"})
        assert placed.status_code == 201, placed.text
        soon(lambda: availability() == {"OutOfStock"})


def test_a_page_that_is_kept_says_what_a_product_costs_now(
    stack: Stack, shop: dict[str, str], owner: httpx.Client
) -> None:
    product = {"sku": "dearer", "prices": [{"amount": 1100}]}
    group = post(owner, "/ecom/product-groups", {"name": "Dearer soon", "isPublished": True, "products": [product]})
    url = page_with(owner, "Dearer soon", "ecom.product", product=group["id"], basketPage=shop["basket"])
    with httpx.Client(base_url=stack.base_url, timeout=30) as visitor:
        soon(lambda: prices_on(visitor, url) == {"£11.00"})
        [product] = group["products"]
        dearer = [{**product, "prices": [{**product["prices"][0], "amount": 1250}]}]
        answer = owner.put(f"/ecom/product-groups/{group['id']}", json={**group, "products": dearer})
        assert answer.is_success, answer.text
        soon(lambda: prices_on(visitor, url) == {"£12.50"})


def test_a_list_that_is_kept_says_it_when_the_last_one_is_sold(stack: Stack, owner: httpx.Client) -> None:
    category = post(owner, "/ecom/categories", {"name": "Single pieces"})
    last = {"sku": "single-piece", "prices": [{"amount": 1300}], "tracksStock": True, "stock": 1}
    single = {"name": "Single piece", "isPublished": True, "categoryIds": [category["id"]], "products": [last]}
    [product] = post(owner, "/ecom/product-groups", single)["products"]
    url = page_with(owner, "Single pieces", "ecom.category", category=category["id"])
    with httpx.Client(base_url=stack.base_url, timeout=30) as visitor:

        def is_sold_out() -> bool | None:
            """None of a list that does not show it."""
            text = visitor.get(url).text
            return "Sold out" in text if "£13.00" in text else None

        soon(lambda: is_sold_out() is False)
        adjusted = owner.post(
            f"/ecom/products/{product['id']}/stock-adjustments",
            json={"by": -1},
            headers={"Idempotency-Key": "single-piece"},
        )
        assert adjusted.is_success, adjusted.text
        soon(lambda: is_sold_out() is True)


def prices_on(visitor: httpx.Client, url: str) -> set[str]:
    """The prices that the drawn page of a product shows."""
    return {*re.findall(r"£\d+\.\d\d", visitor.get(url).text)}


def test_pages_of_the_shop_are_light(new_context: OpenContext, shop: dict[str, str], owner: httpx.Client) -> None:
    product = owner.get("/ecom/product-groups", params={"q": "Log basket"}).json()["results"][0]
    parts: dict[str, dict[str, str]] = {
        "ecom.basketDisplay": {},
        "ecom.product": {"product": product["id"]},
        "ecom.basketManagement": {},
        "ecom.checkout": {},
    }
    page = new_context().new_page()
    put_into_basket(page, shop, "S")
    scripts: dict[str, Response] = {}
    page.on("response", lambda answer: scripts.update({answer.url: answer}) if is_script(answer) else None)
    page.goto(page_with_all(owner, "All of the shop", parts))
    # All of them are to be awake: what is far below the view is not, until somebody comes there.
    expect(page.locator(".pw-product-buy:not([data-waiting])")).to_be_visible()
    page.get_by_role("spinbutton", name="Quantity of Log basket: S").scroll_into_view_if_needed()
    page.locator(".pw-till").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Place order")).to_be_visible()
    page.wait_for_load_state("networkidle")
    for own in ("ecom.basketDisplay", "ecom.product"):
        assert any(f"script-{own}" in url for url in scripts), own
    weight = sum(len(gzip.compress(answer.body())) for answer in scripts.values())
    assert weight <= MOST_SCRIPT, f"{weight} bytes of script"


def page_with_all(owner: httpx.Client, title: str, plugins: Mapping[str, Mapping[str, str]]) -> str:
    """The address of a page with several plugins, the first at the top, by their refs, each with its fields."""
    url: str = create_page(owner, title)["url"]
    state = render(owner, url)
    column = own_column(state)
    added = [add_plugin(column, ref, fields, place) for place, (ref, fields) in enumerate(plugins.items())]
    answer = put_actions(owner, state, [*chain.from_iterable(added)])
    assert answer.is_success, answer.text
    return url


def is_script(answer: Response) -> bool:
    return answer.request.resource_type == "script"

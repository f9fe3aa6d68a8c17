"""The shop from the product to the receipt, paid by invoice and by card, on a copy with a mail server and a Stripe."""

from __future__ import annotations

import gzip
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser_fixtures import OpenContext
from tests.e2e import waiting
from tests.e2e.accessibility import faults
from tests.fakes import stripe
from tests.fakes.serving import serving
from tests.fakes.stripe import Stripe
from tests.mail_server import MailServer, mail_server_in_thread
from tests.stack import Stack, running_stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

pytestmark = [pytest.mark.timeout(300), pytest.mark.xdist_group("own stack")]

MOST_SCRIPT = 85 * 1024
"""Bytes of script, gzipped, of a page of the shop whose parts are all awake."""
STRIPE_JS = """
window.Stripe = (key, { locale }) => ({
  elements: ({ clientSecret }) => ({
    clientSecret,
    create: () => ({ mount: (place) => { place.textContent = `Card of ${key}, ${locale}`; }, destroy: () => {} }),
  }),
  confirmPayment: async ({ elements }) => await window.payByCard(elements.clientSecret),
});
"""


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    with mail_server_in_thread() as running:
        yield running


@pytest.fixture(scope="module")
def provider() -> Stripe:
    return Stripe()


@pytest.fixture(scope="module")
def stack(server: MailServer, provider: Stripe) -> Iterator[Stack]:
    """A copy of its own, with a mail server and a Stripe."""
    with serving(provider.app, "stripe") as address:
        settings = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(server.port), "SMTP_SECURITY": "none"}
        with running_stack(**settings, STRIPE_URL=address) as started:
            set_up_site(started)
            yield started


@pytest.fixture(scope="module")
def owner(stack: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
        yield client


def configure(owner: httpx.Client, **values: Any) -> None:
    """Set entries of the shop's settings."""
    for entry in owner.get("/ecom/config").json():
        if entry["key"] in values:
            body, version = {"value": values[entry["key"]]}, {"If-Match": f'"{entry["version"]}"'}
            owner.put(f"/ecom/config/{entry['id']}", json=body, headers=version).raise_for_status()


def post(owner: httpx.Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = owner.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def page_with(owner: httpx.Client, title: str, ref: str, **fields: Any) -> str:
    """The address of a page with one plugin."""
    url: str = create_page(owner, title)["url"]
    state = render(owner, url)
    answer = put_actions(owner, state, add_plugin(own_column(state), ref, fields, 0))
    assert answer.is_success, answer.text
    return url


@pytest.fixture(scope="module")
def shop(owner: httpx.Client) -> dict[str, str]:
    """The addresses of a shop's pages, which sells a basket in two sizes and delivers it for £4.80."""
    configure(
        owner,
        invoiceInstructions="Pay within 14 days to GB33 BUKB 2020 1555 5555 55.",
        stripePublishableKey=stripe.PUBLISHABLE_KEY,
        stripeSecretKey=stripe.SECRET_KEY,
        stripeWebhookSecret=stripe.WEBHOOK_SECRET,
    )
    sizes = [{"name": "Size", "values": ["S", "L"]}]
    products = [
        {"sku": "basket-s", "optionValues": {"Size": "S"}, "prices": [{"amount": 1999}]},
        {"sku": "basket-l", "optionValues": {"Size": "L"}, "prices": [{"amount": 2999}]},
    ]
    group = post(
        owner,
        "/ecom/product-groups",
        {"name": "Log basket", "isPublished": True, "options": sizes, "products": products},
    )
    rows = [{"variable": "always", "consequenceType": "set_shipping", "consequence": 480}]
    post(owner, "/ecom/shipping-matrices", {"name": "Post", "currency": "GBP", "rows": rows})
    done = page_with(owner, "Thank you", "ecom.checkoutSuccess")
    till = page_with(owner, "Checkout", "ecom.checkout", successPage=done)
    basket = page_with(owner, "Basket", "ecom.basketManagement", checkoutPage=till)
    product = page_with(owner, "Log basket", "ecom.product", product=group["id"], basketPage=basket)
    return {"done": done, "till": till, "basket": basket, "product": product}


def fill_in(page: Page, email: str) -> None:
    """Say who it is for and where it goes."""
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Name", exact=True).fill("Zoë Ångström")
    page.get_by_label("Street and number").fill("12 Mill Lane")
    page.get_by_label("Town").fill("Norwich")
    page.get_by_label("Postcode").fill("NR1 3JU")
    expect(page.locator("[data-delivery=charged]")).to_contain_text("£4.80")
    # Of an address that the shop was asked about before, it stands there while the new one is reckoned.
    expect(page.locator(".pw-basket-totals")).to_have_attribute("aria-busy", "false")


def arrived(server: MailServer, address: str) -> str:
    """The text of the one mail to an address."""
    until = time.monotonic() + 60
    while not (found := [each for each in server.messages if each["To"] and address in each["To"]]):
        assert time.monotonic() < until, "no mail"
        time.sleep(0.05)
    [message] = found
    part = message.get_body(("plain",))
    assert part is not None
    text: str = part.get_content()
    return text


def order_of(owner: httpx.Client, email: str) -> dict[str, Any]:
    """The one order of an address."""
    [order] = [each for each in owner.get("/ecom/orders").json()["results"] if each["email"] == email]
    return dict(order)


def put_into_basket(page: Page, shop: dict[str, str], size: str) -> None:
    page.goto(shop["product"])
    expect(page.locator(".pw-product-buy:not([data-waiting])")).to_be_visible()
    page.locator("label", has_text=re.compile(f"^{size}$")).click()
    page.get_by_role("button", name="Add to basket").click()
    waiting.until(page, lambda: page.evaluate("localStorage.getItem('pagewright-basket') !== null"))


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
        expect(page.get_by_role("link", name="Receipt to print and keep")).to_have_attribute(
            "href", re.compile("^/ecom/receipts/")
        )
        other.reload()
        expect(other.get_by_text("Your basket is empty.")).to_be_visible()

    def test_an_order_whose_answer_gets_lost_is_placed_once(
        self, new_context: OpenContext, shop: dict[str, str], owner: httpx.Client
    ) -> None:
        page = new_context().new_page()
        put_into_basket(page, shop, "S")
        page.goto(shop["till"])
        fill_in(page, "lost@example.org")
        page.get_by_label("Invoice").check()

        def lose(route: Any) -> None:
            route.fetch()
            route.abort("connectionreset")

        page.route("**/ecom/orders", lose, times=1)
        page.get_by_role("button", name="Place order").click()
        expect(page.get_by_role("alert")).to_contain_text("It is not certain")
        page.reload()
        page.wait_for_url(f"**{shop['done']}")
        expect(page.get_by_text(order_of(owner, "lost@example.org")["reference"])).to_be_visible()


class TestByCard:
    def test_the_order_is_paid_when_stripe_says_so(
        self, new_context: OpenContext, stack: Stack, shop: dict[str, str], owner: httpx.Client, provider: Stripe
    ) -> None:
        page = new_context().new_page()
        asked: list[str] = []
        tells: list[int] = []

        def pay(client_secret: str) -> dict[str, Any]:
            intent = provider.pay(client_secret.split("_secret", maxsplit=1)[0])
            raw, headers = provider.event("payment_intent.succeeded", intent)
            tells.append(httpx.post(f"{stack.base_url}/ecom/webhooks/stripe", content=raw, headers=headers).status_code)
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
        assert provider.taken == 2479

    def test_who_turns_back_can_order_the_last_one_anew(
        self, new_context: OpenContext, shop: dict[str, str], owner: httpx.Client, provider: Stripe
    ) -> None:
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
        page.get_by_role("button", name="Place order").click()
        expect(paying).to_be_visible()
        orders = [each for each in owner.get("/ecom/orders").json()["results"] if each["email"] == "back@example.org"]
        assert sorted(each["state"] for each in orders) == ["awaiting_payment", "cancelled"]
        expired = [each for each in provider.intents.values() if each["status"] == "canceled"]
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

        until = time.monotonic() + 30
        while (before := availability()) != {"LimitedAvailability"}:
            assert time.monotonic() < until, before
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
        until = time.monotonic() + 15
        while (after := availability()) != {"OutOfStock"}:
            assert time.monotonic() < until, after


def test_pages_of_the_shop_are_light(new_context: OpenContext, shop: dict[str, str]) -> None:
    page = new_context().new_page()
    put_into_basket(page, shop, "S")
    scripts: dict[str, Response] = {}
    page.on("response", lambda answer: scripts.update({answer.url: answer}) if is_script(answer) else None)
    page.goto(shop["till"])
    expect(page.get_by_role("button", name="Place order")).to_be_visible()
    page.wait_for_load_state("networkidle")
    weight = sum(len(gzip.compress(answer.body())) for answer in scripts.values())
    assert weight <= MOST_SCRIPT, f"{weight} bytes of script"


def is_script(answer: Response) -> bool:
    return answer.request.resource_type == "script"

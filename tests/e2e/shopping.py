"""A shop and what somebody does who buys there: for the tests of the shop in a browser."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.e2e import waiting
from tests.fakes import stripe
from tests.mail_server import MailServer
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

STRIPE_JS = """
window.Stripe = (key, { locale }) => ({
  elements: ({ clientSecret }) => ({
    clientSecret,
    create: () => ({ mount: (place) => { place.textContent = `Card of ${key}, ${locale}`; }, on: () => {}, destroy: () => {} }),
  }),
  confirmPayment: async ({ elements }) => await window.payByCard(elements.clientSecret),
});
"""


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


def open_shop(owner: httpx.Client) -> dict[str, str]:
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
    page.get_by_role("radio", name=size, exact=True).check()
    page.get_by_role("button", name="Add to basket").click()
    waiting.until(page, lambda: page.evaluate("localStorage.getItem('pagewright-basket') !== null"))


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the keyboard is at one of these, where the visitor sees the focus, with nothing over it."""
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if target.and_(focused).count():
            # Where a page scrolls to it, that takes a moment.
            waiting.until(page, partial(focused.evaluate, _IS_SEEN))
            return
    raise AssertionError(f"the keyboard does not reach {target}")


_IS_SEEN = """element => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = top + height / 2;
  if (middle < 0 || middle > innerHeight) return false;
  const shown = [element, ...(element.labels ?? [])];
  const over = document.elementFromPoint(left + width / 2, middle);
  if (!shown.some((each) => each.contains(over) || over?.contains(each))) return false;
  return shown.some((each) => {
    const { outlineStyle, boxShadow } = getComputedStyle(each);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  });
}"""
"""Whether an element that has the keyboard is in view, under nothing else, and marked as having it."""

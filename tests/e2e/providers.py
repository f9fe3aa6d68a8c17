"""What the till of the shop loads from those who take the money, and what buyers and the shop see of it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.connected import Connected
from tests.e2e.shopping import fill_in, order_of, put_into_basket
from tests.fakes.stripe import Stripe

PRICE = 2479
# As the real one does where a bank asks: the buyer leaves for the bank's page, and comes back with what it says.
STRIPE_JS = """
window.Stripe = () => ({
  elements: ({ clientSecret }) => ({
    clientSecret,
    create: () => ({ mount: (place) => { place.textContent = 'Number of the card'; }, on: () => {}, destroy: () => {} }),
  }),
  confirmPayment: async ({ elements, confirmParams }) => {
    const to = new URLSearchParams({ secret: elements.clientSecret, back: confirmParams.return_url });
    location.assign(`https://hooks.stripe.com/3ds?${to}`);
    return await new Promise(() => {});
  },
});
"""
PAYPAL_JS = """
window.paypal = { Buttons: ({ createOrder, onApprove, onCancel }) => ({ render: async (place) => {
  const button = document.createElement('button');
  button.textContent = 'Pay with PayPal';
  button.onclick = async () => {
    const said = await window.openPayPal(await createOrder());
    if (said === 'approved') { onApprove({}); onApprove({}); } else if (onCancel) onCancel({});
  };
  place.append(button);
} }) };
"""


@pytest.fixture
def provider(connected: Connected) -> Stripe:
    return connected.outside.stripe


def at_the_payment(page: Page, shop: dict[str, str], email: str, method: str) -> None:
    """Order something, up to where it is to be paid."""
    page.route("https://js.stripe.com/**", script(STRIPE_JS))
    page.route("https://www.paypal.com/**", script(PAYPAL_JS))
    put_into_basket(page, shop, "S")
    page.goto(shop["till"])
    fill_in(page, email)
    page.get_by_label(method).check()
    page.get_by_role("button", name="Place order").click()
    expect(page.get_by_role("heading", name="Pay £24.79")).to_be_visible()


def script(body: str) -> Any:
    def fulfill(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body=body)

    return fulfill


def respond_async(route: Route) -> None:
    """Have the shop answer at once, whatever becomes of the job."""
    route.continue_(headers={**route.request.headers, "prefer": "respond-async"})


def in_basket(page: Page) -> Any:
    """The rows of the browser's basket."""
    return page.evaluate("JSON.parse(localStorage.getItem('pagewright-basket') ?? '[]')")


def thanked(page: Page, shop: dict[str, str], owner: httpx.Client, email: str) -> dict[str, Any]:
    """The order, once its buyer has been given thanks, which was paid once."""
    page.wait_for_url(f"**{shop['done']}")
    order = order_of(owner, email)
    expect(page.get_by_text(order["reference"])).to_be_visible()
    assert (order["state"], order["paidAmount"]) == ("paid", PRICE)
    events = owner.get(f"/ecom/orders/{order['id']}").json()["events"]
    assert [event["kind"] for event in events].count("paid") == 1
    return order

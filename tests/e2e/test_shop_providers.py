"""Paying by a card that wants 3-D Secure and by PayPal's button, in a browser, with whatever buyers do on the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser_fixtures import OpenContext
from tests.e2e import waiting
from tests.e2e.connected import GROUP, Connected, owner, stack
from tests.e2e.shopping import configure, fill_in, order_of, put_into_basket
from tests.fakes import paypal
from tests.fakes.paypal import PayPal
from tests.fakes.stripe import Stripe
from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from tests.whole.test_pictures_on_pages import soon

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

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
BANK = """
<h1>Your bank</h1><button data-says="succeeded">Agree</button><button data-says="failed">Refuse</button>
<script>
const { secret, back } = Object.fromEntries(new URLSearchParams(location.search));
for (const button of document.querySelectorAll('button')) button.onclick = async () => {
  await window.answerBank(secret, button.dataset.says);
  const to = new URL(back);
  to.searchParams.set('payment_intent', secret.split('_secret')[0]);
  to.searchParams.set('payment_intent_client_secret', secret);
  to.searchParams.set('redirect_status', button.dataset.says);
  location.assign(to);
};
</script>
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


@pytest.fixture
def merchant(connected: Connected) -> PayPal:
    return connected.outside.paypal


@pytest.fixture(scope="module")
def shop(stack: Stack, owner: httpx.Client, shop: dict[str, str]) -> Iterator[dict[str, str]]:
    """The addresses of its pages, while it takes PayPal, too."""
    configure(
        owner,
        paypalClientId=paypal.CLIENT_ID,
        paypalClientSecret=paypal.CLIENT_SECRET,
        paypalWebhookId=paypal.WEBHOOK_ID,
    )
    yield shop
    configure(owner, paypalClientId="")
    soon(
        lambda: (
            "paypal" not in httpx.get(f"{stack.base_url}{shop['till']}", timeout=30).headers["content-security-policy"]
        )
    )


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


class TestThreeDSecure:
    @pytest.fixture
    def page(self, new_context: OpenContext, provider: Stripe) -> Page:
        """A page whose buyer's bank asks."""
        page = new_context().new_page()

        def answer(secret: str, said: str) -> None:
            intent = secret.split("_secret", maxsplit=1)[0]
            provider.pay(intent, "3ds")
            provider.authenticate(intent, succeeds=said == "succeeded")

        page.expose_function("answerBank", answer)
        page.route("https://hooks.stripe.com/**", lambda route: route.fulfill(content_type="text/html", body=BANK))
        return page

    def test_a_bank_that_asks_on_its_own_page_leads_back_to_the_thanks(
        self, page: Page, shop: dict[str, str], owner: httpx.Client, provider: Stripe
    ) -> None:
        before = provider.taken
        at_the_payment(page, shop, "agreed@example.org", "Card")
        shown = [page.get_by_role("heading", name="Pay £24.79"), page.locator(".pw-till-provider")]
        assert len({box["x"] for each in shown if (box := each.bounding_box())}) == 1, "it stands below the heading"
        page.get_by_role("button", name="Pay £24.79").click()
        page.get_by_role("button", name="Agree").click()
        thanked(page, shop, owner, "agreed@example.org")
        assert provider.taken == before + PRICE

    def test_who_refuses_is_told_that_nothing_was_taken_and_can_try_again(
        self, page: Page, shop: dict[str, str], owner: httpx.Client, provider: Stripe
    ) -> None:
        before = provider.taken
        at_the_payment(page, shop, "refused@example.org", "Card")
        page.get_by_role("button", name="Pay £24.79").click()
        page.get_by_role("button", name="Refuse").click()
        expect(page.get_by_role("alert")).to_contain_text("The payment failed, and you were not charged")
        assert "payment_intent" not in page.url, "what pays does not stay in the address"
        assert order_of(owner, "refused@example.org")["state"] == "awaiting_payment"
        page.get_by_role("button", name="Pay £24.79").click()
        page.get_by_role("button", name="Agree").click()
        thanked(page, shop, owner, "refused@example.org")
        assert provider.taken == before + PRICE

    def test_who_comes_back_from_the_bank_without_an_answer_can_turn_back(
        self, page: Page, shop: dict[str, str], owner: httpx.Client, provider: Stripe
    ) -> None:
        before = provider.taken
        at_the_payment(page, shop, "undecided@example.org", "Card")
        page.get_by_role("button", name="Pay £24.79").click()
        expect(page.get_by_role("heading", name="Your bank")).to_be_visible()
        page.go_back()
        page.get_by_role("button", name="Back to the basket").click()
        expect(page.get_by_role("button", name="Place order")).to_be_visible()
        assert order_of(owner, "undecided@example.org")["state"] == "cancelled"
        assert provider.taken == before

    def test_a_refund_that_failed_is_read_and_retried_on_a_phone(
        self, page: Page, shop: dict[str, str], owner: httpx.Client, provider: Stripe, stack: Stack
    ) -> None:
        at_the_payment(page, shop, "refund@example.org", "Card")
        page.get_by_role("button", name="Pay £24.79").click()
        page.get_by_role("button", name="Agree").click()
        order = thanked(page, shop, owner, "refund@example.org")
        [payment] = owner.get("/ecom/payments", params={"orderId": order["id"]}).json()["results"]
        refunds = f"/ecom/payments/{payment['id']}/refunds"
        body = {"amount": 517, "reason": "", "rows": []}
        answer = owner.post(refunds, json=body, headers={"Idempotency-Key": "refund-of-a-phone"})
        assert answer.is_success, answer.text
        soon(lambda: any(each["amount"] == 517 for each in provider.refunds))
        [refund] = [each for each in provider.refunds if each["amount"] == 517]
        raw, headers = provider.event("refund.failed", provider.fail(refund))
        assert (
            httpx.post(f"{stack.base_url}/ecom/webhooks/stripe", content=raw, headers=headers, timeout=30).status_code
            == 204
        )
        soon(lambda: owner.get(refunds).json()[0]["state"] == "failed")

        page.goto("/cms-login")
        page.set_viewport_size({"width": 390, "height": 844})
        page.get_by_label("Email").first.fill(OWNER_EMAIL)
        page.get_by_label("Password").first.fill(OWNER_PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(f"{stack.base_url}/")
        page.goto("/cms-ecom/payments")
        number = page.get_by_role("list", name="Open refunds").get_by_role("link", name=order["reference"])
        expect(number).to_be_visible()
        lines = """element => {
          const text = document.createRange();
          text.selectNodeContents(element);
          return text.getClientRects().length;
        }"""
        assert number.evaluate(lines) == 1
        page.get_by_role("button", name=f"Retry the refund of {order['reference']}").click()
        expect(page.get_by_text("The refund is being retried.")).to_be_visible()
        soon(lambda: [each["status"] for each in provider.refunds if each["amount"] == 517] == ["failed", "succeeded"])


class TestPayPal:
    @pytest.fixture
    def answers(self) -> list[str]:
        """What the buyer does in PayPal's window, one time after the other."""
        return ["approved"]

    @pytest.fixture
    def page(self, new_context: OpenContext, merchant: PayPal, answers: list[str]) -> Page:
        page = new_context().new_page()

        def opened(order: str) -> str:
            said = answers.pop(0)
            if said == "approved":
                merchant.approve(order)
            return said

        page.expose_function("openPayPal", opened)
        return page

    def test_what_is_approved_is_taken_once_though_it_is_told_twice(
        self, page: Page, shop: dict[str, str], owner: httpx.Client, merchant: PayPal
    ) -> None:
        before = merchant.taken
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "paypal.com" in request.url else None)
        at_the_payment(page, shop, "button@example.org", "PayPal")
        page.get_by_role("button", name="Pay with PayPal").click()
        [script] = asked
        # Money is held until the order is taken, and a shop that says nothing of its currency sells in pounds.
        wanted = {"client-id": paypal.CLIENT_ID, "currency": "GBP", "intent": "authorize", "components": "buttons"}
        assert dict(httpx.URL(script).params) == wanted
        thanked(page, shop, owner, "button@example.org")
        assert merchant.taken == before + PRICE

    def test_who_closes_the_window_can_open_it_again(
        self, page: Page, shop: dict[str, str], owner: httpx.Client, merchant: PayPal, answers: list[str]
    ) -> None:
        answers.insert(0, "closed")
        before = merchant.taken
        at_the_payment(page, shop, "closed@example.org", "PayPal")
        page.get_by_role("button", name="Pay with PayPal").click()
        waiting.until(page, lambda: answers == ["approved"])
        assert merchant.taken == before
        expect(page.get_by_role("alert")).to_have_count(0)
        page.get_by_role("button", name="Pay with PayPal").click()
        thanked(page, shop, owner, "closed@example.org")

    def test_a_declined_account_is_said_and_another_can_be_tried(
        self, page: Page, shop: dict[str, str], owner: httpx.Client, merchant: PayPal, answers: list[str]
    ) -> None:
        answers.append("approved")
        before, merchant.declines = merchant.taken, "INSTRUMENT_DECLINED"
        at_the_payment(page, shop, "declined@example.org", "PayPal")
        page.get_by_role("button", name="Pay with PayPal").click()
        expect(page.get_by_role("alert")).to_contain_text("you were not charged")
        merchant.declines = None
        assert merchant.taken == before
        page.get_by_role("button", name="Pay with PayPal").click()
        thanked(page, shop, owner, "declined@example.org")

    def test_who_turns_back_while_paypal_is_away_keeps_what_was_agreed_to_and_no_basket(
        self,
        page: Page,
        shop: dict[str, str],
        owner: httpx.Client,
        merchant: PayPal,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        before = merchant.taken
        at_the_payment(page, shop, "unsure@example.org", "PayPal")
        # What takes long is told at once.
        waiting.intercept(page, "**/ecom/payments/**", respond_async)
        with monkeypatch.context() as away:
            away.setattr(merchant, "fails_with", 500)
            # The buyer agrees, and PayPal is not heard of any more.
            page.get_by_role("button", name="Pay with PayPal").click()
            expect(page.get_by_role("alert")).to_contain_text("You have not been charged twice")
            page.get_by_role("button", name="Back to the basket").click()
            expect(page.get_by_role("alert")).to_contain_text("We are finding out whether you paid")
            expect(page.get_by_role("button", name="Check now")).to_be_focused()
            reference = order_of(owner, "unsure@example.org")["reference"]
            receipt = page.get_by_role("link", name=reference)
            assert page.request.get(str(receipt.get_attribute("href"))).ok
            assert in_basket(page) == []
        page.unroute("**/ecom/payments/**")
        page.get_by_role("button", name="Check now").click()
        thanked(page, shop, owner, "unsure@example.org")
        assert (merchant.taken, in_basket(page)) == (before + PRICE, [])

    def test_whose_capture_is_on_its_way_is_told_so_in_place_of_the_button(
        self,
        page: Page,
        stack: Stack,
        shop: dict[str, str],
        owner: httpx.Client,
        merchant: PayPal,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(merchant, "capture_status", "PENDING")
        known = {*merchant.orders}
        at_the_payment(page, shop, "coming@example.org", "PayPal")
        page.get_by_role("button", name="Pay with PayPal").click()
        expect(page.get_by_role("alert")).to_contain_text("Your payment is on its way")
        expect(page.get_by_role("button", name="Pay with PayPal")).to_have_count(0)
        page.get_by_role("button", name="Go to the order").click()
        page.wait_for_url(f"**{shop['done']}")
        order = order_of(owner, "coming@example.org")
        expect(page.get_by_text(order["reference"])).to_be_visible()
        expect(page.get_by_text("Your payment is on its way")).to_be_visible()
        assert (order["state"], in_basket(page)) == ("awaiting_payment", [])
        [order_id] = {*merchant.orders} - known
        merchant.complete(order_id)
        raw, headers = merchant.event("PAYMENT.CAPTURE.COMPLETED", merchant.capture_in_webhook(order_id))
        told = httpx.post(f"{stack.base_url}/ecom/webhooks/paypal", content=raw, headers=headers, timeout=30)
        assert told.status_code == 204, told.text
        waiting.until(page, lambda: order_of(owner, "coming@example.org")["state"] == "paid")

    def test_whose_tab_is_closed_has_paid_when_paypal_says_so(
        self, page: Page, stack: Stack, shop: dict[str, str], owner: httpx.Client, merchant: PayPal
    ) -> None:
        at_the_payment(page, shop, "gone@example.org", "PayPal")
        expect(page.get_by_role("button", name="Pay with PayPal")).to_be_visible()
        [order_id] = [key for key, order in merchant.orders.items() if order["status"] == "CREATED"]
        other = page.context.new_page()
        page.close()
        about = merchant.approve(order_id)
        raw, headers = merchant.event("CHECKOUT.ORDER.APPROVED", about)
        told = httpx.post(f"{stack.base_url}/ecom/webhooks/paypal", content=raw, headers=headers, timeout=30)
        assert told.status_code == 204, told.text
        waiting.until(other, lambda: order_of(owner, "gone@example.org")["state"] == "paid")

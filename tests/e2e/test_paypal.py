"""Paying by PayPal's button, in a browser, with whatever buyers do on the way."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e import waiting
from tests.e2e.connected import GROUP, Connected, owner, stack
from tests.e2e.providers import PRICE, at_the_payment, in_basket, respond_async, thanked
from tests.e2e.shopping import configure, order_of
from tests.fakes import paypal
from tests.fakes.paypal import PayPal
from tests.stack import Stack
from tests.waiting import eventually

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)


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
    eventually(
        lambda: (
            "paypal" not in httpx.get(f"{stack.base_url}{shop['till']}", timeout=30).headers["content-security-policy"]
        )
    )


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

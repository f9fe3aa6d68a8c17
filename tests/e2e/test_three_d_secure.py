"""Paying by a card whose bank asks, in a browser, with whatever buyers do on the way."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.connected import GROUP, owner, stack
from tests.e2e.providers import PRICE, at_the_payment, provider, thanked
from tests.e2e.shopping import order_of
from tests.fakes.stripe import Stripe
from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from tests.waiting import eventually

__all__ = ["owner", "provider", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

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
        [payment] = owner.get("/ecom/payments", params={"order-id": order["id"]}).json()["results"]
        refunds = f"/ecom/payments/{payment['id']}/refunds"
        body = {"amount": 517, "reason": "", "rows": []}
        answer = owner.post(refunds, json=body, headers={"Idempotency-Key": "refund-of-a-phone"})
        assert answer.is_success, answer.text
        eventually(lambda: any(each["amount"] == 517 for each in provider.refunds))
        [refund] = [each for each in provider.refunds if each["amount"] == 517]
        raw, headers = provider.event("refund.failed", provider.fail(refund))
        assert (
            httpx.post(f"{stack.base_url}/ecom/webhooks/stripe", content=raw, headers=headers, timeout=30).status_code
            == 204
        )
        eventually(lambda: owner.get(refunds).json()[0]["state"] == "failed")

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
        eventually(
            lambda: [each["status"] for each in provider.refunds if each["amount"] == 517] == ["failed", "succeeded"]
        )

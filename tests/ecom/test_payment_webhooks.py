"""What providers tell by webhooks: only what is theirs counts, once, whenever it comes; and no money stays without an order."""

import asyncio
import hashlib
import hmac
import json
import secrets
import time
from typing import Any

import pytest

from ecom.payments.notices import TOLERANCE
from tests.ecom.paying import REFUND, Shop, shop

__all__ = ["shop"]
SUCCEEDED = "payment_intent.succeeded"
COMPLETED = "PAYMENT.CAPTURE.COMPLETED"


async def intent_of(shop: Shop, total: int = 4_999) -> tuple[Any, dict[str, Any]]:
    """A payment whose buyer has paid, of which the shop has not heard."""
    payment = await shop.begun("card", total)
    return payment, shop.stripe.pay(str(payment.provider_id))


class TestStripesSignature:
    async def test_a_signed_event_pays_the_order(self, shop: Shop) -> None:
        payment, intent = await intent_of(shop)
        assert (await shop.tell(shop.stripe.event(SUCCEEDED, intent))).status_code == 204
        assert (await shop.order_of(payment)).state == "paid"
        [event] = await shop.events()
        assert (event.provider, event.type, event.outcome, event.payment_id) == (
            "stripe", SUCCEEDED, "applied", payment.id
        )  # fmt: skip

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"Stripe-Signature": ""},
            {"Stripe-Signature": "t=1,v1=00"},
            {"Stripe-Signature": "v1=" + "0" * 64},
            {"Stripe-Signature": "t=1\u0660,v1=" + "0" * 64},
        ],
    )
    async def test_one_that_is_not_signed_is_refused(self, shop: Shop, headers: dict[str, str]) -> None:
        payment, intent = await intent_of(shop)
        raw, _ = shop.stripe.event(SUCCEEDED, intent)
        sent = {name.encode(): value.encode() for name, value in headers.items()}
        answer = await shop.client.post("/ecom/webhooks/stripe", content=raw, headers=sent)
        assert (answer.status_code, answer.json()["code"]) == (400, "webhook_refused")
        assert (await shop.order_of(payment)).state == "awaiting_payment"
        assert await shop.events() == []

    @pytest.mark.parametrize(
        "said", [{"secret": "whsec_another"}, {"age": TOLERANCE + 300}, {"age": -TOLERANCE - 300}, {"age": 600}]
    )
    async def test_one_of_another_secret_or_another_time_is_refused(self, shop: Shop, said: dict[str, Any]) -> None:
        payment, intent = await intent_of(shop)
        answer = await shop.tell(shop.stripe.event(SUCCEEDED, intent, **said))
        assert (answer.status_code, answer.json()["code"]) == (400, "webhook_refused")
        assert (await shop.order_of(payment)).state == "awaiting_payment"

    async def test_one_whose_body_was_changed_is_refused(self, shop: Shop) -> None:
        _, intent = await intent_of(shop)
        raw, headers = shop.stripe.event(SUCCEEDED, intent)
        assert (await shop.tell((raw.replace(b"4999", b"4998"), headers))).status_code == 400

    async def test_without_a_secret_nothing_is_taken(self, shop: Shop) -> None:
        _, intent = await intent_of(shop)
        await shop.configure(stripeWebhookSecret=None)
        answer = await shop.tell(shop.stripe.event(SUCCEEDED, intent, secret=""))
        assert (answer.status_code, answer.json()["code"]) == (503, "payment_provider_not_configured")

    async def test_a_body_is_bounded(self, shop: Shop) -> None:
        answer = await shop.client.post(
            "/ecom/webhooks/stripe", content=b"x" * 300_000, headers={"Stripe-Signature": "t=1,v1=00"}
        )
        assert answer.status_code == 413

    @pytest.mark.parametrize("raw", [b"{", b"[]", b"null", b'{"id": "evt_1"}', b'{"id":"e","type":"t","data":{}}'])
    async def test_what_is_signed_and_cannot_be_read_is_refused(self, shop: Shop, raw: bytes) -> None:
        _, headers = shop.stripe.event("x", {})
        at = int(time.time())
        signature = hmac.new(b"whsec_a-secret", f"{at}.".encode() + raw, hashlib.sha256).hexdigest()
        answer = await shop.tell((raw, {**headers, "Stripe-Signature": f"t={at},v1={signature}"}))
        assert (answer.status_code, answer.json()["code"]) == (400, "webhook_not_read")


class TestPayPalsVerification:
    async def approved(self, shop: Shop) -> Any:
        payment = await shop.begun("button")
        shop.paypal.approve(str(payment.provider_id))
        return payment

    async def test_an_approved_order_is_captured_though_the_browser_is_gone(self, shop: Shop) -> None:
        payment = await self.approved(shop)
        order = shop.paypal.orders[payment.provider_id]
        assert (await shop.tell(shop.paypal.event("CHECKOUT.ORDER.APPROVED", order))).status_code == 204
        await shop.work()
        assert (await shop.read(payment)).state == "captured"
        assert (await shop.order_of(payment)).state == "paid"

    async def test_a_capture_pays_the_order(self, shop: Shop) -> None:
        payment = await self.approved(shop)
        await shop.back(payment)
        said = shop.paypal.capture_in_webhook(payment.provider_id)
        assert (await shop.tell(shop.paypal.event(COMPLETED, said))).status_code == 204
        assert [each.outcome for each in await shop.events()] == ["nothing_new"]
        assert (await shop.kinds(payment)).count("paid") == 1

    async def test_one_that_paypal_has_not_sent_is_refused(self, shop: Shop) -> None:
        payment = await self.approved(shop)
        raw, headers = shop.paypal.event(COMPLETED, {"id": "x"})
        for sent, changed in (
            (raw, {"PayPal-Transmission-Id": "another"}),
            (raw, {"PayPal-Cert-Url": "https://paypal.com.example.org/cert"}),
            (raw, {"PayPal-Cert-Url": "http://api.paypal.com/cert"}),
            (raw, {"PayPal-Auth-Algo": ""}),
            (raw + b" ", {"PayPal-Transmission-Sig": 'a","webhook_id":"theirs'}),
            (raw.replace(b"COMPLETED", b"DENIED"), {}),
        ):
            answer = await shop.tell((sent, {**headers, **changed}))
            assert (answer.status_code, answer.json()["code"]) == (400, "webhook_refused"), changed
        assert await shop.events() == []
        assert (await shop.order_of(payment)).state == "awaiting_payment"

    async def test_nobody_writes_into_the_request_that_verifies(self, shop: Shop) -> None:
        raw, headers = shop.paypal.event(COMPLETED, {"id": "x"})
        asked = len(shop.paypal.asked)
        answer = await shop.tell((raw + b', "webhook_id": "theirs"', headers))
        assert (answer.status_code, answer.json()["code"]) == (400, "webhook_refused")
        assert len(shop.paypal.asked) == asked

    @pytest.mark.parametrize("fault", [{"fails_with": 500}, {"odd_answer": b"{"}, {"odd_answer": b"[]"}])
    async def test_while_paypal_does_not_say_so_nothing_is_taken(self, shop: Shop, fault: dict[str, Any]) -> None:
        payment = await self.approved(shop)
        sent = shop.paypal.event("CHECKOUT.ORDER.APPROVED", shop.paypal.orders[payment.provider_id])
        for name, value in fault.items():
            setattr(shop.paypal, name, value)
        assert (await shop.tell(sent)).status_code == 503
        assert await shop.events() == []
        for name in fault:
            setattr(shop.paypal, name, None)
        assert (await shop.tell(sent)).status_code == 204


class TestOrderOfEvents:
    async def test_one_that_comes_twice_counts_once(self, shop: Shop) -> None:
        payment, intent = await intent_of(shop)
        sent = shop.stripe.event(SUCCEEDED, intent)
        answers = await asyncio.gather(*[shop.tell(sent) for _ in range(5)])
        assert {each.status_code for each in answers} == {204}
        assert (await shop.tell(shop.stripe.event(SUCCEEDED, intent))).status_code == 204
        assert (await shop.kinds(payment)).count("paid") == 1
        assert [each.outcome for each in await shop.events()] == ["applied", "nothing_new"]
        assert await shop.refunds() == []

    async def test_one_that_is_late_takes_nothing_back(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        declined = shop.stripe.event(
            "payment_intent.payment_failed", {**shop.stripe.pay(str(payment.provider_id), "declined")}
        )
        succeeded = shop.stripe.event(SUCCEEDED, shop.stripe.pay(str(payment.provider_id)))
        for sent in (succeeded, declined):
            assert (await shop.tell(sent)).status_code == 204
        assert (await shop.read(payment)).state == "captured"
        assert await shop.kinds(payment) == ["paid"]

    async def test_one_before_the_browser_is_back_is_all_it_takes(self, shop: Shop) -> None:
        payment, intent = await intent_of(shop)
        await shop.tell(shop.stripe.event(SUCCEEDED, intent))
        assert (await shop.back(payment)).json()["state"] == "captured"
        assert (await shop.kinds(payment)).count("paid") == 1


class TestMoneyWithoutAnOrder:
    async def test_money_for_a_cancelled_order_goes_back_by_itself(self, shop: Shop) -> None:
        payment, intent = await intent_of(shop)
        await shop.cancel_order(payment)
        await shop.tell(shop.stripe.event(SUCCEEDED, intent))
        assert shop.stripe.taken == 4_999
        await shop.work(REFUND)
        assert shop.stripe.taken == 0
        [refund] = await shop.refunds()
        assert (refund.kind, refund.state, refund.reason) == ("automatic", "done", "order_cannot_take_it")
        assert (await shop.read(payment)).state == "refunded"
        order = await shop.order_of(payment)
        assert (order.state, order.paid_amount, order.refunded_amount) == ("cancelled", 0, 0)
        assert await shop.kinds(payment) == ["payment_sent_back"]
        mail, told = await shop.mails()
        assert (mail["kind"], mail["toAddress"]) == ("payment_sent_back", None)
        assert (mail["data"]["sentBackAmount"], mail["data"]["sentBackCurrency"]) == (4_999, "GBP")
        assert (told["kind"], told["toAddress"]) == ("order_refunded", order.email)
        assert told["data"]["refundedAmount"] == 4_999
        await shop.later()
        await shop.tell(shop.stripe.event(SUCCEEDED, intent))
        await shop.work()
        assert len(await shop.refunds()) == 1

    async def test_a_second_payment_of_an_order_goes_back(self, shop: Shop) -> None:
        first, intent = await intent_of(shop)
        second = await shop.pay("card", order=await shop.order_of(first))
        await shop.work()
        second = await shop.read(second)
        other = shop.stripe.pay(str(second.provider_id))
        await shop.tell(shop.stripe.event(SUCCEEDED, intent))
        await shop.tell(shop.stripe.event(SUCCEEDED, other))
        await shop.work(REFUND)
        assert (await shop.order_of(first)).paid_amount == 4_999
        assert shop.stripe.taken == 4_999
        assert ((await shop.read(first)).state, (await shop.read(second)).state) == ("captured", "refunded")

    @pytest.mark.parametrize("changed", [{"currency": "eur"}, {"amount": 4_998, "amount_received": 4_998}])
    async def test_other_money_is_not_taken_and_goes_back(self, shop: Shop, changed: dict[str, Any]) -> None:
        payment, intent = await intent_of(shop)
        intent.update(changed)
        await shop.tell(shop.stripe.event(SUCCEEDED, intent))
        await shop.work()
        await shop.work()
        there = await shop.read(payment)
        assert (there.state, there.fault) == ("failed", "differs")
        assert (await shop.order_of(payment)).state == "awaiting_payment"
        assert shop.stripe.taken == 0
        [refund] = await shop.refunds()
        assert (refund.kind, refund.state) == ("automatic", "done")
        assert (refund.amount, refund.currency) == (intent["amount_received"], intent["currency"].upper())

    async def test_an_event_about_another_orders_payment_pays_neither(self, shop: Shop) -> None:
        payment, intent = await intent_of(shop)
        other = await shop.begun("card")
        intent["metadata"] = {**intent["metadata"], "paymentId": str(other.id), "orderId": str(other.order_id)}
        await shop.tell(shop.stripe.event(SUCCEEDED, intent))
        await shop.work()
        await shop.work()
        assert {(await shop.order_of(each)).state for each in (payment, other)} == {"awaiting_payment"}
        assert shop.stripe.taken == 0

    async def test_money_that_the_shop_has_no_record_of_goes_back(self, shop: Shop) -> None:
        """As after a restoration of a backup that is older than the order."""
        intent = await self.foreign_intent(shop, site="localhost:8080")
        await shop.tell(shop.stripe.event(SUCCEEDED, intent))
        await shop.work(REFUND)
        assert shop.stripe.taken == 0
        [refund] = await shop.refunds()
        assert (refund.kind, refund.state) == ("automatic", "done")

    async def test_money_of_other_uses_of_the_account_is_left_alone(self, shop: Shop) -> None:
        for site in ("elsewhere.example", ""):
            intent = await self.foreign_intent(shop, site=site)
            assert (await shop.tell(shop.stripe.event(SUCCEEDED, intent))).status_code == 204
        await shop.work()
        assert (await shop.refunds(), shop.stripe.taken) == ([], 9_998)
        assert {each.outcome for each in await shop.events()} == {"unknown"}

    async def foreign_intent(self, shop: Shop, *, site: str) -> dict[str, Any]:
        payment = await shop.begun("card")
        intent = json.loads(json.dumps(shop.stripe.intents[str(payment.provider_id)]))
        intent["id"] = f"pi_{secrets.token_hex(8)}"
        metadata = {
            "orderId": "0193a5f4-0000-7000-8000-000000000001",
            "paymentId": "0193a5f4-0000-7000-8000-000000000002",
        }
        intent["metadata"] = {**metadata, "site": site} if site else {}
        shop.stripe.intents[intent["id"]] = intent
        return shop.stripe.pay(intent["id"])

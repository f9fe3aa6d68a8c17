"""Payments by card and by button: what comes of the money, whatever the buyer, the browser and the provider do."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from ecom.payments.models import Payment
from ecom.payments.providers import asking
from kit.tables import Job
from tests.ecom.paying import ADVANCE, REFUND, Shop, shop
from tests.fakes import stripe

__all__ = ["shop"]


class TestByCard:
    async def test_the_provider_is_told_whose_money_it_is(self, shop: Shop) -> None:
        payment = await shop.pay("card", 4_999)
        assert shop.stripe.asked == [], "nobody outside is asked in the order's transaction"
        await shop.work(ADVANCE)
        [intent] = shop.stripe.intents.values()
        assert (intent["amount"], intent["currency"]) == (4_999, "gbp")
        assert intent["metadata"] == {
            "site": "localhost:8080", "orderId": str(payment.order_id), "paymentId": str(payment.id)
        }  # fmt: skip

    async def test_the_browser_gets_what_it_asks_for_a_card_with(self, shop: Shop) -> None:
        payment = await shop.pay("card")
        answer = await shop.back(payment)
        [intent] = shop.stripe.intents.values()
        said = answer.json()
        assert (answer.status_code, said["state"], said["amount"], said["currency"]) == (200, "pending", 4_999, "GBP")
        assert (said["clientSecret"], said["publishableKey"]) == (intent["client_secret"], stripe.PUBLISHABLE_KEY)

    async def test_a_good_card_pays_the_order(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.pay(str(payment.provider_id))
        assert (await shop.back(payment)).json()["state"] == "captured"
        order = await shop.order_of(payment)
        assert (order.state, order.paid_amount) == ("paid", 4_999)

    async def test_what_the_browser_says_counts_for_nothing(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        answer = await shop.client.post(
            f"/ecom/payments/{payment.id}/return", json={"key": payment.key, "state": "captured"}
        )
        assert answer.status_code == 422
        assert (await shop.back(payment)).json()["state"] == "pending"
        assert (await shop.order_of(payment)).state == "awaiting_payment"

    async def test_only_the_buyer_has_the_key(self, shop: Shop) -> None:
        payment, other = await shop.begun("card"), await shop.begun("card")
        for key in ("guessed", other.key):
            answer = await shop.back(payment, key)
            assert (answer.status_code, answer.json()["code"]) == (404, "payment_not_found")

    async def test_a_card_with_3d_secure_is_asked_for_it(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.pay(str(payment.provider_id), "3ds")
        assert (await shop.back(payment)).json()["state"] == "requires_action"
        shop.stripe.authenticate(str(payment.provider_id))
        assert (await shop.back(payment)).json()["state"] == "captured"
        assert (await shop.order_of(payment)).state == "paid"

    async def test_after_a_declined_card_another_may_pay(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.pay(str(payment.provider_id), "declined")
        said = (await shop.back(payment)).json()
        assert (said["state"], said["fault"]) == ("failed", "insufficient_funds")
        assert said["clientSecret"], "the same payment goes on"
        assert await shop.kinds(payment) == ["payment_failed"]
        await shop.back(payment)
        assert await shop.kinds(payment) == ["payment_failed"], "told once"
        shop.stripe.pay(str(payment.provider_id))
        assert (await shop.back(payment)).json()["state"] == "captured"
        assert (await shop.order_of(payment)).state == "paid"

    async def test_one_that_stripe_refuses_says_why(self, shop: Shop) -> None:
        payment = await shop.begun("card", 10)
        assert (payment.state, payment.fault) == ("failed", "amount_too_small")
        assert [job.state for job in await shop.work(ADVANCE)] == ["done"]
        # Neither has a name at the provider.
        other = await shop.begun("card", 10)
        assert (other.state, other.provider_id, payment.provider_id) == ("failed", None, None)

    @pytest.mark.parametrize(("currency", "total", "counted"), [("ISK", 500, 50_000), ("UGX", 40_000, 4_000_000)])
    async def test_currencies_that_stripe_counts_otherwise(
        self, shop: Shop, currency: str, total: int, counted: int
    ) -> None:
        await shop.configure(currency=currency)
        payment = await shop.begun("card", total, currency=currency)
        [intent] = shop.stripe.intents.values()
        assert (intent["amount"], intent["currency"]) == (counted, currency.lower())
        shop.stripe.pay(str(payment.provider_id))
        await shop.back(payment)
        assert (await shop.read(payment)).state == "captured"
        await shop.refund(payment, 100)
        await shop.work(REFUND)
        [refund] = shop.stripe.refunds
        assert refund["amount"] == counted * 100 // total

    async def test_an_amount_that_stripe_cannot_count_is_charged_as_no_other(self, shop: Shop) -> None:
        payment = await shop.pay("card", 1_000_050)
        async with shop.client.kit.database.transaction() as session:
            # As one that was begun while cards were still offered in it.
            await session.execute(update(Payment).where(Payment.id == payment.id).values(currency="MGA"))
        await shop.work(ADVANCE)
        payment = await shop.read(payment)
        assert (payment.state, payment.fault, shop.stripe.intents) == ("failed", "amount_not_whole", {})

    @pytest.mark.parametrize("currency", ["KWD", "BHD", "IRR", "MGA"])
    async def test_a_shop_in_a_currency_that_stripe_does_not_take_offers_none(self, shop: Shop, currency: str) -> None:
        await shop.configure(currency=currency)
        offered = (await shop.client.get("/ecom/payments/methods")).json()
        assert "card" not in [each["key"] for each in offered]
        status = (await shop.client.get("/ecom/payments/status", headers=shop.writer)).json()
        [card] = [each for each in status["gateways"] if each["key"] == "card"]
        assert (card["isOffered"], card["missing"]) == (False, ["currency"])


class TestByButton:
    async def test_approved_money_is_captured_once_the_order_takes_it(self, shop: Shop) -> None:
        payment = await shop.begun("button", 1_990)
        assert payment.state == "requires_action"
        order = shop.paypal.approve(str(payment.provider_id))
        assert order["intent"] == "AUTHORIZE"
        assert order["purchase_units"][0]["amount"] == {"currency_code": "GBP", "value": "19.90"}
        said = (await shop.back(payment)).json()
        assert said["state"] == "captured"
        assert shop.paypal.taken == 1_990
        assert (await shop.order_of(payment)).state == "paid"

    async def test_the_browser_gets_what_the_button_needs(self, shop: Shop) -> None:
        said = (await shop.back(await shop.pay("button"))).json()
        [order_id] = shop.paypal.orders
        assert (said["providerOrderId"], said["currency"]) == (order_id, "GBP")
        assert "clientSecret" not in said

    async def test_nothing_is_captured_for_an_order_that_was_cancelled(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        shop.paypal.approve(str(payment.provider_id))
        await shop.cancel_order(payment)
        assert (await shop.back(payment)).json()["state"] == "cancelled"
        assert shop.paypal.taken == 0
        assert not [path for _, path in shop.paypal.asked if "authorize" in path]

    async def test_what_was_authorised_is_voided_when_the_order_was_cancelled(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        shop.paypal.approve(str(payment.provider_id))
        shop.paypal.authorise(str(payment.provider_id))
        await shop.cancel_order(payment)
        await shop.later()
        [authorisation] = shop.paypal.orders[str(payment.provider_id)]["purchase_units"][0]["payments"][
            "authorizations"
        ]
        assert authorisation["status"] == "VOIDED"
        assert (await shop.read(payment)).state == "cancelled"
        assert shop.paypal.taken == 0

    async def test_a_declined_account_is_said_so(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        shop.paypal.approve(str(payment.provider_id))
        shop.paypal.declines = "INSTRUMENT_DECLINED"
        said = (await shop.back(payment)).json()
        assert (said["state"], said["fault"]) == ("failed", "instrument_declined")
        shop.paypal.declines = None
        shop.paypal.approve(str(payment.provider_id))
        assert (await shop.back(payment)).json()["state"] == "captured"

    async def test_an_order_that_paypal_has_forgotten_is_cancelled(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        shop.paypal.orders.clear()
        await shop.back(payment)
        assert (await shop.read(payment)).state == "cancelled"


@pytest.mark.parametrize("gateway", ["card", "button"])
class TestFaultsOfProviders:
    async def test_one_that_is_down_is_asked_again_until_it_is_back(self, shop: Shop, gateway: Any) -> None:
        provider: Any = shop.stripe if gateway == "card" else shop.paypal
        provider.fails_with = 500
        payment = await shop.pay(gateway)
        while any(job.state == "queued" for job in await shop.work(ADVANCE)):
            pass
        assert [job.state for job in await shop.work(ADVANCE)] == ["done"], "no failed job for each payment"
        there = await shop.read(payment)
        assert (there.state, there.fault) == ("pending", "payment_provider_unavailable")
        provider.fails_with = None
        await shop.later()
        assert (await shop.read(payment)).provider_id is not None

    @pytest.mark.parametrize("odd", [b"{", b"[]", b"null", b'{"id": "x"}', b'{"id": 1, "status": "succeeded"}'])
    async def test_one_that_answers_nonsense_is_no_payment(self, shop: Shop, gateway: Any, odd: bytes) -> None:
        payment = await shop.begun(gateway)
        provider: Any = shop.stripe if gateway == "card" else shop.paypal
        provider.odd_answer = odd
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Job).values(attempts=0))
        await shop.later()
        there = await shop.read(payment)
        assert (there.state in {"pending", "requires_action"}, there.fault) == (True, "payment_provider_unavailable")
        assert (await shop.order_of(payment)).state == "awaiting_payment"

    async def test_one_that_is_slow_is_given_up_for_now(
        self, shop: Shop, gateway: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        provider: Any = shop.stripe if gateway == "card" else shop.paypal
        provider.is_silent = True
        monkeypatch.setattr(asking, "SECONDS", 0.05)
        payment = await shop.pay(gateway)
        await shop.work(ADVANCE)
        assert provider.reached.is_set()
        assert (await shop.read(payment)).fault == "payment_provider_unavailable"

    async def test_one_at_which_nobody_listens_is_asked_again(
        self, shop: Shop, gateway: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        provider: Any = shop.stripe if gateway == "card" else shop.paypal

        async def refused(*_: Any) -> None:
            raise httpx.ConnectError("Connection refused")

        with monkeypatch.context() as patched:
            patched.setattr(asking, "_read", refused)
            payment = await shop.pay(gateway)
            await shop.work(ADVANCE)
        there = await shop.read(payment)
        assert (there.state, there.fault, provider.asked) == ("pending", "payment_provider_unavailable", [])
        await shop.later()
        assert (await shop.read(payment)).provider_id is not None

    async def test_one_whose_answers_get_lost_is_not_paid_twice(self, shop: Shop, gateway: Any) -> None:
        provider: Any = shop.stripe if gateway == "card" else shop.paypal
        provider.loses_answers = True
        payment = await shop.pay(gateway)
        await shop.work(ADVANCE)
        provider.loses_answers = False
        await shop.work(ADVANCE)
        payment = await shop.read(payment)
        if gateway == "card":
            shop.stripe.pay(str(payment.provider_id))
        else:
            shop.paypal.approve(str(payment.provider_id))
            shop.paypal.loses_answers = True
        await shop.back(payment)
        provider.loses_answers = False
        for _ in range(3):
            await shop.work()
        assert (await shop.read(payment)).state == "captured"
        assert (provider.taken, (await shop.order_of(payment)).paid_amount) == (4_999, 4_999)

    async def test_a_key_that_is_refused_is_said_so(self, shop: Shop, gateway: Any) -> None:
        await shop.configure(stripeSecretKey="sk_wrong", paypalClientSecret="wrong")
        payment = await shop.begun(gateway)
        assert payment.fault == "payment_provider_key_refused"
        provider = "stripe" if gateway == "card" else "paypal"
        answer = await shop.client.post("/ecom/payments/tests", json={"provider": provider}, headers=shop.writer)
        assert (answer.status_code, answer.json()["code"]) == (503, "payment_provider_key_refused")
        await shop.configure(stripeSecretKey=stripe.SECRET_KEY, paypalClientSecret="EK-secret")
        answer = await shop.client.post("/ecom/payments/tests", json={"provider": provider}, headers=shop.writer)
        assert answer.status_code == 204


@pytest.mark.parametrize("gateway", ["card", "button"])
class TestReconciling:
    async def test_a_buyer_who_closed_the_browser_has_paid(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.begun(gateway)
        if gateway == "card":
            shop.stripe.pay(str(payment.provider_id))
        else:
            shop.paypal.approve(str(payment.provider_id))
        await shop.later()
        assert (await shop.read(payment)).state == "captured"
        assert (await shop.order_of(payment)).state == "paid"

    async def test_one_whose_worker_never_came_is_begun(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.pay(gateway)
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Job).where(Job.name == ADVANCE).values(state="failed"))
        await shop.later()
        assert (await shop.read(payment)).provider_id is not None

    async def test_nobody_is_asked_each_minute_for_weeks(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.begun(gateway)
        provider: Any = shop.stripe if gateway == "card" else shop.paypal
        await shop.later(60 * 24)
        asked = len(provider.asked)
        await shop.later(60)
        assert len(provider.asked) == asked, "a tenth of a day has not gone by"
        await shop.later(120)
        assert len(provider.asked) > asked
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Payment).values(created_at=Payment.created_at - timedelta(days=31)))
        asked = len(provider.asked)
        await shop.later()
        assert len(provider.asked) == asked
        assert (await shop.read(payment)).state in {"pending", "requires_action"}

    async def test_the_payment_of_a_cancelled_order_is_cancelled_there(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.begun(gateway)
        await shop.cancel_order(payment)
        await shop.later()
        assert (await shop.read(payment)).state == "cancelled"
        if gateway == "card":
            assert shop.stripe.intents[str(payment.provider_id)]["status"] == "canceled"

    async def test_one_that_was_not_begun_in_time_never_is(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.pay(gateway)
        await shop.cancel_order(payment)
        await shop.work(ADVANCE)
        assert (await shop.read(payment)).state == "cancelled"
        assert (shop.stripe.asked, shop.paypal.asked) == ([], [])

    async def test_both_at_once_count_once(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.begun(gateway)
        if gateway == "card":
            shop.stripe.pay(str(payment.provider_id))
        else:
            shop.paypal.approve(str(payment.provider_id))
        path, said = f"/ecom/payments/{payment.id}/return", {"key": payment.key}
        at_once = {"Prefer": "respond-async"}
        await asyncio.gather(*[shop.client.post(path, json=said, headers=at_once) for _ in range(4)])
        await asyncio.gather(*[shop.work(ADVANCE) for _ in range(4)])
        assert (await shop.kinds(payment)).count("paid") == 1
        assert (shop.stripe.taken + shop.paypal.taken) == 4_999

"""Buyers who turn away from a payment: their order ends and others can buy, unless they have paid."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from ecom.payments import service
from ecom.payments.gateway import Facts, Seen
from ecom.payments.models import Payment
from ecom.payments.providers.paypal import PayPal as PayPalGateway
from ecom.payments.providers.stripe import Stripe as StripeGateway
from kit.runner import Runner
from kit.tables import Job
from tests.ecom import ordering
from tests.ecom.ordering import row
from tests.ecom.paying import ADVANCE, Shop, shop
from tests.kit.working import with_worker

__all__ = ["shop"]
BOTH = pytest.mark.parametrize("gateway", ["card", "button"])


async def withdraw(shop: Shop, payment: Payment, key: str | None = None) -> httpx.Response:
    """Turn away from a payment, as the buyer's browser tells."""
    asked = shop.client.post(f"/ecom/payments/{payment.id}/cancel", json={"key": key or payment.key})
    return await with_worker(shop.client, asked)


def pay(shop: Shop, gateway: str, payment: Payment) -> None:
    """Agree to a payment at the provider."""
    if gateway == "card":
        shop.stripe.pay(str(payment.provider_id))
    else:
        shop.paypal.approve(str(payment.provider_id))


async def states(shop: Shop, payment: Payment) -> tuple[str, str]:
    """Those of a payment and of its order."""
    return (await shop.read(payment)).state, (await shop.order_of(payment)).state


@BOTH
class TestWithdrawing:
    async def test_ends_the_order_and_what_the_provider_expects(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.begun(gateway)
        answer = await withdraw(shop, payment)
        assert (answer.status_code, answer.json()["state"]) == (200, "cancelled")
        assert await states(shop, payment) == ("cancelled", "cancelled")
        assert await shop.kinds(payment) == ["withdrawn"]
        if gateway == "card":
            assert shop.stripe.intents[str(payment.provider_id)]["status"] == "canceled"
        again = await withdraw(shop, payment)
        assert (again.status_code, again.json()["state"]) == (200, "cancelled")
        assert await shop.kinds(payment) == ["withdrawn"]

    async def test_before_the_provider_has_heard_of_it_tells_it_nothing(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.pay(gateway)
        asked = shop.client.post(
            f"/ecom/payments/{payment.id}/cancel", json={"key": payment.key}, headers={"Prefer": "respond-async"}
        )
        assert (await asked).status_code == 202
        async with shop.client.kit.database.reading() as session:
            mine = select(Job.id).where(Job.name == ADVANCE).order_by(Job.created_at, Job.id)
            [_, withdrawing] = await session.scalars(mine)
        await Runner(shop.client.kit, 1).run(withdrawing)
        assert await states(shop, payment) == ("cancelled", "cancelled")
        await shop.work()
        assert not shop.stripe.intents
        assert not shop.paypal.orders

    async def test_does_not_take_back_what_was_agreed_to(self, shop: Shop, gateway: Any) -> None:
        """The webhook has not come yet, so that only the provider knows."""
        payment = await shop.begun(gateway)
        pay(shop, gateway, payment)
        answer = await withdraw(shop, payment)
        assert (answer.status_code, answer.json()["state"], answer.json()["isSentBack"]) == (200, "captured", False)
        assert await states(shop, payment) == ("captured", "paid")
        assert shop.stripe.taken + shop.paypal.taken == 4_999

    async def test_while_the_provider_is_being_told_of_it_ends_it_there(
        self, shop: Shop, gateway: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        payment = await shop.pay(gateway)
        gateways: Any = StripeGateway if gateway == "card" else PayPalGateway
        kept = gateways.begin

        async def begin(self: Any, facts: Facts) -> Seen:
            seen: Seen = await kept(self, facts)
            # The provider has it, and the shop has not read the answer yet.
            async with shop.client.kit.database.transaction() as session:
                await service.withdraw(session, payment.id, payment.key)
                [withdrawing] = await session.scalars(select(Job.id).where(Job.state == "queued"))
            await Runner(shop.client.kit, 1).run(withdrawing)
            return seen

        monkeypatch.setattr(gateways, "begin", begin)
        await shop.work(ADVANCE)
        assert await states(shop, payment) == ("cancelled", "cancelled")
        assert [each["status"] for each in shop.stripe.intents.values()] == ["canceled"] * (gateway == "card")
        told = (await shop.back(payment)).json()
        assert told["state"] == "cancelled"
        assert not {"clientSecret", "providerOrderId"} & {*told}, "nobody can pay it"

    async def test_is_the_buyers_alone(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.begun(gateway)
        before = await states(shop, payment)
        assert (await withdraw(shop, payment, key="guessed")).status_code == 404
        assert await states(shop, payment) == before

    async def test_while_the_provider_is_away_changes_nothing(self, shop: Shop, gateway: Any) -> None:
        payment = await shop.begun(gateway)
        provider: Any = shop.stripe if gateway == "card" else shop.paypal
        provider.fails_with = 500
        asked = shop.client.post(
            f"/ecom/payments/{payment.id}/cancel", json={"key": payment.key}, headers={"Prefer": "respond-async"}
        )
        assert (await asked).status_code == 202
        await shop.work(ADVANCE)
        assert (await shop.order_of(payment)).state == "awaiting_payment"

    async def test_beside_the_buyers_other_tab_ends_one_way(self, shop: Shop, gateway: Any) -> None:
        """Paid, or cancelled with nothing taken: whichever the provider hears first."""
        payment = await shop.begun(gateway)

        async def agree() -> None:
            pay(shop, gateway, payment)
            await shop.client.post(
                f"/ecom/payments/{payment.id}/return", json={"key": payment.key}, headers={"Prefer": "respond-async"}
            )

        async def both() -> None:
            path, said = f"/ecom/payments/{payment.id}/cancel", {"key": payment.key}
            await asyncio.gather(agree(), *(shop.client.post(path, json=said) for _ in range(3)))

        await with_worker(shop.client, both())
        await shop.later()
        outcome = await states(shop, payment)
        taken = shop.stripe.taken + shop.paypal.taken
        assert (outcome, taken) in [(("captured", "paid"), 4_999), (("cancelled", "cancelled"), 0)]


class TestMoneyAfterwards:
    async def test_is_told_to_go_back(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        await shop.cancel_order(payment)
        pay(shop, "card", payment)
        answer = await shop.back(payment)
        assert (answer.json()["state"], answer.json()["isSentBack"]) == ("captured", True)
        await shop.work()
        answer = await shop.back(payment)
        assert (answer.json()["state"], answer.json()["isSentBack"]) == ("refunded", True)

    async def test_a_refund_that_somebody_asked_for_is_not_that(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        await shop.refund(payment, 1_000)
        await shop.work()
        assert (await shop.back(payment)).json()["isSentBack"] is False


class TestWhatIsNotWithdrawn:
    async def test_is_what_is_paid_later(self, shop: Shop) -> None:
        payment = await shop.pay("invoice")
        answer = await withdraw(shop, payment)
        assert (answer.status_code, answer.json()["code"]) == (409, "payment_not_open")

    async def test_is_what_the_shop_has_begun_to_pack(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        async with shop.client.kit.database.transaction() as session:
            order = await shop.order_of(payment)
            await session.execute(update(type(order)).where(type(order).id == order.id).values(state="preparing"))
        await withdraw(shop, payment)
        assert (await shop.order_of(payment)).state == "preparing"


async def test_an_order_ends_too_whose_approved_payment_is_declined_as_its_buyer_leaves(shop: Shop) -> None:
    payment = await shop.begun("button")
    shop.paypal.approve(str(payment.provider_id))
    shop.paypal.declines = "INSTRUMENT_DECLINED"
    await withdraw(shop, payment)
    assert (await shop.order_of(payment)).state == "cancelled"
    assert await shop.kinds(payment) == ["payment_failed", "withdrawn"]


async def test_the_last_one_can_be_bought_at_once_by_who_went_back(shop: Shop) -> None:
    seller = ordering.Shop(shop.client, shop.tokens)
    last = await seller.sell(stock=1, needs_delivery=False)
    request = seller.request(await seller.summary(row(last)), gateway="card")
    placed = await with_worker(shop.client, seller.send(request))
    payment = placed.json()["payment"]
    assert await seller.stock(last) == 0
    again = seller.request(await seller.summary(row(last)), gateway="card")
    assert (await seller.send(again)).status_code == 409, "somebody has it: the buyer themselves"
    said = {"key": payment["key"]}
    withdrawn = await with_worker(shop.client, shop.client.post(f"/ecom/payments/{payment['id']}/cancel", json=said))
    assert withdrawn.json()["state"] == "cancelled"
    assert await seller.stock(last) == 1
    again = seller.request(await seller.summary(row(last)), gateway="card")
    assert (await with_worker(shop.client, seller.send(again))).status_code == 201

"""How often providers are asked about payments and refunds, what is kept of their answers, and who is told of them."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, text, update

from ecom.orders.models import Order
from ecom.payments import reconciling, service
from ecom.payments.errors import ProviderRefused
from ecom.payments.gateway import Facts, Seen
from ecom.payments.models import Payment, Refund
from ecom.payments.providers.paypal import PayPal
from ecom.payments.providers.stripe import Stripe
from kit.jobs import enqueue
from kit.runner import Runner
from kit.tables import Job
from tests.ecom.paying import ADVANCE, REFUND, Shop, shop

__all__ = ["shop"]
AT_ONCE = {"Prefer": "respond-async"}


async def jobs(shop: Shop, name: str = ADVANCE) -> list[Job]:
    """The jobs of a name, the first first."""
    async with shop.client.kit.database.reading() as session:
        return [*await session.scalars(select(Job).where(Job.name == name).order_by(Job.id))]


async def called_back(shop: Shop, payment: Payment) -> str:
    """The address of the job that the buyer's browser is told of."""
    path = f"/ecom/payments/{payment.id}/return"
    answer = await shop.client.post(path, json={"key": payment.key}, headers=AT_ONCE)
    assert answer.status_code == 202, answer.text
    return answer.headers["Location"]


class TestOfOrdersThatTakeNoMoney:
    async def old_one(self, shop: Shop, *, is_declined: bool = False) -> Payment:
        """A payment of six hours ago, that was asked about just now: the next time would be in half an hour."""
        payment = await shop.begun("card")
        if is_declined:
            shop.stripe.pay(str(payment.provider_id), "declined")
        await shop.later(6 * 60)
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Payment).values(asked_at=text("now()")))
        return payment

    async def cancel(self, shop: Shop, payment: Payment, ago: str = "0 minutes") -> None:
        async with shop.client.kit.database.transaction() as session:
            values = {"state": "cancelled", "updated_at": text(f"now() - interval '{ago}'")}
            await session.execute(update(Order).where(Order.id == payment.order_id).values(values))

    async def test_money_that_no_webhook_told_of_is_back_within_minutes(self, shop: Shop) -> None:
        payment = await self.old_one(shop)
        await self.cancel(shop, payment)
        shop.stripe.pay(str(payment.provider_id))
        await shop.later()
        await shop.work()
        assert (shop.stripe.taken, (await shop.read(payment)).state) == (0, "refunded")

    async def test_a_card_that_was_declined_cannot_be_charged_later(self, shop: Shop) -> None:
        payment = await self.old_one(shop, is_declined=True)
        await self.cancel(shop, payment)
        await shop.later()
        assert shop.stripe.intents[str(payment.provider_id)]["status"] == "canceled"
        assert (await shop.read(payment)).state == "cancelled"

    async def test_what_is_open_of_a_paid_order_is_cancelled(self, shop: Shop) -> None:
        payment = await self.old_one(shop)
        async with shop.client.kit.database.transaction() as session:
            paid = {"paid_amount": 4_999, "state": "paid", "updated_at": text("now()")}
            await session.execute(update(Order).where(Order.id == payment.order_id).values(paid))
        await shop.later()
        assert (await shop.read(payment)).state == "cancelled"

    async def test_a_declined_account_is_not_asked_about_for_ever(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        shop.paypal.approve(str(payment.provider_id))
        shop.paypal.authorise(str(payment.provider_id))
        [authorisation] = shop.paypal.orders[str(payment.provider_id)]["purchase_units"][0]["payments"][
            "authorizations"
        ]
        authorisation["status"] = "DENIED"
        await shop.back(payment)
        assert (await shop.read(payment)).state == "failed"
        await self.cancel(shop, payment)
        await shop.later()
        assert (await shop.read(payment)).state == "cancelled"

    async def test_each_minute_ends_after_a_day(self, shop: Shop) -> None:
        payment = await self.old_one(shop)
        await self.cancel(shop, payment, ago="25 hours")
        asked = len(shop.stripe.asked)
        await shop.later()
        assert len(shop.stripe.asked) == asked
        await self.cancel(shop, payment, ago="23 hours")
        await shop.later()
        assert len(shop.stripe.asked) > asked


class TestByBuyers:
    async def test_a_job_that_waits_is_given_back(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        begun = len(await jobs(shop))
        addresses = await asyncio.gather(*[called_back(shop, payment) for _ in range(20)])
        assert len({*addresses}) == 1
        assert len(await jobs(shop)) == begun + 1
        await shop.work(ADVANCE)
        assert await called_back(shop, payment) not in addresses

    async def test_one_at_most_waits_behind_those_that_are_at_work(self, shop: Shop) -> None:
        payment, other = await shop.begun("card"), await shop.begun("card")
        first = await called_back(shop, payment)
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Job).where(Job.state == "queued").values(state="running"))
        second = await called_back(shop, payment)
        assert second != first, "the first may have asked before the buyer had paid"
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Job).where(Job.state == "queued").values(state="running"))
        [third] = {await called_back(shop, payment) for _ in range(5)}
        assert third not in {first, second}, "both may have asked before the buyer had paid"
        waiting = (await jobs(shop))[-1]
        assert third.endswith(str(waiting.id))
        assert waiting.run_at > waiting.created_at + timedelta(seconds=3), "nobody takes up all workers"
        assert await called_back(shop, other) not in {first, second, third}

    async def test_nobody_else_begins_any(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        begun = len(await jobs(shop))
        await shop.client.post(f"/ecom/payments/{payment.id}/return", json={"key": "guessed"}, headers=AT_ONCE)
        assert len(await jobs(shop)) == begun


async def test_an_order_that_is_sent_again_is_told_of_the_job_that_it_began(shop: Shop) -> None:
    payment = await shop.pay("card")
    [begun] = await jobs(shop)
    await called_back(shop, payment)
    async with shop.client.kit.database.transaction() as session:
        again = await service.beginning(session, payment)
    assert again is not None
    assert again.id == begun.id
    by_hand = await shop.pay("invoice")
    async with shop.client.kit.database.transaction() as session:
        assert await service.beginning(session, by_hand) is None


class TestWhatIsKept:
    async def test_only_the_buyer_is_told_what_pays(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        secret = shop.stripe.intents[str(payment.provider_id)]["client_secret"]
        assert (await shop.back(payment)).json()["clientSecret"] == secret
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Job).values(result=None))
        answer = await shop.client.post(f"/ecom/payments/{payment.id}/check", headers={**shop.writer, **AT_ONCE})
        await shop.work()
        told = (await shop.client.get(answer.headers["Location"], headers=shop.writer)).json()["result"]
        assert told == {"id": str(payment.id), "state": "pending", "fault": ""}
        await shop.later()
        raw, headers = shop.stripe.event("charge.updated", {"id": "ch_1", "payment_intent": payment.provider_id})
        await shop.tell((raw, headers))
        await shop.work()
        told_of = [job.result for job in await jobs(shop) if job.result is not None]
        assert len(told_of) == 3
        assert not [each for each in told_of if {*each} & {"clientSecret", "key"}]

    async def test_what_pays_is_not_kept_with_what_stripe_has_told(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        intent = shop.stripe.pay(str(payment.provider_id))
        await shop.tell(shop.stripe.event("payment_intent.succeeded", intent))
        [event] = await shop.events()
        assert intent["client_secret"] not in event.raw
        assert '"client_secret": ""' in event.raw
        assert intent["id"] in event.raw, "all else is as it was sent"


class TestFaultsThatPass:
    async def fail(self, shop: Shop, payment: Payment) -> None:
        shop.stripe.fails_with = 500
        await called_back(shop, payment)
        await shop.work(ADVANCE)
        shop.stripe.fails_with = None

    async def test_are_over_once_the_provider_answers(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        await self.fail(shop, payment)
        assert (await shop.read(payment)).fault == "payment_provider_unavailable"
        await shop.work()
        there = await shop.read(payment)
        assert (there.state, there.fault, there.fault_detail) == ("pending", "", "")

    async def test_leave_why_a_card_was_declined(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.pay(str(payment.provider_id), "declined")
        await shop.back(payment)
        await self.fail(shop, payment)
        assert (await shop.read(payment)).fault == "insufficient_funds"
        await shop.work()
        assert (await shop.read(payment)).fault == "insufficient_funds"
        assert await shop.kinds(payment) == ["payment_failed"], "told once"

    async def test_of_a_paid_payment_are_over_too(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        await self.fail(shop, payment)
        await shop.work()
        assert (await shop.read(payment)).fault == ""


@pytest.mark.parametrize("gateway", ["card", "button"])
async def test_two_that_begin_under_different_keys_are_one_payment(
    shop: Shop, gateway: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    payment = await shop.pay(gateway)
    provider: Any = shop.stripe if gateway == "card" else shop.paypal
    gateways: Any = Stripe if gateway == "card" else PayPal
    kept = gateways.begin
    both, there = asyncio.Event(), 0

    async def begin(self: Any, facts: Facts) -> Any:
        # Both have read that it is not begun; one of them as after a fault, whose number is in its key.
        nonlocal there
        there += 1
        facts = replace(facts, faults=there)
        if there == 2:
            both.set()
        await both.wait()
        return await kept(self, facts)

    monkeypatch.setattr(gateways, "begin", begin)
    async with shop.client.kit.database.transaction() as session:
        [first] = await session.scalars(select(Job.id).where(Job.state == "queued"))
        second = (await enqueue(session, ADVANCE, {"paymentId": str(payment.id)})).id
    runner = Runner(shop.client.kit, 2)
    await asyncio.gather(runner.run(first), runner.run(second))
    told = [job.result for job in await jobs(shop)]
    there_now = provider.intents if gateway == "card" else provider.orders
    assert len(there_now) == 2
    known = there_now[(await shop.read(payment)).provider_id]
    if gateway == "card":
        assert {each["clientSecret"] for each in told} == {known["client_secret"]}
        assert sorted(each["status"] for each in there_now.values()) == ["canceled", "requires_payment_method"]
    else:
        assert {each["providerOrderId"] for each in told} == {known["id"]}
    # What cancelled the other one is not what cancels this.
    await shop.cancel_order(payment)
    await shop.later()
    assert (await shop.read(payment)).state == "cancelled"
    if gateway == "card":
        assert {each["status"] for each in there_now.values()} == {"canceled"}


@pytest.mark.parametrize("refused", ["begin", "cancel"])
async def test_what_is_refused_of_a_second_one_is_no_failure_of_the_first(
    shop: Shop, refused: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    payment = await shop.pay("card")
    kept = Stripe.begin

    async def begin(self: Stripe, facts: Facts) -> Seen:
        # Another job is faster: the provider has the payment before this one has begun it.
        first = await kept(self, facts)
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Payment).values(provider_id=first.provider_id))
        if refused == "begin":
            raise ProviderRefused("No.", "no")
        return await kept(self, replace(facts, faults=1))

    async def cancel(self: Stripe, facts: Facts) -> Seen:
        raise ProviderRefused("No.", "no")

    monkeypatch.setattr(Stripe, "begin", begin)
    if refused == "cancel":
        monkeypatch.setattr(Stripe, "cancel", cancel)
    await shop.work(ADVANCE)
    there = await shop.read(payment)
    assert (there.state, there.provider_id) == ("pending", next(iter(shop.stripe.intents)))
    assert there.fault != "differs"
    shop.stripe.pay(str(there.provider_id))
    await shop.back(there)
    assert (await shop.read(payment)).state == "captured"


class TestStuckRefunds:
    async def test_are_not_asked_for_each_minute_for_ever(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        shop.stripe.refund_status = "pending"
        await shop.refund(payment, 1_000)
        await shop.work(REFUND)
        await shop.later(24 * 60)
        asked = len(shop.stripe.asked)
        await shop.later(60)
        assert len(shop.stripe.asked) == asked, "a tenth of a day has not gone by"
        await shop.later(120)
        assert len(shop.stripe.asked) > asked

    async def test_leave_room_for_the_others(self, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
        payment = await shop.paid("card")
        shop.stripe.refund_status = "pending"
        for amount in (100, 200, 300):
            await shop.refund(payment, amount)
        await shop.work(REFUND)
        monkeypatch.setattr(reconciling, "_AT_ONCE", 1)
        asked: list[str] = []
        for _ in range(3):
            await shop.later(20)
            asked = [job.args["refundId"] for job in (await jobs(shop, REFUND))[3:]]
        async with shop.client.kit.database.reading() as session:
            known = {str(each) for each in await session.scalars(select(Refund.id))}
        assert {*asked} == known, "each had its turn"

"""Orders whose time is over while money is there or on its way: the provider is asked before they are cancelled."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from ecom.orders.models import Order
from ecom.payments import tasks
from ecom.payments.applying import capture
from ecom.payments.models import Payment
from ecom.payments.repository import PaymentRepository
from ecom.payments.tasks import EXPIRE
from kit.jobs import enqueue
from tests.ecom.paying import ADVANCE, REFUND, Shop, shop
from tests.waiting_transactions import until_somebody_waits

__all__ = ["shop"]
A_SECOND, SOME_DAYS = timedelta(seconds=1), timedelta(days=3)


async def be_late(shop: Shop, payment: Payment, late: timedelta, asked: timedelta | None = None) -> None:
    """Have the time of a payment's order be over for so long, its provider last asked so long ago."""
    now = datetime.now(UTC)
    async with shop.client.kit.database.transaction() as session:
        ended = update(Order).where(Order.id == payment.order_id).values(expires_at=now - late)
        await session.execute(ended)
        rested = update(Payment).where(Payment.id == payment.id).values(asked_at=now - (asked or late / 5))
        await session.execute(rested)
        await enqueue(session, EXPIRE, {})


async def expire(shop: Shop, payment: Payment, late: timedelta = A_SECOND, asked: timedelta | None = None) -> None:
    """Have an order be late, and done what follows from it."""
    await be_late(shop, payment, late, asked)
    await shop.work(EXPIRE)
    await shop.work(ADVANCE)


async def in_vain(shop: Shop, payment: Payment, late: timedelta) -> None:
    """Have a provider asked about a late order until nobody asks it any more for now."""
    await expire(shop, payment, late)
    while any(job.state == "queued" for job in await shop.work(ADVANCE)):
        pass


async def captured_later(shop: Shop) -> tuple[Payment, dict[str, Any]]:
    """A payment that its buyer has agreed to, and PayPal's capture of it, which waits for a bank."""
    payment = await shop.begun("button")
    shop.paypal.capture_status = "PENDING"
    shop.paypal.approve(str(payment.provider_id))
    await shop.back(payment)
    [order] = shop.paypal.orders.values()
    [part] = order["purchase_units"][0]["payments"]["captures"]
    return payment, part


async def state_of(shop: Shop, payment: Payment) -> str:
    """That of a payment's order."""
    return (await shop.order_of(payment)).state


class TestExpiring:
    async def test_takes_what_was_paid_untold(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.pay(str(payment.provider_id))
        await expire(shop, payment)
        order = await shop.order_of(payment)
        assert (order.state, order.paid_amount) == ("paid", 4_999)
        await shop.work(REFUND)
        assert (await shop.refunds(), shop.stripe.taken) == ([], 4_999)

    async def test_cancels_what_nobody_has_paid(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        await expire(shop, payment)
        assert (await state_of(shop, payment), (await shop.read(payment)).state) == ("cancelled", "cancelled")
        assert (await shop.kinds(payment), await shop.mails()) == (["expired"], [])
        assert shop.stripe.intents[str(payment.provider_id)]["status"] == "canceled", "nobody can pay it"

    async def test_keeps_the_order_while_a_capture_is_on_its_way(self, shop: Shop) -> None:
        payment, part = await captured_later(shop)
        for _ in range(2):
            await expire(shop, payment, SOME_DAYS)
            assert await state_of(shop, payment) == "awaiting_payment"
        part["status"] = "COMPLETED"
        await expire(shop, payment, SOME_DAYS)
        assert (await state_of(shop, payment), await shop.refunds()) == ("paid", [])

    async def test_keeps_it_also_where_the_provider_is_away_for_a_moment(self, shop: Shop) -> None:
        payment, part = await captured_later(shop)
        shop.paypal.fails_with = 500
        await in_vain(shop, payment, SOME_DAYS)
        await expire(shop, payment, SOME_DAYS)
        assert await state_of(shop, payment) == "awaiting_payment"
        shop.paypal.fails_with, part["status"] = None, "COMPLETED"
        await expire(shop, payment, SOME_DAYS)
        assert (await state_of(shop, payment), await shop.refunds()) == ("paid", [])

    async def test_reaches_every_late_order_however_many_are_kept(
        self, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tasks, "LATE_AT_ONCE", 1)
        kept, _ = await captured_later(shop)
        unpaid = [await shop.begun("card") for _ in range(2)]
        await asyncio.gather(*(be_late(shop, payment, SOME_DAYS) for payment in (kept, *unpaid)))
        await shop.work(EXPIRE)
        await shop.work(ADVANCE)
        states = [await state_of(shop, payment) for payment in (kept, *unpaid)]
        assert states == ["awaiting_payment", "cancelled", "cancelled"]

    async def test_cancels_once_the_capture_is_declined_and_tells_the_buyer(self, shop: Shop) -> None:
        payment, part = await captured_later(shop)
        part["status"] = "DECLINED"
        await expire(shop, payment)
        order = await shop.order_of(payment)
        assert order.state == "cancelled"
        [mail] = await shop.mails()
        assert (mail["kind"], mail["toAddress"]) == ("order_cancelled", order.email)

    async def test_keeps_the_order_while_an_authorisation_is_looked_through(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        order = shop.paypal.approve(str(payment.provider_id))
        shop.paypal.authorise(order["id"])
        [part] = order["purchase_units"][0]["payments"]["authorizations"]
        part["status"] = "PENDING"
        await expire(shop, payment)
        assert await state_of(shop, payment) == "awaiting_payment"
        part["status"] = "CREATED"
        await expire(shop, payment)
        assert (await state_of(shop, payment), shop.paypal.taken) == ("paid", 4_999)

    async def test_waits_for_a_provider_that_is_away_but_not_for_ever(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.fails_with = 500
        await in_vain(shop, payment, A_SECOND)
        assert await state_of(shop, payment) == "awaiting_payment"
        await in_vain(shop, payment, timedelta(hours=7))
        assert await state_of(shop, payment) == "awaiting_payment"
        # The last question was a moment ago.
        await expire(shop, payment, timedelta(hours=7), asked=A_SECOND)
        assert await state_of(shop, payment) == "cancelled"
        # Nobody knows whether they have paid: the buyer was told to wait.
        assert [mail["kind"] for mail in await shop.mails()] == ["order_cancelled"]

    async def test_asks_a_provider_that_was_away_once_more_before_it_gives_up(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.fails_with = 500
        await in_vain(shop, payment, A_SECOND)
        shop.stripe.fails_with = None
        shop.stripe.pay(str(payment.provider_id))
        # The next question would be more than half an hour away.
        await expire(shop, payment, timedelta(hours=7), asked=timedelta(minutes=10))
        assert (await state_of(shop, payment), await shop.refunds()) == ("paid", [])

    async def test_asks_first_however_late_it_is_and_whatever_stood_in_the_way_before(self, shop: Shop) -> None:
        """The site was down since a card was declined, and another was taken."""
        payment = await shop.begun("card")
        shop.stripe.pay(str(payment.provider_id), "declined")
        await shop.back(payment)
        shop.stripe.pay(str(payment.provider_id))
        await expire(shop, payment, timedelta(hours=8), asked=timedelta(hours=9))
        assert (await state_of(shop, payment), await shop.refunds()) == ("paid", [])

    async def test_ends_nothing_that_the_shop_has_opened_anew(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        await be_late(shop, payment, A_SECOND)
        await shop.work(EXPIRE)
        async with shop.client.kit.database.transaction() as session:
            later = update(Order).where(Order.id == payment.order_id)
            await session.execute(later.values(expires_at=datetime.now(UTC) + timedelta(hours=1)))
        await shop.work(ADVANCE)
        assert await state_of(shop, payment) == "awaiting_payment"
        assert shop.stripe.intents[str(payment.provider_id)]["status"] == "requires_payment_method"

    async def test_beside_what_pays_the_order_ends_nothing(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        await be_late(shop, payment, A_SECOND)
        async with shop.client.kit.database.transaction() as session:
            await capture(session, await PaymentRepository(session).get_for_update(payment.id))
            expiring = asyncio.create_task(shop.work(EXPIRE))
            await until_somebody_waits(session)
        assert [job.state for job in await expiring] == ["done"], "the orders behind it are not kept waiting"
        assert await state_of(shop, payment) == "paid"
        assert await shop.kinds(payment) == ["paid"]

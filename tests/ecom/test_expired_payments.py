"""Orders whose time is over while money is there or on its way: the provider is asked before they are cancelled."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import update

from ecom.orders.models import Order
from ecom.payments.models import Payment
from ecom.payments.tasks import EXPIRE
from kit.jobs import enqueue
from tests.ecom.paying import ADVANCE, REFUND, Shop, shop

__all__ = ["shop"]


async def expire(shop: Shop, payment: Payment, late: timedelta = timedelta(seconds=1)) -> None:
    """Have the time of a payment's order be over, and done what follows from it."""
    async with shop.client.kit.database.transaction() as session:
        ended = update(Order).where(Order.id == payment.order_id).values(expires_at=datetime.now(UTC) - late)
        await session.execute(ended)
        # The provider was last asked long ago.
        await session.execute(update(Payment).where(Payment.id == payment.id).values(asked_at=None))
        await enqueue(session, EXPIRE, {})
    await shop.work(EXPIRE)
    await shop.work(ADVANCE)


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
        assert ((await shop.order_of(payment)).state, (await shop.read(payment)).state) == ("cancelled", "cancelled")
        assert "expired" in await shop.kinds(payment)

    async def test_keeps_the_order_while_a_capture_is_on_its_way(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        shop.paypal.capture_status = "PENDING"
        shop.paypal.approve(str(payment.provider_id))
        await shop.back(payment)
        for _ in range(2):
            await expire(shop, payment, timedelta(days=3))
            assert (await shop.order_of(payment)).state == "awaiting_payment"
        [order] = shop.paypal.orders.values()
        order["purchase_units"][0]["payments"]["captures"][0]["status"] = "COMPLETED"
        await expire(shop, payment, timedelta(days=3))
        assert ((await shop.order_of(payment)).state, await shop.refunds()) == ("paid", [])

    async def test_cancels_once_the_capture_is_declined(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        shop.paypal.capture_status = "PENDING"
        shop.paypal.approve(str(payment.provider_id))
        await shop.back(payment)
        [order] = shop.paypal.orders.values()
        order["purchase_units"][0]["payments"]["captures"][0]["status"] = "DECLINED"
        await expire(shop, payment)
        assert (await shop.order_of(payment)).state == "cancelled"

    async def test_waits_for_a_provider_that_is_away_but_not_for_ever(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.fails_with = 500
        await expire(shop, payment)
        assert (await shop.order_of(payment)).state == "awaiting_payment"
        await expire(shop, payment, timedelta(hours=7))
        assert (await shop.order_of(payment)).state == "cancelled"

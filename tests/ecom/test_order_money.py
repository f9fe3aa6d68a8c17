"""Orders that are paid, refunded and not paid in time, and what becomes of the stock."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from ecom.orders import paying
from ecom.orders.errors import RefundTooLarge
from ecom.orders.models import Order
from ecom.orders.paying import RefundedRow
from ecom.payments.tasks import EXPIRE
from kit.db import new_id
from kit.jobs import enqueue
from tests.ecom.order_money import mails, pay, refund
from tests.ecom.ordering import Shop, run_jobs, shop

__all__ = ["shop"]


class TestPaying:
    async def test_takes_the_whole_amount_in_its_currency_once(self, shop: Shop) -> None:
        order, payment = await shop.buy(await shop.sell(1000)), new_id()
        assert not await pay(shop, order, 1)
        assert not await pay(shop, order, currency="EUR")
        assert not await pay(shop, order, order_id=new_id())
        assert await pay(shop, order, payment_id=payment)
        assert await pay(shop, order, payment_id=payment)
        assert not await pay(shop, order)
        order = await shop.order(order["id"])
        assert (order["state"], order["paymentState"], order["paidAmount"]) == ("paid", "paid", order["totalInclTax"])
        assert [event["kind"] for event in order["events"]] == ["placed", "paid"]

    async def test_is_too_late_for_a_cancelled_one(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        await shop.changed(order, state="cancelled")
        assert not await pay(shop, order)

    async def test_of_one_that_was_sent_leaves_it_sent(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        await shop.changed(order, state="sent")
        assert await pay(shop, order)
        order = await shop.order(order["id"])
        assert (order["state"], order["paymentState"], order["nextStates"]) == (
            "sent",
            "paid",
            ["paid", "preparing", "completed"],
        )

    async def test_is_written_down_where_it_failed(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        async with shop.client.kit.database.transaction() as session:
            await paying.payment_failed(session, order["id"], new_id(), "card_declined")
        [*_, event] = (await shop.order(order["id"]))["events"]
        assert (event["kind"], event["details"]["reason"]) == ("payment_failed", "card_declined")

    async def test_asks_for_the_mails_once(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        await pay(shop, order)
        first, second = await mails(shop)
        assert (first["kind"], first["toAddress"]) == ("customer_order", "zoe@example.org")
        assert (second["kind"], second["toAddress"]) == ("admin_order", None)
        assert second["url"].endswith(f"/cms-ecom/orders/{order['id']}")
        assert first["data"]["rows"][0]["productGroup"] == {"name": "Log basket"}


class TestRefunds:
    async def test_are_per_row_and_give_stock_back_when_asked(self, shop: Shop) -> None:
        product = await shop.sell(1000, stock=5)
        order = await shop.buy(product, 3)
        await pay(shop, order)
        line, refund_id = uuid.UUID(order["rows"][0]["id"]), new_id()
        for _ in range(2):
            await refund(shop, order, 1000, RefundedRow(line, 1, gives_back_stock=True), refund_id=refund_id)
        order = await shop.order(order["id"])
        assert (order["state"], order["paymentState"], order["refundedAmount"]) == ("paid", "part_refunded", 1000)
        assert (order["rows"][0]["refundedQuantity"], order["rows"][0]["returnedQuantity"]) == (1, 1)
        assert await shop.stock(product) == 3
        await refund(shop, order, order["totalInclTax"] - 1000, RefundedRow(line, 2))
        order = await shop.order(order["id"])
        assert (order["state"], order["paymentState"], order["nextStates"]) == ("refunded", "refunded", [])
        assert await shop.stock(product) == 3
        assert [mail["data"]["refundedAmount"] for mail in await mails(shop) if mail["kind"] == "order_refunded"] == [
            1000,
            order["totalInclTax"] - 1000,
        ]

    @pytest.mark.parametrize(("amount", "quantity"), [(0, 1), (100_000, 1), (100, 4), (100, 0)])
    async def test_are_bounded_by_what_was_paid_and_bought(self, shop: Shop, amount: int, quantity: int) -> None:
        order = await shop.buy(await shop.sell(1000), 3)
        await pay(shop, order)
        async with shop.client.kit.database.transaction() as session:
            asked = RefundedRow(uuid.UUID(order["rows"][0]["id"]), quantity)
            with pytest.raises(RefundTooLarge):
                await paying.check_refund(session, order["id"], amount, [asked], paying.OnTheWay())


class TestExpiring:
    async def test_cancels_what_was_not_paid_in_time_and_nothing_else(self, shop: Shop) -> None:
        product = await shop.sell(1000, stock=9)
        late, early, paid, kept = [await shop.buy(product) for _ in range(4)]
        await pay(shop, paid)
        now = datetime.now(UTC)
        for order, ends in ((late, now - timedelta(seconds=1)), (early, now + timedelta(hours=1)), (paid, now)):
            await move(shop, order, ends)
        for _ in range(2):
            async with shop.client.kit.database.transaction() as session:
                await enqueue(session, EXPIRE, {})
            await run_jobs(shop.client, EXPIRE)
        states = [(await shop.order(order["id"]))["state"] for order in (late, early, paid, kept)]
        assert states == ["cancelled", "awaiting_payment", "paid", "awaiting_payment"]
        assert await shop.stock(product) == 6
        assert [event["kind"] for event in (await shop.order(late["id"]))["events"]] == ["placed", "expired"]
        assert not await pay(shop, late)


async def move(shop: Shop, order: dict[str, Any], ends: datetime) -> None:
    """Have an order end at another time."""
    async with shop.client.kit.database.transaction() as session:
        await session.execute(update(Order).where(Order.id == order["id"]).values(expires_at=ends))


class TestUntrackedProducts:
    async def test_give_nothing_back_that_was_never_taken(self, shop: Shop) -> None:
        counted_since, tracked = await shop.sell(1000), await shop.sell(1000, stock=3)
        orders = [await shop.buy(counted_since, 2), await shop.buy(counted_since, 2), await shop.buy(tracked, 2)]
        count = {"stock": 10, "stockSeen": 0}
        address = f"/ecom/products/{counted_since}/stock-adjustments"
        headers = {**shop.writer, "Idempotency-Key": "counted"}
        assert (await shop.client.post(address, json=count, headers=headers)).status_code == 201
        await shop.changed(orders[0], state="cancelled")
        await pay(shop, orders[1])
        line = RefundedRow(uuid.UUID(orders[1]["rows"][0]["id"]), 1, gives_back_stock=True)
        await refund(shop, orders[1], 1000, line)
        await shop.changed(orders[2], state="cancelled")
        assert (await shop.stock(counted_since), await shop.stock(tracked)) == (10, 3)

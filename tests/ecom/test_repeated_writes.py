"""Writes of the shop's people that take no key: whoever got no answer sends them once more, and they are done once."""

from functools import partial
from typing import Any

import pytest
from sqlalchemy import func, select

from kit.tables import OutboxRow
from tests.ecom import paying
from tests.ecom.ordering import Shop, shop
from tests.ecom.paying import REFUND
from tests.ecom.paying import shop as provided
from tests.ecom.test_billed_orders import bill, given_up, unpaid

__all__ = ["provided", "shop"]


async def mails(shop: Shop) -> int:
    """How many were asked for."""
    async with shop.client.kit.database.reading() as session:
        query = select(func.count()).where(OutboxRow.name == "ecom.mail_requested")
        return await session.scalar(query) or 0


async def refused(shop: Shop, order: dict[str, Any], send: Any, mailed: int = 1) -> tuple[int, str]:
    """Sends it, and again; what the second was answered. It mails nobody, and leaves the order as it is."""
    before = await mails(shop)
    first = await send()
    assert first.is_success, first.text
    done, told = await shop.order(order["id"]), await mails(shop)
    assert told == before + mailed
    second = await send()
    assert (await shop.order(order["id"]), await mails(shop)) == (done, told)
    return second.status_code, second.json()["code"]


async def test_an_order_is_sent_once(shop: Shop) -> None:
    order = await shop.buy(await shop.sell(1000))
    assert await refused(shop, order, lambda: shop.put(order, state="sent")) == (412, "precondition_failed")


@pytest.mark.parametrize("begun", [unpaid, given_up])
async def test_an_order_is_billed_once(shop: Shop, begun: Any) -> None:
    order = await begun(shop, await shop.sell(1000, stock=5))
    assert await refused(shop, order, lambda: bill(shop, order)) == (409, "order_state_refused")
    # Nor is it once the shop has thought better of it.
    await shop.changed(order, state="cancelled")
    assert (await bill(shop, order)).status_code == 409
    assert (await shop.order(order["id"]))["state"] == "cancelled"


async def test_money_comes_once(shop: Shop) -> None:
    order = await shop.buy(await shop.sell(1000))
    listed = await shop.client.get("/ecom/payments", params={"order-id": order["id"]}, headers=shop.reader)
    [payment] = listed.json()["results"]
    path = f"/ecom/payments/{payment['id']}/receipt"
    receive = partial(shop.client.post, path, headers=shop.writer)
    assert await refused(shop, order, receive, mailed=0) == (409, "payment_not_open")


async def test_a_refund_is_tried_once(provided: paying.Shop) -> None:
    shop = provided
    payment = await shop.paid("card")
    shop.stripe.refund_error = "insufficient_funds"
    await shop.refund(payment, 1_000)
    await shop.work()
    shop.stripe.refund_error = None
    [refund] = await shop.refunds()
    path = f"/ecom/refunds/{refund.id}/retry"
    answers = [await shop.client.post(path, headers=shop.writer)]
    answers.append(await shop.client.post(path, headers=shop.writer))
    await shop.work(REFUND)
    answers.append(await shop.client.post(path, headers=shop.writer))
    assert [(each.status_code, each.json().get("code")) for each in answers] == [
        (200, None),
        (409, "refund_not_failed"),
        (409, "refund_not_failed"),
    ]
    assert shop.stripe.taken == 3_999

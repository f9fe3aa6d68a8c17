"""Orders that nobody paid online, and that the shop has paid by invoice instead."""

import uuid
from typing import Any

import pytest
from sqlalchemy import select, update

from ecom.config_entries.entries import entries
from ecom.orders import paying
from ecom.orders.models import Order
from ecom.payments.models import Payment
from kit.db import new_id
from kit.tables import OutboxRow
from tests.ecom.ordering import Shop, shop

__all__ = ["shop"]


async def unpaid(shop: Shop, product: uuid.UUID) -> dict[str, Any]:
    """An order that waits for a card."""
    order = await shop.buy(product)
    order_id = uuid.UUID(order["id"])
    async with shop.client.kit.database.transaction() as session:
        await session.execute(update(Payment).where(Payment.order_id == order_id).values(gateway="card"))
        await session.execute(update(Order).where(Order.id == order_id).values(gateway="card", confirmed_at=None))
    return order


async def given_up(shop: Shop, product: uuid.UUID) -> dict[str, Any]:
    """One that its buyer has left, which cancelled it."""
    order = await unpaid(shop, product)
    async with shop.client.kit.database.transaction() as session:
        await paying.payment_abandoned(session, uuid.UUID(order["id"]), "withdrawn")
    return await shop.order(order["id"])


async def bill(shop: Shop, order: dict[str, Any]) -> Any:
    """What is answered to who wants an order to be paid by invoice."""
    body = {"orderId": order["id"], "gateway": "invoice"}
    return await shop.client.post("/ecom/payments", json=body, headers=shop.writer)


async def mailed(shop: Shop) -> list[dict[str, Any]]:
    """What was asked to be mailed."""
    async with shop.client.kit.database.reading() as session:
        query = select(OutboxRow.payload).where(OutboxRow.name == "ecom.mail_requested").order_by(OutboxRow.id)
        return [*(await session.scalars(query)).all()]


async def test_a_cancelled_one_is_open_again_and_its_buyer_can_pay(shop: Shop) -> None:
    async with shop.client.kit.database.transaction() as session:
        await entries.put(session, {"invoiceInstructions": "Within 14 days"})
    product = await shop.sell(1000, stock=1)
    order = await given_up(shop, product)
    before = await mailed(shop)
    assert (order["state"], await shop.stock(product)) == ("cancelled", 1)
    answer = await bill(shop, order)
    assert (answer.status_code, answer.json()["gateway"], answer.json()["state"]) == (201, "invoice", "pending")
    billed = await shop.order(order["id"])
    assert (billed["state"], billed["gateway"], billed["expiresAt"]) == ("awaiting_payment", "invoice", None)
    assert await shop.stock(product) == 0
    assert [each["kind"] for each in billed["events"]][-2:] == ["billed", "state_changed"]
    assert billed["events"][-2]["actorId"] is not None
    [mail] = (await mailed(shop))[len(before) :]
    assert (mail["kind"], mail["toAddress"]) == ("customer_order", "zoe@example.org")
    assert (mail["data"]["isPaid"], mail["data"]["paymentInstructions"]) == (False, "Within 14 days")
    paid = await shop.client.post(f"/ecom/payments/{answer.json()['id']}/receipt", headers=shop.writer)
    assert paid.status_code == 200, paid.text
    assert (await shop.order(order["id"]))["state"] == "paid"


async def test_one_that_waits_does_so_without_an_end(shop: Shop) -> None:
    order = await unpaid(shop, await shop.sell(1000))
    async with shop.client.kit.database.transaction() as session:
        due = update(Order).where(Order.id == uuid.UUID(order["id"])).values(expires_at=Order.created_at)
        await session.execute(due)
    assert (await bill(shop, order)).status_code == 201
    billed = await shop.order(order["id"])
    assert (billed["state"], billed["gateway"], billed["expiresAt"]) == ("awaiting_payment", "invoice", None)


async def test_it_is_billed_once(shop: Shop) -> None:
    order = await given_up(shop, await shop.sell(1000))
    assert (await bill(shop, order)).status_code == 201
    count = len(await mailed(shop))
    again = await bill(shop, order)
    assert (again.status_code, again.json()["code"]) == (409, "order_state_refused")
    assert len(await mailed(shop)) == count


async def test_it_stays_cancelled_where_its_products_are_gone(shop: Shop) -> None:
    product = await shop.sell(1000, stock=1)
    order = await given_up(shop, product)
    await shop.buy(product)
    answer = await bill(shop, order)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_in_stock")
    now = await shop.order(order["id"])
    assert (now["state"], now["gateway"], now["version"]) == ("cancelled", "card", order["version"])


async def test_it_stays_as_it_is_where_the_shop_takes_no_invoices(shop: Shop) -> None:
    order = await given_up(shop, await shop.sell(1000))
    async with shop.client.kit.database.transaction() as session:
        await entries.put(session, {"invoiceOn": False})
    answer = await bill(shop, order)
    assert (answer.status_code, answer.json()["code"]) == (409, "gateway_not_offered")
    assert "under Payments" in answer.json()["detail"]
    assert (await shop.order(order["id"]))["state"] == "cancelled"


@pytest.mark.parametrize("gateway", ["card", "invoice"])
async def test_no_other_is_billed(shop: Shop, gateway: str) -> None:
    order = await shop.buy(await shop.sell(1000))
    if gateway == "card":
        order = await unpaid(shop, await shop.sell(1000))
        async with shop.client.kit.database.transaction() as session:
            assert await paying.paid(session, uuid.UUID(order["id"]), new_id(), order["totalInclTax"], "GBP")
    answer = await bill(shop, order)
    assert (answer.status_code, answer.json()["code"]) == (409, "order_state_refused")


async def test_one_that_there_is_not_is_not_found(shop: Shop) -> None:
    answer = await bill(shop, {"id": str(new_id())})
    assert (answer.status_code, answer.json()["code"]) == (404, "order_not_found")

"""Orders that the shop has billed, and what was begun before to have them paid by card."""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import update

from ecom.orders.models import Order
from ecom.orders.service import expire
from tests.ecom import ordering
from tests.ecom.ordering import row
from tests.ecom.paying import Shop, shop
from tests.kit.working import with_worker

__all__ = ["shop"]


@pytest.fixture
def seller(shop: Shop) -> ordering.Shop:
    """The same shop, with something to sell."""
    return ordering.Shop(shop.client, shop.tokens)


async def of_card(shop: Shop, seller: ordering.Shop, stock: int = 1) -> dict[str, Any]:
    """The answer to an order of the last one of a product, which waits for a card; and which product it is."""
    product = await seller.sell(stock=stock, needs_delivery=False)
    request = seller.request(await seller.summary(row(product)), gateway="card")
    placed = await with_worker(shop.client, seller.send(request))
    assert placed.status_code == 201, placed.text
    return {**placed.json(), "productId": product}


async def turn_away(shop: Shop, order: dict[str, Any]) -> dict[str, Any]:
    """Leave the payment that an order was placed with, as the buyer's tab does."""
    return await asked(shop, order, "cancel")


async def asked(shop: Shop, order: dict[str, Any], what: str) -> dict[str, Any]:
    """What the buyer's tab is told of the payment that an order was placed with."""
    path, said = f"/ecom/payments/{order['payment']['id']}/{what}", {"key": order["payment"]["key"]}
    answer = await with_worker(shop.client, shop.client.post(path, json=said))
    assert answer.status_code == 200, answer.text
    payment: dict[str, Any] = answer.json()
    return payment


async def bill(shop: Shop, order: dict[str, Any]) -> str:
    """Have an order paid by invoice; the payment's id."""
    body = {"orderId": order["id"], "gateway": "invoice"}
    answer = await shop.client.post("/ecom/payments", json=body, headers=shop.writer)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def receive(shop: Shop, payment_id: str) -> tuple[int, str]:
    """Say that the money of an invoice has come; the status and code of the answer."""
    answer = await shop.client.post(f"/ecom/payments/{payment_id}/receipt", headers=shop.writer)
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("is_cancelled", [False, True])
async def test_who_turns_away_from_the_card_leaves_the_invoice(
    shop: Shop, seller: ordering.Shop, is_cancelled: bool
) -> None:
    order = await of_card(shop, seller)
    if is_cancelled:
        await turn_away(shop, order)
        assert await seller.stock(order["productId"]) == 1
    invoice = await bill(shop, order)
    assert (await turn_away(shop, order))["state"] == "cancelled"
    [intent] = shop.stripe.intents.values()
    assert intent["status"] == "canceled"
    billed = await seller.order(order["id"])
    assert (billed["state"], billed["gateway"]) == ("awaiting_payment", "invoice")
    assert await seller.stock(order["productId"]) == 0
    await shop.later()
    assert await receive(shop, invoice) == (200, "")
    assert (await seller.order(order["id"]))["state"] == "paid"


async def test_the_tab_of_a_buyer_is_told_that_the_order_stands(shop: Shop, seller: ordering.Shop) -> None:
    order = await of_card(shop, seller)
    assert order["payment"]["isBilled"] is False
    async with shop.client.kit.database.transaction() as session:
        over = update(Order).where(Order.id == uuid.UUID(order["id"])).values(expires_at=datetime.now(UTC))
        await session.execute(over)
    async with shop.client.kit.database.transaction() as session:
        assert await expire(session, uuid.UUID(order["id"]))
    told = await asked(shop, order, "return")
    assert (told["state"], told["isBilled"]) == ("cancelled", False)
    invoice = await bill(shop, order)
    for what in ("return", "cancel"):
        told = await asked(shop, order, what)
        assert (told["state"], told["isBilled"]) == ("cancelled", True)
    await seller.changed(order, state="cancelled")
    assert (await asked(shop, order, "return"))["isBilled"] is False
    await seller.changed(order, state="awaiting_payment")
    assert await receive(shop, invoice) == (200, "")
    assert (await asked(shop, order, "return"))["isBilled"] is True


class TestPaidByCardAfterAll:
    async def test_has_a_receipt_for_its_buyer_who_was_asked_for_a_transfer(
        self, shop: Shop, seller: ordering.Shop
    ) -> None:
        order = await of_card(shop, seller)
        await bill(shop, order)
        before = len(await shop.mails())
        [intent] = shop.stripe.intents
        told = await shop.tell(shop.stripe.event("payment_intent.succeeded", shop.stripe.pay(intent)))
        assert told.status_code == 204
        await shop.work()
        paid = await seller.order(order["id"])
        assert (paid["state"], paid["gateway"], paid["paymentState"]) == ("paid", "card", "paid")
        [mail] = (await shop.mails())[before:]
        assert (mail["kind"], mail["toAddress"]) == ("customer_order", "zoe@example.org")
        data = mail["data"]
        assert (data["isPaid"], data["gateway"], data["paymentInstructions"]) == (True, "card", "")

    async def test_ends_its_invoice_of_which_no_money_is_taken(self, shop: Shop, seller: ordering.Shop) -> None:
        order = await of_card(shop, seller)
        invoice = await bill(shop, order)
        [intent] = shop.stripe.intents
        shop.stripe.pay(intent)
        await shop.later()
        assert (await seller.order(order["id"]))["gateway"] == "card"
        assert await receive(shop, invoice) == (409, "payment_not_open")
        await shop.later()
        found = (await shop.client.get("/ecom/payments", params={"order-id": order["id"]}, headers=shop.writer)).json()
        states = {each["gateway"]: each["state"] for each in found["results"]}
        assert states == {"card": "captured", "invoice": "cancelled"}
        assert shop.stripe.taken == order["totalInclTax"]


async def test_one_paid_by_its_invoice_gives_the_money_of_a_card_back(shop: Shop, seller: ordering.Shop) -> None:
    order = await of_card(shop, seller)
    assert await receive(shop, await bill(shop, order)) == (200, "")
    [intent] = shop.stripe.intents
    shop.stripe.pay(intent)
    await shop.later()
    await shop.work()
    assert shop.stripe.taken == 0
    paid = await seller.order(order["id"])
    assert (paid["state"], paid["gateway"], paid["refundedAmount"]) == ("paid", "invoice", 0)

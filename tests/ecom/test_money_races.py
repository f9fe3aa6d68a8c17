"""Money that two hands move at once: never more than there is, and each thing that happened is written down once."""

import asyncio
import uuid
from typing import Any

import pytest
from sqlalchemy import delete, select

from ecom.checkout import limits
from ecom.checkout.limits import Most
from ecom.orders.models import Order
from ecom.payments.gateway import Facts, Seen
from ecom.payments.models import Payment
from ecom.payments.providers.paypal import PayPal as Gateway
from ecom.products.models import Product
from ecom.stock.service import lock_products
from tests.ecom import ordering
from tests.ecom.ordering import row
from tests.ecom.paying import REFUND, Shop, shop
from tests.waiting_transactions import until_somebody_waits

__all__ = ["shop"]


@pytest.mark.parametrize("gateway", ["card", "button"])
async def test_refunds_that_are_asked_for_at_once_give_back_no_more_than_was_paid(shop: Shop, gateway: Any) -> None:
    payment = await shop.paid(gateway)
    answers = await asyncio.gather(*(shop.refund(payment, 2_000) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"refund_too_large"}
    await asyncio.gather(*(shop.work() for _ in range(3)))
    assert shop.stripe.taken + shop.paypal.taken == 999
    assert (await shop.order_of(payment)).refunded_amount == 4_000
    assert (await shop.kinds(payment)).count("refunded") == 2


async def test_a_refund_that_is_tried_again_by_two_is_done_once(shop: Shop) -> None:
    payment = await shop.paid("card")
    shop.stripe.refund_error = "insufficient_funds"
    await shop.refund(payment, 1_000)
    await shop.work()
    shop.stripe.refund_error = None
    [refund] = await shop.refunds()
    path = f"/ecom/refunds/{refund.id}/retry"
    answers = await asyncio.gather(*(shop.client.post(path, headers=shop.writer) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    await asyncio.gather(*(shop.work() for _ in range(3)))
    assert shop.stripe.taken == 3_999
    assert (await shop.order_of(payment)).refunded_amount == 1_000


async def paid_by_hand(shop: Shop, seller: ordering.Shop, product: uuid.UUID) -> tuple[Payment, dict[str, Any]]:
    """An order of two of a product whose invoice was paid."""
    placed = (await seller.send(seller.request(await seller.summary(row(product, 2))))).json()
    payment = Payment(id=placed["payment"]["id"])
    await shop.client.post(f"/ecom/payments/{payment.id}/receipt", headers=shop.writer)
    return payment, await seller.order(placed["id"])


@pytest.mark.parametrize("gives_back", [True, False])
async def test_cancelling_beside_a_refund_gives_the_stock_back_once(shop: Shop, *, gives_back: bool) -> None:
    seller = ordering.Shop(shop.client, shop.tokens)
    product = await seller.sell(stock=5, needs_delivery=False)
    payment, order = await paid_by_hand(shop, seller, product)
    rows = [{"rowId": order["rows"][0]["id"], "quantity": 2, "givesBackStock": gives_back}]
    refund, cancelled = await asyncio.gather(
        shop.refund(payment, order["totalInclTax"], rows=rows), seller.put(order, state="cancelled")
    )
    # Cancelled it is only once the money is back; where it came too early for that it has to be asked for again.
    assert refund.status_code == 201, refund.text
    assert cancelled.status_code in {200, 409, 412}, cancelled.text
    order = await seller.order(order["id"])
    assert (order["refundedAmount"], order["state"]) == (order["totalInclTax"], "refunded")
    assert await seller.stock(product) == (5 if gives_back else 3)


async def test_a_refund_and_the_deletion_of_what_comes_back_take_turns(shop: Shop) -> None:
    seller = ordering.Shop(shop.client, shop.tokens)
    product = await seller.sell(stock=5, needs_delivery=False)
    payment, order = await paid_by_hand(shop, seller, product)
    rows = [{"rowId": order["rows"][0]["id"], "quantity": 1, "givesBackStock": True}]
    async with shop.client.kit.database.transaction() as session:
        await lock_products(session, [product])
        refunding = asyncio.create_task(shop.refund(payment, 1_999, rows=rows))
        await until_somebody_waits(session)
        await session.execute(delete(Product).where(Product.id == product))
    refunded = await refunding
    assert (refunded.status_code, refunded.json()["state"]) == (201, "done"), refunded.text
    [left] = (await seller.order(order["id"]))["rows"]
    assert (left["product"]["id"], left["refundedQuantity"]) == (None, 1)


async def test_a_webhook_that_is_faster_than_who_has_taken_the_money_pays_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    payment = await shop.begun("button")
    kept = Gateway.capture
    told: list[int] = []

    async def capture(self: Gateway, facts: Facts) -> Seen:
        seen = await kept(self, facts)
        # The provider has it and says so; what asked for it has not written it down yet.
        about = shop.paypal.capture_in_webhook(str(payment.provider_id))
        told.append((await shop.tell(shop.paypal.event("PAYMENT.CAPTURE.COMPLETED", about))).status_code)
        assert (await shop.read(payment)).state == "captured"
        return seen

    monkeypatch.setattr(Gateway, "capture", capture)
    shop.paypal.approve(str(payment.provider_id))
    answer = await shop.back(payment)
    assert (answer.json()["state"], told) == ("captured", [204])
    assert (await shop.kinds(payment)).count("paid") == 1
    assert (shop.paypal.taken, (await shop.order_of(payment)).paid_amount) == (4_999, 4_999)
    assert not await shop.refunds()


class TestTheLastTen:
    """200 people want the last ten, by card."""

    @pytest.fixture(autouse=True)
    def unbounded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MOST", Most(from_network=1_000))

    async def test_who_is_charged_has_an_order_or_the_money_back(self, shop: Shop) -> None:
        seller = ordering.Shop(shop.client, shop.tokens)
        product = await seller.sell(1_000, stock=10, needs_delivery=False)
        request = seller.request(await seller.summary(row(product)), gateway="card")
        *prompt, first, second, third = await bought_by_200(shop, seller, request)
        assert (len(prompt), await seller.stock(product)) == (7, 0)

        # Three pay at the moment when the shop cancels their orders, before anybody tells it.
        late = [first, second, third]
        for payment in late:
            shop.stripe.pay(str(payment.provider_id))
            await seller.changed(await seller.order(str(payment.order_id)), state="cancelled")
        assert await seller.stock(product) == 3
        await asyncio.gather(*(charge(shop, payment) for payment in prompt))
        others = await bought_by_200(shop, seller, request)
        assert (len(others), await seller.stock(product)) == (3, 0)
        await asyncio.gather(*(charge(shop, payment) for payment in others))
        await shop.later()
        await shop.work(REFUND)

        async with shop.client.kit.database.reading() as session:
            orders = [*await session.scalars(select(Order))]
        states = sorted((order.state, order.paid_amount) for order in orders)
        assert states == [("cancelled", 0)] * 3 + [("paid", 1_000)] * 10
        assert (await seller.stock(product), shop.stripe.taken) == (0, 10 * 1_000)
        charged = {key for key, intent in shop.stripe.intents.items() if intent["amount_received"]}
        given_back = {each["payment_intent"]: each["amount"] for each in shop.stripe.refunds}
        assert given_back == {payment.provider_id: 1_000 for payment in late}
        assert charged - given_back.keys() == {payment.provider_id for payment in [*prompt, *others]}


async def bought_by_200(shop: Shop, seller: ordering.Shop, request: dict[str, Any]) -> list[Payment]:
    """The payments of those of 200 who have got something, as the provider expects them; the others are told."""
    sending = (seller.send(request, headers={"Prefer": "respond-async"}) for _ in range(200))
    answers = await asyncio.gather(*sending)
    refused = {(each.status_code, each.json()["code"]) for each in answers if each.status_code != 202}
    assert refused == {(409, "summary_changed")}
    await shop.work()
    taken = [each.json()["payment"]["id"] for each in answers if each.status_code == 202]
    return [await shop.read(Payment(id=uuid.UUID(each))) for each in taken]


async def charge(shop: Shop, payment: Payment) -> None:
    """A buyer gives a card that is good, and the provider tells the shop twice at once."""
    sent = shop.stripe.event("payment_intent.succeeded", shop.stripe.pay(str(payment.provider_id)))
    answers = await asyncio.gather(shop.tell(sent), shop.tell(sent))
    assert {answer.status_code for answer in answers} == {204}

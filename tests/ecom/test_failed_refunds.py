"""Refunds that failed and were settled otherwise: money goes back once, and pieces are put into the stock once."""

import uuid
from dataclasses import dataclass
from typing import Any

import pytest

from ecom.orders import paying
from ecom.orders.paying import RefundedRow
from ecom.payments.models import Payment, Refund
from kit.db import new_id
from tests.ecom import ordering
from tests.ecom.paying import REFUND, Shop, shop

__all__ = ["shop"]


async def failed(shop: Shop) -> tuple[Payment, Refund]:
    """A payment, and a refund of it that failed after it was done."""
    payment = await shop.paid("card")
    await shop.refund(payment, 1_000)
    await shop.work(REFUND)
    await shop.tell(shop.stripe.event("refund.failed", shop.stripe.fail(shop.stripe.refunds[0])))
    await shop.work()
    [refund] = await shop.refunds()
    assert refund.state == "failed"
    return payment, refund


class TestRetrying:
    async def retry(self, shop: Shop, refund: Refund) -> tuple[int, str]:
        """Try again, and what is answered."""
        answer = await shop.client.post(f"/ecom/refunds/{refund.id}/retry", headers=shop.writer)
        await shop.work(REFUND)
        return answer.status_code, answer.json().get("code", "")

    async def test_pays_nothing_that_another_refund_has_paid(self, shop: Shop) -> None:
        payment, refund = await failed(shop)
        assert (await shop.refund(payment, 1_000)).status_code == 201
        await shop.work(REFUND)
        assert await self.retry(shop, refund) == (409, "refund_replaced")
        assert ((await shop.order_of(payment)).refunded_amount, shop.stripe.taken) == (1_000, 3_999)

    async def test_pays_nothing_that_somebody_has_paid_at_the_provider(self, shop: Shop) -> None:
        payment, refund = await failed(shop)
        intent = shop.stripe.intents[str(payment.provider_id)]
        made = {"id": "re_1", "amount": 1_000, "currency": "gbp", "payment_intent": intent["id"], "metadata": {}}
        shop.stripe.refunds.append({**made, "status": "succeeded"})
        intent["latest_charge"]["amount_refunded"] = 1_000
        await shop.tell(shop.stripe.event("refund.created", shop.stripe.refunds[1]))
        await shop.work()
        assert await self.retry(shop, refund) == (409, "refund_replaced")
        assert ((await shop.order_of(payment)).refunded_amount, shop.stripe.taken) == (1_000, 3_999)

    async def test_of_one_from_the_provider_counts_while_it_is_on_its_way(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        intent = shop.stripe.intents[str(payment.provider_id)]
        made = {"id": "re_1", "amount": 700, "currency": "gbp", "payment_intent": intent["id"], "metadata": {}}
        shop.stripe.refunds.append({**made, "status": "succeeded"})
        intent["latest_charge"]["amount_refunded"] = 700
        await shop.tell(shop.stripe.event("refund.created", shop.stripe.refunds[0]))
        await shop.work()
        await shop.tell(shop.stripe.event("refund.failed", shop.stripe.fail(shop.stripe.refunds[0])))
        await shop.work()
        [refund] = await shop.refunds()
        retried = await shop.client.post(f"/ecom/refunds/{refund.id}/retry", headers=shop.writer)
        assert (refund.kind, retried.status_code) == ("elsewhere", 200), retried.text
        # As whoever gives more back sees it: 700 are on their way.
        assert (await shop.refund(payment, 1_000, seenAmount=700)).status_code == 201
        await shop.work(REFUND)
        assert ((await shop.order_of(payment)).refunded_amount, shop.stripe.taken) == (1_700, 3_299)

    @pytest.mark.parametrize("by_hand", [True, False])
    async def test_pays_once_what_two_of_them_were_for(self, shop: Shop, by_hand: bool) -> None:
        payment, first = await failed(shop)
        assert (await shop.refund(payment, 1_000)).status_code == 201
        await shop.work(REFUND)
        await shop.tell(shop.stripe.event("refund.failed", shop.stripe.fail(shop.stripe.refunds[1])))
        await shop.work()
        [second] = [each for each in await shop.refunds() if each.id != first.id]
        assert second.state == "failed"
        if by_hand:
            address = f"/ecom/refunds/{first.id}/close"
            answer = await shop.client.post(address, json={"isSentByHand": True}, headers=shop.writer)
            assert answer.status_code == 200
        else:
            assert await self.retry(shop, first) == (200, "")
        assert await self.retry(shop, second) == (409, "refund_replaced")
        assert (await shop.order_of(payment)).refunded_amount == 1_000

    async def test_goes_on_beside_one_from_before(self, shop: Shop) -> None:
        payment = await shop.paid("card")
        for _ in range(2):
            await shop.refund(payment, 1_000)
            await shop.work(REFUND)
        await shop.tell(shop.stripe.event("refund.failed", shop.stripe.fail(shop.stripe.refunds[0])))
        [refund] = [each for each in await shop.refunds() if each.state == "failed"]
        assert await self.retry(shop, refund) == (200, "")
        assert ((await shop.order_of(payment)).refunded_amount, shop.stripe.taken) == (2_000, 2_999)


@pytest.mark.parametrize(("by_hand", "state", "refunded"), [(True, "done", 1_000), (False, "closed", 0)])
class TestClosing:
    async def test_ends_it(self, shop: Shop, by_hand: bool, state: str, refunded: int) -> None:
        payment, refund = await failed(shop)
        address, said = f"/ecom/refunds/{refund.id}/close", {"isSentByHand": by_hand}
        answer = await shop.client.post(address, json=said, headers=shop.writer)
        assert (answer.status_code, answer.json()["state"]) == (200, state)
        assert (await shop.order_of(payment)).refunded_amount == refunded
        assert (await shop.read(payment)).refunded_amount == refunded
        status = (await shop.client.get("/ecom/payments/status", headers=shop.writer)).json()
        assert (status["failedRefunds"], status["waitingRefunds"]) == (0, 0)
        for path, body in ((f"/ecom/refunds/{refund.id}/retry", None), (address, said)):
            again = await shop.client.post(path, json=body, headers=shop.writer)
            assert (again.status_code, again.json()["code"]) == (409, "refund_not_failed")
        await shop.work(REFUND)
        assert shop.stripe.taken == 4_999, "the provider is asked for nothing"

    async def test_lasts_where_the_provider_tells_of_it_once_more(
        self, shop: Shop, by_hand: bool, state: str, refunded: int
    ) -> None:
        payment, refund = await failed(shop)
        said = {"isSentByHand": by_hand}
        await shop.client.post(f"/ecom/refunds/{refund.id}/close", json=said, headers=shop.writer)
        # The provider may count it as given back for a moment yet.
        shop.stripe.intents[str(payment.provider_id)]["latest_charge"]["amount_refunded"] = 1_000
        await shop.tell(shop.stripe.event("charge.refund.updated", shop.stripe.refunds[0]))
        await shop.work()
        assert [each.state for each in await shop.refunds()] == [state]
        assert (await shop.order_of(payment)).refunded_amount == refunded


async def test_what_is_left_bounds_what_was_sent_by_hand(shop: Shop) -> None:
    payment, refund = await failed(shop)
    assert (await shop.refund(payment, 4_500)).status_code == 201
    address = f"/ecom/refunds/{refund.id}/close"
    answer = await shop.client.post(address, json={"isSentByHand": True}, headers=shop.writer)
    assert (answer.status_code, answer.json()["code"]) == (409, "refund_too_large")
    assert (await shop.client.post(address, json={"isSentByHand": False}, headers=shop.writer)).status_code == 200


@dataclass
class Bought:
    """An order of three of nine pieces, which is paid."""

    seller: ordering.Shop
    product: uuid.UUID
    order: dict[str, Any]

    async def refund(self, *, gives_back: bool = True, refund_id: uuid.UUID | None = None) -> int:
        """Have the money of one piece go back; the stock afterwards."""
        row = RefundedRow(uuid.UUID(self.order["rows"][0]["id"]), 1, gives_back_stock=gives_back)
        async with self.seller.client.kit.database.transaction() as session:
            await paying.refunded(session, self.order["id"], refund_id or new_id(), 1_000, [row])
        return await self.seller.stock(self.product)

    async def fail(self, refund_id: uuid.UUID) -> None:
        """Have that money come back to the shop."""
        async with self.seller.client.kit.database.transaction() as session:
            await paying.refund_failed(session, self.order["id"], refund_id, "closed account")


@pytest.fixture
async def bought(shop: Shop) -> Bought:
    """What was bought of a seller."""
    seller = ordering.Shop(shop.client, shop.tokens)
    product = await seller.sell(1000, stock=9, needs_delivery=False)
    order = await seller.buy(product, 3)
    async with shop.client.kit.database.transaction() as session:
        await paying.paid(session, order["id"], new_id(), order["totalInclTax"], "GBP")
    return Bought(seller, product, order)


class TestStock:
    async def test_has_what_came_back_with_one_that_failed_once(self, bought: Bought) -> None:
        first = new_id()
        assert await bought.refund(refund_id=first) == 7
        await bought.fail(first)
        assert await bought.refund() == 7, "the piece is there already"
        assert await bought.refund() == 8, "another piece"

    async def test_has_it_once_where_the_same_is_tried_again(self, bought: Bought) -> None:
        first = new_id()
        await bought.refund(refund_id=first)
        await bought.fail(first)
        assert await bought.refund(refund_id=first) == 7
        assert await bought.refund() == 8, "another piece"

    async def test_has_it_once_beside_one_of_a_piece_that_never_came_back(self, bought: Bought) -> None:
        first = new_id()
        assert await bought.refund(gives_back=False) == 6
        assert await bought.refund(refund_id=first) == 7
        await bought.fail(first)
        assert await bought.refund() == 7

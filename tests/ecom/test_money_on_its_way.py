"""Money that the buyer has agreed to and that has not come yet: their browser is told so, and nothing to pay with."""

from typing import Any

import httpx

from ecom.payments.models import Payment
from tests.ecom.paying import ADVANCE, REFUND, Shop, shop
from tests.kit.working import with_worker

__all__ = ["shop"]


async def agreed(shop: Shop) -> tuple[Payment, dict[str, Any]]:
    """A payment that its buyer has agreed to at PayPal, which captures it later, and what their browser is told."""
    payment = await shop.begun("button")
    shop.paypal.capture_status = "PENDING"
    shop.paypal.approve(str(payment.provider_id))
    return payment, (await shop.back(payment)).json()


async def unanswered(shop: Shop, payment: Payment) -> dict[str, Any]:
    """What the buyer's browser is told at last of a payment whose provider is away."""
    shop.paypal.fails_with = shop.stripe.fails_with = 500
    asked = shop.client.post(
        f"/ecom/payments/{payment.id}/return", json={"key": payment.key}, headers={"Prefer": "respond-async"}
    )
    assert (await asked).status_code == 202
    while (jobs := await shop.work(ADVANCE))[-1].state == "queued":
        pass
    told: dict[str, Any] = jobs[-1].result
    return told


async def withdraw(shop: Shop, payment: Payment) -> httpx.Response:
    """Turn away from a payment, as the buyer's browser tells."""
    asked = shop.client.post(f"/ecom/payments/{payment.id}/cancel", json={"key": payment.key})
    return await with_worker(shop.client, asked)


def decline(shop: Shop) -> None:
    """Have the capture that was on its way come to nothing."""
    [order] = shop.paypal.orders.values()
    order["purchase_units"][0]["payments"]["captures"][0]["status"] = "DECLINED"


async def cancel_by_hand(shop: Shop, payment: Payment) -> None:
    """Have the shop cancel the payment's order."""
    order = await shop.order_of(payment)
    asked = shop.client.put(
        f"/ecom/orders/{order.id}", json={"state": "cancelled", "version": order.version}, headers=shop.writer
    )
    assert (await asked).status_code == 200


class TestByButton:
    async def test_a_capture_on_its_way_is_told_and_offers_no_button(self, shop: Shop) -> None:
        payment, told = await agreed(shop)
        assert (told["isOnItsWay"], "providerOrderId" in told) == (True, False)
        assert (await shop.order_of(payment)).state == "awaiting_payment"

    async def test_so_is_an_authorisation_that_is_looked_through(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        order = shop.paypal.approve(str(payment.provider_id))
        shop.paypal.authorise(order["id"])
        order["purchase_units"][0]["payments"]["authorizations"][0]["status"] = "PENDING"
        told = (await shop.back(payment)).json()
        assert (told["isOnItsWay"], "providerOrderId" in told) == (True, False)

    async def test_a_buyer_who_turns_back_is_told_so_too_and_the_order_stays(self, shop: Shop) -> None:
        payment, _ = await agreed(shop)
        told = (await withdraw(shop, payment)).json()
        assert (told["state"], told["isOnItsWay"]) == ("requires_action", True)
        assert (await shop.order_of(payment)).state == "awaiting_payment"

    async def test_it_is_known_still_while_paypal_is_away(self, shop: Shop) -> None:
        payment, _ = await agreed(shop)
        told = await unanswered(shop, payment)
        assert (told["isOnItsWay"], told["isUnheard"], "providerOrderId" in told) == (True, True, False)

    async def test_once_it_has_come_the_order_is_paid(self, shop: Shop) -> None:
        payment, _ = await agreed(shop)
        shop.paypal.complete(str(payment.provider_id))
        told = (await shop.back(payment)).json()
        assert (told["state"], told["isOnItsWay"]) == ("captured", False)

    async def test_one_that_is_declined_is_not_on_its_way(self, shop: Shop) -> None:
        payment, _ = await agreed(shop)
        [order] = shop.paypal.orders.values()
        order["purchase_units"][0]["payments"]["captures"][0]["status"] = "DECLINED"
        told = (await shop.back(payment)).json()
        assert (told["state"], told["isOnItsWay"]) == ("failed", False)
        assert told["isDeclined"]
        assert "providerOrderId" not in told, "PayPal lets nobody approve it again"
        await withdraw(shop, payment)
        assert (await shop.order_of(payment)).state == "cancelled", "others can buy what was in it"

    async def test_nothing_is_before_the_buyer_agrees(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        told = (await shop.back(payment)).json()
        assert (told["isOnItsWay"], told["providerOrderId"]) == (False, payment.provider_id)
        assert "isUnheard" not in told
        told = await unanswered(shop, payment)
        assert (told["isOnItsWay"], told["isUnheard"]) == (False, True)


class TestToldAfterwards:
    async def test_a_buyer_who_turned_back_while_paypal_was_away_is_mailed_that_the_order_ended(
        self, shop: Shop
    ) -> None:
        payment, _ = await agreed(shop)
        shop.paypal.fails_with = 500
        asked = shop.client.post(
            f"/ecom/payments/{payment.id}/cancel", json={"key": payment.key}, headers={"Prefer": "respond-async"}
        )
        assert (await asked).status_code == 202
        await shop.work(ADVANCE)
        shop.paypal.fails_with = None
        decline(shop)
        await shop.work(ADVANCE)
        assert (await shop.order_of(payment)).state == "cancelled"
        assert [mail["kind"] for mail in await shop.mails()] == ["order_cancelled"]

    async def test_one_whose_order_the_shop_has_cancelled_is_mailed_once_that_no_money_comes(self, shop: Shop) -> None:
        payment, _ = await agreed(shop)
        await cancel_by_hand(shop, payment)
        await shop.later()
        assert await shop.mails() == [], "it may come still"
        decline(shop)
        await shop.later()
        await shop.later()
        [mail] = await shop.mails()
        assert (mail["kind"], mail["toAddress"]) == ("order_cancelled", "zoe@example.org")

    async def test_or_that_it_has_gone_back(self, shop: Shop) -> None:
        payment, _ = await agreed(shop)
        await cancel_by_hand(shop, payment)
        shop.paypal.complete(str(payment.provider_id))
        await shop.later()
        await shop.work(REFUND)
        assert [mail["kind"] for mail in await shop.mails()] == ["payment_sent_back", "order_refunded"]

    async def test_one_who_never_agreed_is_not_mailed(self, shop: Shop) -> None:
        payment = await shop.begun("button")
        await cancel_by_hand(shop, payment)
        await shop.later()
        assert ((await shop.read(payment)).state, await shop.mails()) == ("cancelled", [])


class TestByCard:
    async def test_what_stripe_works_on_is_told_and_offers_no_card(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        shop.stripe.intents[str(payment.provider_id)]["status"] = "processing"
        told = (await shop.back(payment)).json()
        assert (told["isOnItsWay"], "clientSecret" in told) == (True, False)

    async def test_a_card_that_was_declined_before_leaves_a_charge_and_nothing_on_its_way(self, shop: Shop) -> None:
        payment = await shop.begun("card")
        intent = shop.stripe.pay(str(payment.provider_id), "declined")
        intent["latest_charge"] = {"id": "ch_declined", "amount_refunded": 0}
        assert (await shop.back(payment)).json()["state"] == "failed"
        shop.stripe.pay(str(payment.provider_id), "3ds")
        assert (await shop.back(payment)).json()["state"] == "requires_action"
        told = await unanswered(shop, payment)
        assert (told["state"], told["isOnItsWay"], told["isUnheard"]) == ("requires_action", False, True)

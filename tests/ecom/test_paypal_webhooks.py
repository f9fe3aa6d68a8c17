"""What PayPal tells of money: of another order, in another currency or amount, twice, and while PayPal itself is slow."""

import asyncio
from typing import Any

import pytest

from ecom.payments.models import Payment
from ecom.payments.providers import asking
from tests.ecom.paying import REFUND, Shop, shop

__all__ = ["shop"]
COMPLETED = "PAYMENT.CAPTURE.COMPLETED"


async def captured(shop: Shop) -> tuple[Payment, dict[str, Any]]:
    """A payment that PayPal has captured, of which the shop has not heard, and its order at PayPal."""
    payment = await shop.begun("button")
    order = shop.paypal.approve(str(payment.provider_id))
    shop.paypal.authorise(str(payment.provider_id))
    unit = order["purchase_units"][0]
    [authorisation] = unit["payments"]["authorizations"]
    authorisation["status"] = "CAPTURED"
    capture = {"id": f"CA{payment.id.hex[:14]}", "status": "COMPLETED", "amount": {**authorisation["amount"]}}
    unit["payments"]["captures"].append({**capture, "custom_id": unit["custom_id"]})
    return payment, order


async def tell(shop: Shop, payment: Payment, order: dict[str, Any]) -> None:
    """PayPal tells of a capture."""
    said = shop.paypal.capture_in_webhook(order["id"])
    assert (await shop.tell(shop.paypal.event(COMPLETED, said))).status_code == 204


async def test_one_about_another_orders_payment_pays_neither(shop: Shop) -> None:
    payment, order = await captured(shop)
    other = await shop.begun("button")
    theirs = shop.paypal.orders[str(other.provider_id)]["purchase_units"][0]["custom_id"]
    unit = order["purchase_units"][0]
    unit["custom_id"] = unit["payments"]["captures"][0]["custom_id"] = theirs
    await tell(shop, payment, order)
    await shop.work()
    await shop.work()
    assert {(await shop.order_of(each)).state for each in (payment, other)} == {"awaiting_payment"}
    assert shop.paypal.taken == 0, "it went back"


@pytest.mark.parametrize("changed", [{"currency_code": "EUR"}, {"value": "49.98"}])
async def test_other_money_is_not_taken_and_goes_back(shop: Shop, changed: dict[str, str]) -> None:
    payment, order = await captured(shop)
    [capture] = order["purchase_units"][0]["payments"]["captures"]
    capture["amount"].update(changed)
    await tell(shop, payment, order)
    await shop.work()
    await shop.work()
    there = await shop.read(payment)
    assert (there.state, there.fault) == ("failed", "differs")
    assert ((await shop.order_of(payment)).paid_amount, shop.paypal.taken) == (0, 0)
    [refund] = await shop.refunds()
    assert (refund.kind, refund.state, refund.currency) == ("automatic", "done", capture["amount"]["currency_code"])


async def test_a_second_payment_of_an_order_goes_back(shop: Shop) -> None:
    first, there = await captured(shop)
    await tell(shop, first, there)
    second, order = await captured(shop)
    unit = order["purchase_units"][0]
    assert unit["custom_id"].startswith(str(second.order_id))
    again = await shop.pay("button", order=await shop.order_of(first))
    await shop.work()
    assert (await shop.read(again)).state == "cancelled", "a paid order has no other payment begun"
    await shop.cancel_order(second)
    await tell(shop, second, order)
    await shop.work(REFUND)
    assert (shop.paypal.taken, (await shop.order_of(first)).paid_amount) == (4_999, 4_999)


async def test_one_that_comes_often_counts_once(shop: Shop) -> None:
    payment, order = await captured(shop)
    said = shop.paypal.capture_in_webhook(order["id"])
    sent = shop.paypal.event(COMPLETED, said)
    answers = await asyncio.gather(*[shop.tell(sent) for _ in range(3)])
    assert {each.status_code for each in answers} == {204}
    assert (await shop.kinds(payment)).count("paid") == 1
    assert len(await shop.events()) == 1


async def test_a_capture_that_names_its_authorisation_alone_is_found(shop: Shop) -> None:
    payment, order = await captured(shop)
    await shop.back(payment)
    [authorisation] = order["purchase_units"][0]["payments"]["authorizations"]
    said = shop.paypal.capture_in_webhook(order["id"])
    del said["supplementary_data"]
    up = {"href": f"https://api.paypal.com/v2/payments/authorizations/{authorisation['id']}", "rel": "up"}
    assert (await shop.tell(shop.paypal.event(COMPLETED, {**said, "links": [up]}))).status_code == 204
    [event] = await shop.events()
    assert (event.payment_id, event.outcome) == (payment.id, "asked")


@pytest.mark.parametrize(
    "links", [[], "x", [{"rel": "up"}], [{"rel": "up", "href": "https://api.paypal.com/v2/payments/captures/another"}]]
)
async def test_a_refund_of_what_is_not_known_is_another_uses(shop: Shop, links: Any) -> None:
    payment, order = await captured(shop)
    await tell(shop, payment, order)
    said = {"id": "RE1", "status": "COMPLETED", "links": links}
    assert (await shop.tell(shop.paypal.event("PAYMENT.CAPTURE.REFUNDED", said))).status_code == 204
    assert [each.outcome for each in await shop.events()] == ["applied", "unknown"]


async def test_while_paypal_is_slow_nothing_is_taken(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    payment, order = await captured(shop)
    sent = shop.paypal.event(COMPLETED, shop.paypal.capture_in_webhook(order["id"]))
    with monkeypatch.context() as patched:
        patched.setattr(asking, "SECONDS", 0.05)
        shop.paypal.is_silent = True
        answer = await shop.tell(sent)
        shop.paypal.is_silent = False
    assert (answer.status_code, answer.json()["code"]) == (503, "payment_provider_unavailable")
    assert await shop.events() == []
    assert (await shop.tell(sent)).status_code == 204
    assert (await shop.order_of(payment)).state == "paid"

"""Whom an order is mailed to: corrected, with a new link and what they have to know."""

import uuid

import pytest
from sqlalchemy import update

from ecom.orders.models import Order
from tests.ecom.order_money import mails, pay, refund, told_readdressed
from tests.ecom.ordering import Shop, shop

__all__ = ["shop"]


class TestUpdate:
    async def test_corrects_whom_it_is_mailed_to_whatever_its_state(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org")
        contact = {"contactName": "Zoë B.", "phone": "+44 1603 1234"}
        order = await shop.changed(order, email="zoe@example.org", **contact)
        assert [order[name] for name in ("email", *contact)] == ["zoe@example.org", *contact.values()]
        fields = ["contactName", "email", "phone"]
        assert [(each["kind"], each["details"]) for each in order["events"]][-1] == ("changed", {"fields": fields})
        order = await shop.changed(order, state="sent")
        [sent] = [each for each in await mails(shop) if each["kind"] == "order_sent"]
        assert (sent["toAddress"], sent["toName"]) == ("zoe@example.org", "Zoë B.")
        assert sent["url"].endswith(order["receiptPath"])
        assert (await shop.changed(order, phone=""))["phone"] == ""

    async def test_closes_the_link_that_a_stranger_was_mailed(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org")
        before = order["receiptPath"].removesuffix("/page")
        order = await shop.changed(order, contactName="Zoë")
        assert order["receiptPath"].removesuffix("/page") == before
        order = await shop.changed(order, email="zoe@example.org")
        assert (await shop.client.get(before)).status_code == 404
        assert (await shop.client.get(order["receiptPath"].removesuffix("/page"))).status_code == 200

    async def test_mails_the_new_link_to_whom_it_is_for(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org")
        before = len(await mails(shop))
        order = await shop.changed(order, contactName="Zoë")
        assert len(await mails(shop)) == before
        order = await shop.changed(order, email="zoe@example.org")
        [mail] = (await mails(shop))[before:]
        assert (mail["kind"], mail["toAddress"], mail["toName"]) == ("customer_order", "zoe@example.org", "Zoë")
        assert mail["url"].endswith(order["receiptPath"])
        await shop.changed(order, state="cancelled")
        await shop.changed(order, email="zoe@example.net")
        assert len(await mails(shop)) == before + 1, "a cancelled one asks nobody for money"

    @pytest.mark.parametrize("collects", [True, False])
    async def test_mails_whom_it_is_for_that_it_was_sent(self, shop: Shop, collects: bool) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org", collects=collects)
        await shop.changed(order, state="sent", tracking="RM 1")
        before = len(await mails(shop))
        order = await shop.changed(order, email="zoe@example.org")
        [mail] = (await mails(shop))[before:]
        assert (mail["kind"], mail["toAddress"]) == ("order_sent", "zoe@example.org")
        assert (mail["data"]["isCollected"], mail["data"]["tracking"]) == (collects, "RM 1")
        assert mail["url"].endswith(order["receiptPath"])
        assert [each["resentKind"] for each in await told_readdressed(shop)] == ["order_sent"]

    @pytest.mark.parametrize(("notify", "kind"), [(True, "order_sent"), (False, "customer_order")])
    async def test_mails_once_where_it_is_sent_at_the_same_time(self, shop: Shop, notify: bool, kind: str) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org")
        before = len(await mails(shop))
        await shop.changed(order, email="zoe@example.org", state="sent", notify=notify)
        assert [mail["kind"] for mail in (await mails(shop))[before:]] == [kind]

    async def test_mails_the_receipt_of_one_that_is_completed(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org", collects=True)
        await pay(shop, order)
        for state in ("sent", "completed"):
            await shop.changed(order, state=state)
        before = len(await mails(shop))
        await shop.changed(order, email="zoe@example.org")
        assert [mail["kind"] for mail in (await mails(shop))[before:]] == ["customer_order"]

    async def test_mails_whose_money_went_back_nothing_else_than_that(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org")
        await pay(shop, order)
        for amount in (100, order["totalInclTax"] - 100):
            await refund(shop, order, amount)
        before = len(await mails(shop))
        await shop.changed(order, email="zoe@example.org")
        [mail] = (await mails(shop))[before:]
        assert (mail["kind"], mail["toAddress"]) == ("order_refunded", "zoe@example.org")
        assert mail["data"]["refundedAmount"] == order["totalInclTax"]

    async def test_mails_the_link_that_nobody_has_once_it_is_open_again(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org")
        await shop.changed(order, state="cancelled")
        await shop.changed(order, email="zoe@example.org")
        before = len(await mails(shop))
        order = await shop.changed(order, state="awaiting_payment")
        [mail] = (await mails(shop))[before:]
        assert (mail["kind"], mail["toAddress"]) == ("customer_order", "zoe@example.org")
        assert mail["url"].endswith(order["receiptPath"])
        # They have it from then on.
        await shop.changed(order, state="cancelled")
        await shop.changed(order, state="awaiting_payment")
        assert len(await mails(shop)) == before + 1

    @pytest.mark.parametrize("earlier", [[], ["zoe@example.net"]])
    async def test_mails_it_once_where_it_is_opened_at_the_same_time(self, shop: Shop, earlier: list[str]) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org")
        await shop.changed(order, state="cancelled")
        before = len(await mails(shop))
        for email in earlier:
            await shop.changed(order, email=email)
        order = await shop.changed(order, state="awaiting_payment", email="zoe@example.org")
        [mail] = (await mails(shop))[before:]
        assert (mail["kind"], mail["toAddress"]) == ("customer_order", "zoe@example.org")
        assert mail["url"].endswith(order["receiptPath"])

    async def test_leaves_the_link_of_a_tab_that_is_still_to_pay(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), email="zoe@exampel.org")
        async with shop.client.kit.database.transaction() as session:
            unpaid = update(Order).where(Order.id == uuid.UUID(order["id"])).values(gateway="card", confirmed_at=None)
            await session.execute(unpaid)
        before = await mails(shop)
        changed = await shop.changed(order, email="zoe@example.org")
        assert (changed["email"], changed["receiptPath"]) == ("zoe@example.org", order["receiptPath"])
        assert await mails(shop) == before
        assert await pay(shop, order)
        confirmation, _ = (await mails(shop))[len(before) :]
        assert confirmation["toAddress"] == "zoe@example.org"
        assert confirmation["url"].endswith(order["receiptPath"])

    @pytest.mark.parametrize(("name", "value"), [("email", "zoe"), ("email", ""), ("contactName", " "), ("phone", "x")])
    async def test_takes_no_contact_that_the_checkout_would_not(self, shop: Shop, name: str, value: str) -> None:
        order = await shop.buy(await shop.sell(1000))
        answer = await shop.put(order, **{name: value})
        assert (answer.status_code, [each["field"] for each in answer.json()["errors"]]) == (422, [name])
        assert (await shop.order(order["id"]))[name] == order[name]

"""Orders as the shop runs them: lists, states, addresses, money, stock, links and documents."""

import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from ecom.config_entries.entries import entries
from ecom.config_entries.payment_entries import COLLECTION_INSTRUCTIONS
from ecom.orders import paying
from ecom.orders.errors import RefundTooLarge
from ecom.orders.models import Order
from ecom.orders.paying import RefundedRow
from ecom.payments.tasks import EXPIRE
from kit.db import new_id
from kit.jobs import enqueue
from kit.tables import OutboxRow
from tests.ecom.ordering import Shop, run_jobs, shop

__all__ = ["shop"]


async def pay(shop: Shop, order: dict[str, Any], amount: int | None = None, currency: str = "GBP", **more: Any) -> bool:
    """Tell an order that its money has come."""
    async with shop.client.kit.database.transaction() as session:
        return await paying.paid(
            session,
            more.get("order_id", order["id"]),
            more.get("payment_id") or new_id(),
            amount or order["totalInclTax"],
            currency,
        )


async def refund(shop: Shop, order: dict[str, Any], amount: int, *rows: RefundedRow, refund_id: Any = None) -> None:
    """Tell an order that money went back."""
    async with shop.client.kit.database.transaction() as session:
        await paying.refunded(session, order["id"], refund_id or new_id(), amount, rows)


async def mails(shop: Shop) -> list[dict[str, Any]]:
    """What was asked to be mailed."""
    return await said(shop, "ecom.mail_requested")


async def told_readdressed(shop: Shop) -> list[dict[str, Any]]:
    """Which orders were told to have another address."""
    return await said(shop, "ecom.order_readdressed")


async def said(shop: Shop, event: str) -> list[dict[str, Any]]:
    """What events of a name said."""
    async with shop.client.kit.database.reading() as session:
        query = select(OutboxRow.payload).where(OutboxRow.name == event).order_by(OutboxRow.id)
        return [*(await session.scalars(query)).all()]


class TestList:
    async def test_filters_searches_and_sums_up(self, shop: Shop) -> None:
        product = await shop.sell(1000, needs_delivery=False)
        first = await shop.buy(product, 1, billingName="Ann Ash")
        second = await shop.buy(product, 3, gateway="collection")
        await shop.changed(second, state="preparing")

        async def found(**query: Any) -> Any:
            answer = await shop.client.get("/ecom/orders", params=query, headers=shop.reader)
            assert answer.status_code == 200, answer.text
            return answer.json()

        everything = await found()
        assert [each["id"] for each in everything["results"]] == [second["id"], first["id"]]
        assert everything["sums"] == [{"currency": "GBP", "orders": 2, "total": 4000, "paid": 0, "refunded": 0}]
        assert everything["results"][0]["itemCount"] == 3
        for query, expected in (
            ({"state": "preparing"}, [second["id"]]),
            ({"state": ["preparing", "awaiting_payment"]}, [second["id"], first["id"]]),
            ({"gateway": "invoice"}, [first["id"]]),
            ({"q": "ash ann"}, [first["id"]]),
            ({"q": second["reference"].lower()}, [second["id"]]),
            ({"since": (datetime.now(UTC) + timedelta(hours=1)).isoformat()}, []),
            ({"sort": "totalInclTax"}, [first["id"], second["id"]]),
        ):
            assert [each["id"] for each in (await found(**query))["results"]] == expected, query


class TestUpdate:
    async def test_goes_from_state_to_state_with_who_and_when(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        order = await shop.changed(order, state="sent", tracking="RM 1")
        assert (order["state"], order["tracking"], order["sentAt"] is None) == ("sent", "RM 1", False)
        events = [(event["kind"], event["details"].get("to"), event["actorId"] is None) for event in order["events"]]
        assert events == [("placed", None, True), ("state_changed", "sent", False), ("changed", None, False)]
        [*_, last] = await mails(shop)
        assert (last["kind"], last["toAddress"], last["data"]["tracking"]) == ("order_sent", "zoe@example.org", "RM 1")

    @pytest.mark.parametrize("collects", [True, False])
    async def test_is_ready_to_collect_where_the_buyer_comes_for_it(self, shop: Shop, collects: bool) -> None:
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, {COLLECTION_INSTRUCTIONS.key: "At the mill, 9 to 5."})
        order = await shop.buy(await shop.sell(1000), collects=collects)
        await shop.changed(order, state="sent")
        [receipt, _, told] = await mails(shop)
        # A kind of its own would keep the mails of a release of cms waiting that does not know it.
        assert (told["kind"], told["data"]["isCollected"]) == ("order_sent", collects)
        where = "At the mill, 9 to 5." if collects else ""
        assert [mail["data"]["collectionInstructions"] for mail in (receipt, told)] == [where, where]
        [listed] = (await shop.client.get("/ecom/orders", headers=shop.reader)).json()["results"]
        assert listed["isCollected"] is collects

    async def test_sends_no_mail_where_it_is_not_wanted(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        await shop.changed(order, state="sent", notify=False)
        assert [mail["kind"] for mail in await mails(shop)] == ["customer_order", "admin_order"]

    @pytest.mark.parametrize("state", ["paid", "completed", "refunded"])
    async def test_refuses_what_the_order_s_state_does_not_lead_to(self, shop: Shop, state: str) -> None:
        order = await shop.buy(await shop.sell(1000))
        answer = await shop.put(order, state=state)
        assert (answer.status_code, answer.json()["code"]) == (409, "order_state_refused")
        assert (await shop.order(order["id"]))["state"] == "awaiting_payment"

    async def test_changes_addresses_and_notes_until_it_is_sent(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        order = await shop.changed(order, deliveryAddress1="1 Elm Street", notes="Call first")
        assert (order["deliveryAddress1"], order["deliveryTown"], order["notes"]) == (
            "1 Elm Street",
            "Norwich",
            "Call first",
        )
        await shop.changed(order, state="sent")
        answer = await shop.put(await shop.order(order["id"]), deliveryAddress1="2 Elm Street")
        assert (answer.status_code, answer.json()["code"]) == (409, "order_already_sent")
        assert (await shop.changed(order, notes="Late"))["notes"] == "Late"

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

    @pytest.mark.parametrize("line", ["billingAddress1", "deliveryAddress1", "deliveryName"])
    async def test_leaves_no_address_without_what_every_address_has(self, shop: Shop, line: str) -> None:
        order = await shop.buy(await shop.sell())
        answer = await shop.put(order, **{line: " "})
        assert (answer.status_code, [each["field"] for each in answer.json()["errors"]]) == (422, [line]), answer.text
        assert (await shop.order(order["id"]))[line] == order[line] != ""

    async def test_needs_the_version_that_was_read(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        address = f"/ecom/orders/{order['id']}"
        assert (await shop.client.put(address, json={"notes": "x"}, headers=shop.writer)).status_code == 428
        await shop.changed(order, notes="x")
        assert (await shop.put(order, notes="y")).status_code == 412

    @pytest.mark.parametrize(
        "smuggled", ["totalInclTax", "paidAmount", "rows", "deliveryCountryCode", "gateway", "reference"]
    )
    async def test_refuses_what_was_agreed_to(self, shop: Shop, smuggled: str) -> None:
        order = await shop.buy(await shop.sell(1000))
        assert (await shop.put(order, **{smuggled: order[smuggled]})).status_code == 422

    async def test_gives_the_stock_of_a_cancelled_one_back_and_takes_it_again(self, shop: Shop) -> None:
        product = await shop.sell(1000, stock=3)
        order = await shop.buy(product, 2)
        await shop.changed(order, state="cancelled")
        assert await shop.stock(product) == 3
        await shop.changed(order, state="awaiting_payment")
        assert await shop.stock(product) == 1
        await shop.changed(order, state="cancelled")
        await shop.buy(product, 2)
        answer = await shop.put(await shop.order(order["id"]), state="awaiting_payment")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_in_stock")


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


class TestReceipts:
    async def test_open_with_the_link_alone(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), note="Ring", name="Zoë")
        path = order["receiptPath"].removesuffix("/page")
        receipt = (await shop.client.get(path)).json()
        assert (receipt["reference"], receipt["totalInclTax"]) == (order["reference"], order["totalInclTax"])
        assert not {"notes", "events", "userId"}.intersection(receipt)
        for other in (order["id"], order["reference"], "x" * 43):
            assert (await shop.client.get(f"/ecom/receipts/{other}")).status_code in {404, 422}

    async def test_are_pages_too_which_tell_nobody_their_address(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000, name="<script>alert(1)</script>"), note="<b>")
        answer = await shop.client.get(order["receiptPath"], params={"language": "de"})
        assert (answer.status_code, answer.headers["Referrer-Policy"]) == (200, "no-referrer")
        assert "Rechnung" in answer.text
        assert "<script" not in answer.text
        assert "£10.00" not in answer.text.replace("10,00", "")

    async def test_have_documents_for_the_shop(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), 2, note="Ring twice")
        texts = {}
        for kind in ("invoice", "packing_slip"):
            address = f"/ecom/orders/{order['id']}/documents/{kind}"
            answer = await shop.client.get(address, headers=shop.reader)
            assert answer.status_code == 200
            texts[kind] = re.sub(r"<style>.*?</style>|<[^>]+>", " ", answer.text, flags=re.DOTALL)
            assert (await shop.client.get(address)).status_code == 401
        assert all(order["reference"] in text and "12 Mill Lane" in text for text in texts.values())
        assert "£24.80" in texts["invoice"]
        assert "£" not in texts["packing_slip"]
        assert "Ring twice" in texts["packing_slip"]
        assert "United Kingdom" in texts["invoice"]


class TestUntrackedProducts:
    async def test_give_nothing_back_that_was_never_taken(self, shop: Shop) -> None:
        counted_since, tracked = await shop.sell(1000), await shop.sell(1000, stock=3)
        orders = [await shop.buy(counted_since, 2), await shop.buy(counted_since, 2), await shop.buy(tracked, 2)]
        count = {"stock": 10, "stockSeen": 0}
        address = f"/ecom/products/{counted_since}/stock-adjustments"
        assert (await shop.client.post(address, json=count, headers=shop.writer)).status_code == 201
        await shop.changed(orders[0], state="cancelled")
        await pay(shop, orders[1])
        line = RefundedRow(uuid.UUID(orders[1]["rows"][0]["id"]), 1, gives_back_stock=True)
        await refund(shop, orders[1], 1000, line)
        await shop.changed(orders[2], state="cancelled")
        assert (await shop.stock(counted_since), await shop.stock(tracked)) == (10, 3)


class TestDeletedProducts:
    async def test_leave_the_order_as_it_was(self, shop: Shop) -> None:
        product = await shop.sell(1000, stock=3)
        order = await shop.buy(product)
        await shop.delete(product)
        order = await shop.changed(order, state="cancelled")
        assert (order["rows"][0]["product"]["id"], order["rows"][0]["name"]) == (None, "Log basket")

"""The shop's dashboard: what was sold by day, what waits for somebody, and what is not set up."""

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, update

from ecom.app import app
from ecom.config_entries.entries import entries
from ecom.config_entries.payment_entries import COLLECTION_INSTRUCTIONS, COLLECTION_ON, INVOICE_INSTRUCTIONS
from ecom.dashboard import service
from ecom.dashboard.sales import calendar
from ecom.orders import paying
from ecom.orders.models import Order, OrderRefund
from ecom.payments.models import Payment, Refund
from ecom.shipping_matrices.models import ShippingMatrix
from kit.db import new_id
from kit.testing import Start, Tokens
from tests.ecom.ordering import Shop, row, shop

__all__ = ["shop"]

NOW = datetime(2026, 3, 31, 12, tzinfo=UTC)
LONDON = "Europe/London"


async def dashboard(shop: Shop, now: datetime = NOW, timezone: str = LONDON) -> dict[str, Any]:
    """The dashboard as it is at a moment."""
    async with shop.client.kit.database.reading() as session:
        return (await service.get(session, timezone, now)).model_dump(by_alias=True)


async def read(shop: Shop, **query: Any) -> dict[str, Any]:
    """The dashboard as somebody who reads the shop gets it."""
    answer = await shop.client.get("/ecom/dashboard", params=query, headers=shop.reader)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def move(shop: Shop, order: dict[str, Any], **values: Any) -> None:
    """Write other moments or another currency into an order."""
    async with shop.client.kit.database.transaction() as session:
        await session.execute(update(Order).where(Order.id == uuid.UUID(order["id"])).values(**values))


async def pay(shop: Shop, order: dict[str, Any]) -> None:
    """Tell an order that its money has come."""
    async with shop.client.kit.database.transaction() as session:
        assert await paying.paid(session, order["id"], new_id(), order["totalInclTax"], "GBP")


async def refund(shop: Shop, order: dict[str, Any], amount: int, at: datetime) -> None:
    """Tell an order that money went back at a moment."""
    refund_id = new_id()
    async with shop.client.kit.database.transaction() as session:
        await paying.refunded(session, order["id"], refund_id, amount)
        await session.execute(update(OrderRefund).where(OrderRefund.id == refund_id).values(at=at))


def sold(found: dict[str, Any]) -> dict[date, tuple[int, int]]:
    """The days on which something was sold."""
    return {
        each["date"]: (each["orders"], each["takings"]) for each in found["days"] if each["orders"] or each["takings"]
    }


def summed(found: dict[str, Any]) -> list[tuple[int, int, int, int]]:
    """The periods, each beside the one before."""
    return [
        (each["orders"], each["takings"], each["before"]["orders"], each["before"]["takings"])
        for each in found["periods"]
    ]


class TestSales:
    async def test_of_a_shop_that_has_sold_nothing_are_zeros(self, shop: Shop) -> None:
        found = await read(shop, timezone="Asia/Tokyo")
        assert (found["currency"], found["timezone"], len(found["days"])) == ("GBP", "Asia/Tokyo", 30)
        assert sold(found) == {}
        assert [each["days"] for each in found["periods"]] == [1, 7, 30]

    async def test_count_an_order_when_it_is_placed_and_money_when_it_moves(self, shop: Shop) -> None:
        product = await shop.sell(1000, needs_delivery=False)
        order = await shop.buy(product, 3)
        await pay(shop, order)
        await move(shop, order, created_at=NOW - timedelta(days=10), paid_at=NOW - timedelta(days=3))
        await refund(shop, order, 1000, NOW)
        found = await dashboard(shop)
        assert sold(found) == {date(2026, 3, 21): (1, 0), date(2026, 3, 28): (0, 3000), date(2026, 3, 31): (0, -1000)}
        assert summed(found) == [(0, -1000, 0, 0), (0, 2000, 1, 0), (1, 2000, 0, 0)]

    async def test_are_set_beside_as_many_days_before(self, shop: Shop) -> None:
        product = await shop.sell(1000, needs_delivery=False)
        for days in (0, 1, 8, 40, 59, 60):
            order = await shop.buy(product, 1)
            await pay(shop, order)
            moment = NOW - timedelta(days=days)
            await move(shop, order, created_at=moment, paid_at=moment)
        found = await dashboard(shop)
        assert summed(found) == [(1, 1000, 1, 1000), (2, 2000, 1, 1000), (3, 3000, 2, 2000)]

    async def test_leave_out_the_cancelled_and_those_not_paid_online_yet(self, shop: Shop) -> None:
        product = await shop.sell(1000, needs_delivery=False)
        cancelled, online, invoice = [await shop.buy(product, 1) for _ in range(3)]
        await shop.changed(cancelled, state="cancelled")
        await move(shop, online, gateway="card", created_at=NOW)
        await move(shop, invoice, created_at=NOW)
        await move(shop, cancelled, created_at=NOW)
        assert sold(await dashboard(shop)) == {date(2026, 3, 31): (1, 0)}

    async def test_are_in_the_shop_s_currency_and_say_so(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000, needs_delivery=False), 1)
        await move(shop, order, currency="EUR", created_at=NOW)
        found = await dashboard(shop)
        assert (sold(found), found["otherCurrencies"]) == ({}, ["EUR"])

    @pytest.mark.parametrize(
        ("timezone", "day"),
        [
            (LONDON, date(2026, 3, 29)),
            ("America/Los_Angeles", date(2026, 3, 28)),
            ("Pacific/Kiritimati", date(2026, 3, 29)),
        ],
    )
    async def test_go_by_the_clocks_of_a_place(self, shop: Shop, timezone: str, day: date) -> None:
        order = await shop.buy(await shop.sell(1000, needs_delivery=False), 1)
        # In London it is a quarter past midnight, on the day on which the clocks go forward.
        await move(shop, order, created_at=datetime(2026, 3, 29, 0, 15, tzinfo=UTC))
        assert list(sold(await dashboard(shop, timezone=timezone))) == [day]

    def test_know_days_that_are_shorter(self) -> None:
        shown = calendar(NOW, LONDON)
        at = shown.days.index(date(2026, 3, 29))
        assert shown.bounds[at + 1] - shown.bounds[at] == timedelta(hours=23)
        assert (shown.days[-1], len(shown.days), len(shown.bounds)) == (date(2026, 3, 31), 60, 61)

    async def test_refuse_a_time_zone_that_there_is_not(self, shop: Shop) -> None:
        answer = await shop.client.get("/ecom/dashboard", params={"timezone": "Moon/Sea"}, headers=shop.reader)
        assert answer.status_code == 422


class TestWaiting:
    async def test_counts_orders_as_their_lists_do(self, shop: Shop) -> None:
        product = await shop.sell(1000, needs_delivery=False)
        paid, preparing, sent, _, cancelled = [await shop.buy(product, 1) for _ in range(5)]
        await pay(shop, paid)
        await shop.changed(preparing, state="preparing")
        await shop.changed(sent, state="sent")
        await shop.changed(cancelled, state="cancelled")
        await shop.buy(product, 1, gateway="collection")
        found = (await read(shop))["waiting"]
        assert found == {"paid": 1, "preparing": 1, "unpaidInvoices": 3, "unpaidCollections": 1}
        queries: list[tuple[dict[str, Any], int]] = [
            ({"state": "paid"}, 1),
            ({"gateway": "invoice", "is-unpaid": True}, 3),
            ({"gateway": "collection", "is-unpaid": True}, 1),
        ]
        for query, count in queries:
            listed = await shop.client.get("/ecom/orders", params=query, headers=shop.reader)
            assert listed.json()["total"] == count

    async def test_counts_no_money_to_come_of_what_costs_nothing(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(0, needs_delivery=False), 1)
        waiting = (await read(shop))["waiting"]
        assert (order["state"], waiting["paid"], waiting["unpaidInvoices"]) == ("paid", 1, 0)
        listed = await shop.client.get("/ecom/orders", params={"is-unpaid": True}, headers=shop.reader)
        assert listed.json()["total"] == 0

    async def test_counts_what_runs_out(self, shop: Shop) -> None:
        for stock in (0, 3, 50, None):
            await shop.sell(1000, stock=stock)
        assert (await read(shop))["stock"] == {"low": 1, "out": 1}

    async def test_counts_refunds_that_do_not_arrive(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000, needs_delivery=False), 1)
        moments = {
            "pending": [timedelta(0), timedelta(hours=2)],
            "failed": [timedelta(days=90)],
            "done": [timedelta(0)],
        }
        async with shop.client.kit.database.transaction() as session:
            payment = Payment(id=new_id(), order_id=uuid.UUID(order["id"]), order_reference="X", key="k")
            payment.gateway, payment.state, payment.currency, payment.amount = "card", "failed", "GBP", 1000
            session.add(payment)
            await session.flush()
            for state, ages in moments.items():
                for age in ages:
                    row = Refund(payment_id=payment.id, kind="asked", state=state, currency="GBP", amount=1)
                    row.created_at = datetime.now(UTC) - age
                    session.add(row)
        assert (await read(shop))["money"] == {"failedPayments": 1, "failedRefunds": 1, "stuckRefunds": 1}


class TestSetUp:
    async def test_of_a_new_shop_says_all_that_is_missing(self, start: Start, tokens: Tokens) -> None:
        found = (await read(Shop(await start(app), tokens)))["setUp"]
        gateways = {each["key"]: each["isOffered"] for each in found.pop("gateways")}
        assert set(found.pop("silentGateways")) == {"invoice", "collection"}
        assert found == {
            "hasProducts": False,
            "hasDelivery": True,
            "hasTaxRates": False,
            "untaxedClasses": [],
            "hasSeller": False,
        }
        assert gateways == {"card": False, "button": False, "invoice": True, "collection": True}

    async def test_of_a_shop_that_sells(self, shop: Shop) -> None:
        await shop.sell(1000)
        found = (await read(shop))["setUp"]
        assert (found["hasProducts"], found["hasDelivery"], found["hasTaxRates"]) == (True, True, True)

    async def test_names_what_is_offered_and_not_explained(self, shop: Shop) -> None:
        async with shop.client.kit.database.transaction() as session:
            told = {INVOICE_INSTRUCTIONS.key: "GB33 BUKB 2020", COLLECTION_INSTRUCTIONS.key: " \n"}
            await entries.put(session, told)
        assert (await read(shop))["setUp"]["silentGateways"] == ["collection"]
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, {COLLECTION_ON.key: False})
        assert (await read(shop))["setUp"]["silentGateways"] == []

    async def test_names_a_tax_class_that_no_rate_of_the_country_is_for(self, shop: Shop) -> None:
        await shop.sell(1000)
        await shop.sell(1000, tax_class="reduced-rate")
        await shop.sell(1000, tax_class=None)
        assert (await read(shop))["setUp"]["untaxedClasses"] == ["reduced-rate"]

    async def test_has_no_delivery_where_the_charges_are_in_another_currency(self, shop: Shop) -> None:
        product = await shop.sell(1000)
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(ShippingMatrix).values(currency="EUR"))
        assert (await shop.summary(row(product)))["delivery"]["state"] == "unavailable"
        assert (await read(shop))["setUp"]["hasDelivery"] is False

    @pytest.mark.parametrize("unsellable", [{"is_published": False}, {"amount": None}])
    async def test_has_no_product_where_none_can_be_bought(self, shop: Shop, unsellable: dict[str, Any]) -> None:
        await shop.sell(**unsellable)
        assert (await read(shop))["setUp"]["hasProducts"] is False


class TestCost:
    async def test_takes_as_many_statements_for_many_orders_as_for_none(self, shop: Shop) -> None:
        product = await shop.sell(1000, needs_delivery=False)
        counted = [await statements(shop), await statements(shop)]
        for _ in range(5):
            await pay(shop, await shop.buy(product, 1))
        counted.append(await statements(shop))
        # The first fills caches.
        assert counted[2] == counted[1] <= 10


async def statements(shop: Shop) -> int:
    """How many statements the dashboard takes."""
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        seen.append(statement)

    engine = shop.client.kit.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        await read(shop)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    return len(seen)

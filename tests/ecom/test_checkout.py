"""`POST /ecom/orders`: what is taken, what is refused, and that each order is taken once."""

import asyncio
import json
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from ecom.app import app
from ecom.checkout import limits
from ecom.checkout.limits import Most
from ecom.orders.models import CheckoutCount, Order
from kit.db import new_id
from kit.jobs import enqueue
from kit.revocation import key_of
from kit.testing import Start, Tokens
from kit.tokens import Claims, IdentityUnavailable
from tests.content.statements import Statements
from tests.ecom.ordering import ADDRESS, NORWICH, Shop, codes, row, shop
from tests.kit.working import run_jobs

__all__ = ["shop"]


MOST_STATEMENTS = 23
"""Of an order by invoice, with those that begin and end its three transactions. A rush on a product waits for each of them."""


class TestPlacing:
    async def test_keeps_what_was_agreed_to_and_takes_the_stock(self, shop: Shop) -> None:
        product = await shop.sell(1999, stock=5)
        summary = await shop.summary(row(product, 2))
        answer = await shop.send(shop.request(summary, phone="+44 1603 1", note="Ring twice"))
        assert answer.status_code == 201, answer.text
        placed = answer.json()
        order = await shop.order(placed["id"])
        assert placed["totalInclTax"] == order["totalInclTax"] == summary["totalInclTax"] == 4478
        assert (order["state"], order["paymentState"], order["gateway"]) == ("awaiting_payment", "awaiting", "invoice")
        assert (order["deliveryName"], order["deliveryCountryCode"]) == ("Zoë Ångström", "GB")
        assert (order["customerNote"], order["taxes"]) == ("Ring twice", summary["taxes"])
        [line] = order["rows"]
        assert (line["quantity"], line["unitPrice"], line["totalExclTax"], line["name"]) == (
            2,
            1666,
            3332,
            "Log basket",
        )
        assert [event["kind"] for event in order["events"]] == ["placed"]
        assert await shop.stock(product) == 3
        assert placed["payment"]["state"] == "pending"

    async def test_goes_to_another_address_where_one_is_given(self, shop: Shop) -> None:
        product = await shop.sell()
        delivery: dict[str, Any] = {key.replace("billing", "delivery"): value for key, value in ADDRESS.items()}
        order = await shop.buy(product, **{**delivery, "deliveryName": "Ann", "deliveryAddress4": "Back door"})
        assert (order["billingName"], order["deliveryName"], order["deliveryAddress4"]) == (
            "Zoë Ångström",
            "Ann",
            "Back door",
        )

    async def test_names_the_choice_of_options(self, shop: Shop) -> None:
        options = [{"name": "Size", "values": ["S", "L"]}, {"name": "Colour", "values": ["red"]}]
        product = await shop.sell(options=options, option_values={"Size": "L"})
        summary = await shop.summary(row(product, options={"Colour": "red"}))
        order = await shop.order((await shop.send(shop.request(summary))).json()["id"])
        assert order["rows"][0]["name"] == "Log basket: L, red"
        assert order["rows"][0]["options"] == {"Size": "L", "Colour": "red"}

    async def test_is_paid_where_it_costs_nothing(self, shop: Shop) -> None:
        product = await shop.sell(0, needs_delivery=False)
        answer = await shop.send(shop.request(await shop.summary(row(product))))
        assert answer.json()["payment"] is None
        assert (await shop.order(answer.json()["id"]))["state"] == "paid"

    async def test_is_the_member_s_who_is_logged_in(self, shop: Shop, tokens: Tokens) -> None:
        summary = await shop.summary(row(await shop.sell()))
        mine, other = tokens.bearer(user=(user := str(new_id()))), tokens.bearer(user=str(new_id()))
        placed = (await shop.send(shop.request(summary), headers=mine)).json()
        assert (await shop.order(placed["id"]))["userId"] == user
        listed = (await shop.client.get("/ecom/orders/mine", headers=mine)).json()
        assert [each["reference"] for each in listed["results"]] == [placed["reference"]]
        assert (await shop.client.get("/ecom/orders/mine", headers=other)).json()["total"] == 0
        address = f"/ecom/orders/mine/{placed['id']}"
        assert (await shop.client.get(address, headers=mine)).json()["reference"] == placed["reference"]
        assert (await shop.client.get(address, headers=other)).status_code == 404
        assert (await shop.client.get("/ecom/orders/mine")).status_code == 401

    async def test_is_not_a_stranger_s_whose_session_has_ended(self, shop: Shop, tokens: Tokens) -> None:
        """It would never be among the member's orders: the browser renews the session and sends it again."""
        await shop.client.kit.redis.client.set(key_of("ended"), b"1")
        request, key = shop.request(await shop.summary(row(await shop.sell()))), str(new_id())
        for headers in (tokens.cookie(sid="ended"), tokens.cookie(exp=1), tokens.bearer(sid="ended")):
            answer = await shop.send(request, key, headers)
            assert (answer.status_code, await shop.count()) == (401, 0), answer.text
        user = str(new_id())
        placed = (await shop.send(request, key, tokens.cookie(user=user))).json()
        assert (await shop.order(placed["id"]))["userId"] == user

    async def test_nor_whose_session_cannot_be_checked(
        self, shop: Shop, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        request = shop.request(await shop.summary(row(await shop.sell())))

        async def verify(token: str) -> Claims:
            raise IdentityUnavailable("Nobody can be asked.")

        monkeypatch.setattr(shop.client.kit.verifier, "verify", verify)
        answer = await shop.send(request, headers=tokens.cookie())
        assert (answer.status_code, answer.json()["code"], await shop.count()) == (503, "identity_unavailable", 0)
        assert (await shop.send(request)).status_code == 201

    async def test_is_collected_without_delivery(self, shop: Shop) -> None:
        summary = await shop.summary(row(await shop.sell(1000)), collects=True)
        answer = await shop.send(shop.request(summary, collects=True, gateway="collection"))
        order = await shop.order(answer.json()["id"])
        assert (order["isCollected"], order["needsDelivery"], order["totalInclTax"]) == (True, False, 1000)

    async def test_takes_as_many_statements_for_many_rows_as_for_one(self, shop: Shop) -> None:
        products = [await shop.sell(1000, stock=50) for _ in range(20)]

        async def count(bought: Sequence[uuid.UUID]) -> int:
            request = shop.request(await shop.summary(*[row(product) for product in bought]))
            async with Statements(shop.client.kit).counted() as statements:
                assert (await shop.send(request)).status_code == 201
            return len(statements)

        await count(products[:1])
        assert await count(products) == await count(products[:1]) <= MOST_STATEMENTS


class TestRefusing:
    async def test_what_has_become_dearer_since_with_the_new_summary(self, shop: Shop) -> None:
        product = await shop.sell(1000, stock=5)
        request = shop.request(await shop.summary(row(product)))
        await shop.change(product, amount=1200)
        answer = await shop.send(request, key := str(new_id()))
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (409, "summary_changed")
        assert problem["summary"]["goodsInclTax"] == 1200
        assert (await shop.stock(product), await shop.count()) == (5, 0)
        # Agreed to anew, the same key is good: nothing was taken under it.
        again = await shop.send({**request, "summaryDigest": problem["summary"]["digest"]}, key)
        assert again.status_code == 201

    @pytest.mark.parametrize("change", ["unpublished", "deleted", "sold"])
    async def test_what_cannot_be_had_any_more(self, shop: Shop, change: str) -> None:
        product = await shop.sell(1000, stock=1)
        request = shop.request(await shop.summary(row(product)))
        if change == "unpublished":
            await shop.change(product, is_published=False)
        elif change == "deleted":
            await shop.delete(product)
        else:
            await shop.buy(product)
        answer = await shop.send(request)
        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (409, "summary_changed")
        expected = ["fewer_in_stock"] if change == "sold" else ["gone"]
        assert problem["summary"]["rows"][0]["changes"] == expected

    async def test_where_the_shop_does_not_deliver(self, shop: Shop) -> None:
        summary = await shop.summary(row(await shop.sell()), address={"country": "US"})
        answer = await shop.send(shop.request(summary, billingCountryCode="US"))
        assert (answer.status_code, answer.json()["summary"]["delivery"]["state"]) == (409, "unavailable")

    @pytest.mark.parametrize(
        "smuggled",
        [
            {"total": 1},
            {"unitPrice": 1},
            {"tax": 0},
            {"state": "paid"},
            {"totalInclTax": 1},
            {"reference": "A"},
            {"userId": "x"},
        ],
    )
    async def test_what_is_the_shop_s_to_say(self, shop: Shop, smuggled: dict[str, Any]) -> None:
        summary = await shop.summary(row(await shop.sell()))
        answer = await shop.send(shop.request(summary, **smuggled))
        assert (answer.status_code, codes(answer)) == (422, [next(iter(smuggled))])
        assert await shop.count() == 0

    async def test_a_price_in_a_row(self, shop: Shop) -> None:
        request = shop.request(await shop.summary(row(await shop.sell())))
        request["rows"][0]["unitPrice"] = 1
        answer = await shop.send(request)
        assert (answer.status_code, codes(answer)) == (422, ["rows.0.unitPrice"])

    @pytest.mark.parametrize("quantity", ["0", "-1", "1.5", "1e400", '"1\u0660"', "10000"])
    async def test_a_quantity_that_is_none(self, shop: Shop, quantity: str) -> None:
        request = shop.request(await shop.summary(row(await shop.sell())))
        request["rows"][0]["quantity"] = "Q"
        body = json.dumps(request).replace('"Q"', quantity).encode()
        headers = {"Content-Type": "application/json", "Idempotency-Key": "a"}
        answer = await shop.client.post("/ecom/orders", content=body, headers=headers)
        assert answer.status_code == 422

    async def test_10_001_rows(self, shop: Shop) -> None:
        request = shop.request(await shop.summary(row(await shop.sell())))
        answer = await shop.send({**request, "rows": [row(new_id()) for _ in range(10_001)]})
        assert answer.status_code in {413, 422}
        assert await shop.count() == 0

    @pytest.mark.parametrize(
        "changed",
        [
            {"rows": []},
            {"gateway": "barter"},
            {"email": "zoe"},
            {"billingCountryCode": "XX"},
            {"billingAddress1": " "},
            {"deliveryName": "Ann"},
            {"deliveryTown": "Ely"},
            {"name": "A\nB"},
            {"phone": "<b>"},
        ],
    )
    async def test_what_is_not_whole(self, shop: Shop, changed: dict[str, Any]) -> None:
        summary = await shop.summary(row(await shop.sell()))
        assert (await shop.send({**shop.request(summary), **changed})).status_code == 422

    async def test_a_way_to_pay_that_is_not_offered(self, shop: Shop) -> None:
        product = await shop.sell(stock=3)
        answer = await shop.send(shop.request(await shop.summary(row(product)), gateway="card"))
        assert (answer.status_code, answer.json()["code"]) == (409, "gateway_not_offered")
        assert (await shop.stock(product), await shop.count()) == (3, 0)

    async def test_more_orders_than_one_network_sends(self, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MOST", Most(from_network=2))
        product = await shop.sell()
        request = shop.request(await shop.summary(row(product)))
        answers = [await shop.send(request) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert 3_500 < int(answers[2].headers["Retry-After"]) <= 3_600

    async def test_counts_are_deleted_with_their_hour(self, shop: Shop) -> None:
        await shop.send(shop.request(await shop.summary(row(await shop.sell()))))
        buckets = select(CheckoutCount.bucket)
        for hours, are_left in ((0, True), (1, False)):
            async with shop.client.kit.database.transaction() as session:
                earlier = CheckoutCount.window_ends_at - timedelta(hours=hours)
                await session.execute(update(CheckoutCount).values(window_ends_at=earlier))
                await enqueue(session, "checkout.purge", {})
            assert {job.state for job in await run_jobs(shop.client, "checkout.purge")} == {"done"}
            async with shop.client.kit.database.reading() as session:
                assert bool((await session.scalars(buckets)).all()) is are_left

    async def test_what_is_refused_closes_the_shop_for_nobody(
        self, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "MOST", Most(of_shop=2))
        request = shop.request(await shop.summary(row(await shop.sell())))
        refused = [await shop.send({**request, "summaryDigest": "another"}) for _ in range(5)]
        assert {answer.status_code for answer in refused} == {409}
        answers = [await shop.send(request) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert 3_500 < int(answers[2].headers["Retry-After"]) <= 3_601
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Order).values(created_at=Order.created_at - timedelta(hours=1)))
        assert (await shop.send(request)).status_code == 201

    async def test_payment_on_collection_of_what_is_delivered(self, shop: Shop) -> None:
        product = await shop.sell(stock=3)
        request = shop.request(await shop.summary(row(product)), gateway="collection")
        answer = await shop.send(request)
        assert (answer.status_code, answer.json()["code"]) == (409, "gateway_not_offered")
        assert codes(answer) == ["gateway"]
        assert (await shop.stock(product), await shop.count()) == (3, 0)
        voucher = await shop.sell(1000, needs_delivery=False)
        assert (await shop.buy(voucher, gateway="collection"))["gateway"] == "collection"


class TestOnce:
    async def test_the_same_answer_comes_to_the_same_key_also_after_a_restart(self, shop: Shop, start: Start) -> None:
        product = await shop.sell(stock=5)
        request, key = shop.request(await shop.summary(row(product))), str(new_id())
        first = await shop.send(request, key)
        await shop.change(product, amount=5000)
        shop.client = await start(app)
        second = await shop.send(request, key)
        assert (second.status_code, second.json()) == (201, first.json())
        assert (await shop.stock(product), await shop.count()) == (4, 1)

    async def test_whoever_has_logged_in_since_gets_the_answer_that_was_lost(self, shop: Shop, tokens: Tokens) -> None:
        request = shop.request(await shop.summary(row(await shop.sell())))
        member = tokens.bearer("user")
        for one, other in ((None, member), (member, None)):
            key = str(new_id())
            first = await shop.send(request, key, one)
            second = await shop.send(request, key, other)
            assert (first.status_code, first.json()) == (201, second.json())
        assert await shop.count() == 2

    async def test_another_order_under_the_same_key_is_refused(self, shop: Shop) -> None:
        product = await shop.sell()
        request, key = shop.request(await shop.summary(row(product))), str(new_id())
        await shop.send(request, key)
        for changed in ({"name": "Ann"}, {"rows": [{**request["rows"][0], "quantity": 2}]}):
            answer = await shop.send({**request, **changed}, key)
            assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_key_reused")
        assert await shop.count() == 1

    async def test_two_connections_at_once_make_one(self, shop: Shop) -> None:
        product = await shop.sell(stock=5)
        request, key = shop.request(await shop.summary(row(product))), str(new_id())
        answers = await asyncio.gather(*(shop.send(request, key) for _ in range(8)))
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.text for answer in answers}) == 1
        assert (await shop.stock(product), await shop.count()) == (4, 1)

    async def test_needs_a_key(self, shop: Shop) -> None:
        request = shop.request(await shop.summary(row(await shop.sell())))
        assert (await shop.client.post("/ecom/orders", json=request)).status_code == 422

    async def test_200_people_buy_the_last_ten(self, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(limits, "MOST", Most(from_network=1_000))
        first, second = await shop.sell(1000, stock=10), await shop.sell(700, stock=1_000)
        # Half of them have the products the other way round.
        requests = [
            shop.request(await shop.summary(*rows, address=NORWICH))
            for rows in ([row(first), row(second)], [row(second), row(first)])
        ]
        answers = await asyncio.gather(*(shop.send(requests[number % 2]) for number in range(200)))
        taken = [answer for answer in answers if answer.status_code == 201]
        refused = {answer.json()["code"] for answer in answers if answer.status_code != 201}
        assert (len(taken), refused) == (10, {"summary_changed"})
        assert (await shop.stock(first), await shop.stock(second), await shop.count()) == (0, 990, 10)
        assert len({answer.json()["reference"] for answer in taken}) == 10

    async def test_baskets_in_opposite_orders_do_not_wait_for_each_other(
        self, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each basket has all products, in one order or the other; without an order of its own the stock would deadlock."""
        monkeypatch.setattr(limits, "MOST", Most(from_network=1_000))
        products = [await shop.sell(1000, stock=100) for _ in range(6)]
        requests = [
            shop.request(await shop.summary(*[row(product) for product in ordered]))
            for ordered in (products, products[::-1])
        ]
        answers = await asyncio.gather(*(shop.send(requests[number % 2]) for number in range(40)))
        assert {answer.status_code for answer in answers} == {201}
        assert {await shop.stock(product) for product in products} == {60}

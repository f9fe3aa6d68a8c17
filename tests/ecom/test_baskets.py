"""`POST /ecom/baskets/summary`."""

import json
from typing import Any

import pytest

from kit.db import new_id
from kit.testing import Tokens
from tests.content.statements import Statements
from tests.ecom.ordering import NORWICH, Shop, codes, row, shop

__all__ = ["shop"]


class TestSummary:
    async def test_prices_rows_tax_and_delivery(self, shop: Shop) -> None:
        basket, lid = await shop.sell(1999), await shop.sell(350, name="Lid", tax_class=None)
        summary = await shop.summary(row(basket, 2), row(lid, 3))
        first, second = summary["rows"]
        assert (first["price"], first["unitPrice"], first["totalExclTax"], first["tax"]) == (1999, 1666, 3332, 666)
        assert (second["totalExclTax"], second["tax"], second["totalInclTax"]) == (1050, 0, 1050)
        assert summary["delivery"] == {
            "state": "charged",
            "totalExclTax": 400,
            "tax": 80,
            "totalInclTax": 480,
            "taxPercent": "20",
        }
        assert (summary["totalExclTax"], summary["tax"], summary["totalInclTax"]) == (4782, 746, 5528)
        assert summary["taxes"] == [
            {"percent": "20", "totalExclTax": 3732, "tax": 746},
            {"percent": "0", "totalExclTax": 1050, "tax": 0},
        ]
        assert (summary["canOrder"], summary["currency"], summary["goodsInclTax"]) == (True, "GBP", 5048)

    async def test_says_what_has_changed_in_each_row(self, shop: Shop) -> None:
        dearer, scarce, hidden = await shop.sell(1000), await shop.sell(1000, stock=2), await shop.sell(1000)
        bounded, sold = await shop.sell(1000, most_per_order=3), await shop.sell(1000)
        await shop.change(dearer, amount=1200)
        await shop.change(hidden, is_published=False)
        await shop.delete(sold)
        wanted = [(dearer, 1), (scarce, 3), (hidden, 1), (bounded, 4), (sold, 1), (new_id(), 1)]
        summary = await shop.summary(*(row(product, quantity, seenPrice=1000) for product, quantity in wanted))
        rows = summary["rows"]
        assert [each["changes"] for each in rows] == [
            ["price_changed"],
            ["fewer_in_stock"],
            ["gone"],
            ["too_many"],
            ["gone"],
            ["gone"],
        ]
        assert [each["isAvailable"] for each in rows] == [True, False, False, False, False, False]
        assert [each["available"] for each in rows] == [None, 2, 0, 3, 0, 0]
        assert not summary["canOrder"]
        # What cannot be bought does not count, and nothing is told of what is not published.
        assert rows[2]["name"] == ""
        assert (rows[2]["totalInclTax"], summary["goodsInclTax"]) == (0, 1200 + 3000 + 4000)

    async def test_counts_nothing_that_is_sold_out_in_what_it_comes_to(self, shop: Shop) -> None:
        there, gone = await shop.sell(1000), await shop.sell(2000, stock=0)
        summary = await shop.summary(row(there, 1), row(gone, 2))
        assert [(each["available"], each["price"], each["totalInclTax"]) for each in summary["rows"]] == [
            (None, 1000, 1000),
            (0, 2000, 0),
        ]
        assert (summary["goodsInclTax"], summary["totalInclTax"], summary["canOrder"]) == (1000, 1480, False)

    async def test_counts_all_rows_of_a_product_against_its_stock(self, shop: Shop) -> None:
        product = await shop.sell(1000, stock=3)
        summary = await shop.summary(row(product, 2), row(product, 2))
        assert [each["changes"] for each in summary["rows"]] == [["fewer_in_stock"], ["fewer_in_stock"]]

    async def test_knows_no_delivery_without_an_address_and_none_where_the_shop_does_not_deliver(
        self, shop: Shop
    ) -> None:
        product, voucher = await shop.sell(1000), await shop.sell(500, needs_delivery=False)
        states = {}
        for name, rows, address in (
            ("unknown", [row(product)], None),
            ("unavailable", [row(product)], {"country": "US", "postcode": "99501"}),
            ("charged", [row(product)], NORWICH),
            ("not_needed", [row(voucher)], None),
        ):
            summary = await shop.summary(*rows, address=address)
            states[name] = (summary["delivery"]["state"], summary["canOrder"])
        assert states == {
            "unknown": ("unknown", False),
            "unavailable": ("unavailable", False),
            "charged": ("charged", True),
            "not_needed": ("not_needed", True),
        }

    async def test_costs_no_delivery_where_the_buyer_comes_for_it(self, shop: Shop) -> None:
        summary = await shop.summary(row(await shop.sell(1000)), address=None, collects=True)
        assert (summary["delivery"]["state"], summary["totalInclTax"], summary["canOrder"]) == ("collected", 1000, True)

    async def test_has_a_digest_of_the_amounts_alone(self, shop: Shop) -> None:
        product = await shop.sell(1000)
        first = await shop.summary(row(product, seenPrice=900))
        assert first["digest"] == (await shop.summary(row(product)))["digest"]
        assert first["digest"] != (await shop.summary(row(product, 2)))["digest"]
        await shop.change(product, amount=1001)
        assert first["digest"] != (await shop.summary(row(product)))["digest"]

    async def test_takes_four_statements_for_a_hundred_rows_as_for_one(self, shop: Shop) -> None:
        """Products, prices, tax rates and shipping matrices; no transaction around what only reads."""
        products = [await shop.sell(1000 + number, stock=50) for number in range(100)]
        # The first fills caches.
        await statements(shop, products[:1])
        for count in (1, 100):
            assert len(found := await statements(shop, products[:count])) == 4, found

    async def test_reads_nothing_that_a_group_is_described_by(self, shop: Shop) -> None:
        found = await statements(shop, [await shop.sell()])
        assert "product_groups.name" in str(found)
        assert "description" not in str(found)

    async def test_of_an_empty_basket_is_nothing(self, shop: Shop) -> None:
        summary = await shop.summary()
        assert (summary["rows"], summary["totalInclTax"], summary["canOrder"]) == ([], 0, False)

    @pytest.mark.parametrize(
        "quantity", ["0", "-1", "1.5", "1e400", '"1\u0660"', '"1"', "null", "true", "10000", "NaN"]
    )
    async def test_refuses_a_quantity_that_is_none(self, shop: Shop, quantity: str) -> None:
        body = json.dumps({"rows": [row(new_id(), "Q")]}).replace('"Q"', quantity)
        answer = await shop.client.post(
            "/ecom/baskets/summary", content=body.encode(), headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 422, answer.text

    async def test_refuses_10_001_rows(self, shop: Shop) -> None:
        rows = [row(new_id()) for _ in range(10_001)]
        answer = await shop.client.post("/ecom/baskets/summary", json={"rows": rows})
        assert answer.status_code in {413, 422}

    @pytest.mark.parametrize("smuggled", [{"unitPrice": 1}, {"price": 1}, {"total": 1}, {"tax": 0}])
    async def test_refuses_prices_of_the_visitor_s(self, shop: Shop, smuggled: dict[str, Any]) -> None:
        answer = await shop.client.post("/ecom/baskets/summary", json={"rows": [row(new_id(), **smuggled)]})
        assert (answer.status_code, codes(answer)) == (422, [f"rows.0.{next(iter(smuggled))}"])

    async def test_refuses_what_comes_to_more_than_amounts_can_be(self, shop: Shop) -> None:
        product = await shop.sell(1_000_000_000_000)
        answer = await shop.client.post("/ecom/baskets/summary", json={"rows": [row(product, 2)]})
        assert (answer.status_code, answer.json()["code"]) == (422, "basket_too_large")

    async def test_gives_members_their_own_prices(self, shop: Shop, tokens: Tokens) -> None:
        product = await shop.sell(2000)
        await shop.offer(product, 1500, scope="trade")
        body = {"rows": [row(product)]}
        answers = [
            await shop.client.post("/ecom/baskets/summary", json=body, headers=headers)
            for headers in ({}, tokens.bearer("trade"))
        ]
        assert [answer.json()["rows"][0]["price"] for answer in answers] == [2000, 1500]


async def statements(shop: Shop, products: list[Any]) -> list[str]:
    """What a summary of these sends to Postgres."""
    async with Statements(shop.client.kit).counted() as found:
        await shop.summary(*(row(product) for product in products))
    return found

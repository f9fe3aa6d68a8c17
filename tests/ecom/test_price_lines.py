"""The lines of a basket, priced by the shop, and the explanation of a price."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

import ecom.prices.tasks
from ecom.prices.service import PricedLine, Wanted, price_lines
from ecom.products.models import Price
from kit.jobs import enqueue
from tests.content.statements import Statements
from tests.ecom.catalogue import JSON, PRODUCTS, SIZES, Shop, product_of
from tests.kit.working import run_jobs

NOW = datetime(2026, 6, 1, tzinfo=UTC)


async def priced(
    shop: Shop, *wanted: tuple[str, int, dict[str, str]], scopes: tuple[str, ...] = ()
) -> list[PricedLine]:
    lines: list[Wanted] = [(uuid.UUID(product_id), quantity, chosen) for product_id, quantity, chosen in wanted]
    async with shop.client.kit.database.transaction() as session:
        return [*await price_lines(session, lines, scopes, NOW)]


def seen(line: PricedLine) -> tuple[str, int | None, int | None, int | None]:
    return line.state, line.unit_amount, line.standard_amount, line.available


class TestPriceLines:
    async def test_the_lowest_that_applies(self, shop: Shop) -> None:
        prices = [
            {"amount": 1000},
            {"kind": "sale", "amount": 900, "startsAt": "2026-05-01T00:00:00Z", "endsAt": "2026-07-01T00:00:00Z"},
            {"kind": "sale", "amount": 500, "endsAt": "2026-05-01T00:00:00Z"},
            {"kind": "trade", "amount": 700, "scope": "trade"},
            {"amount": 800, "leastQuantity": 10},
            {"amount": 1, "currency": "EUR"},
        ]
        product = await shop.product(prices=prices)
        [one] = await priced(shop, (product["id"], 1, {}))
        [trade] = await priced(shop, (product["id"], 1, {}), scopes=("trade",))
        many = await priced(shop, (product["id"], 6, {}), (product["id"], 4, {}))
        assert [seen(line) for line in (one, trade)] == [("ok", 900, 1000, None), ("ok", 700, 1000, None)]
        assert [line.unit_amount for line in many] == [800, 800]

    async def test_says_what_cannot_be_bought(self, shop: Shop) -> None:
        hidden = await shop.product(isPublished=False)
        free = await shop.product(prices=[])
        group = await shop.group(isPublished=False)
        few = await shop.product(tracksStock=True, stock=7, mostPerOrder=5)
        later = await shop.product(tracksStock=True, stock=-2, allowsBackorders=True)
        ids = [hidden["id"], free["id"], group["products"][0]["id"], few["id"], later["id"], str(uuid.uuid4())]
        lines = await priced(shop, *((identifier, 1, {}) for identifier in ids))
        assert [(line.state, line.available) for line in lines] == [
            ("unpublished", None),
            ("no_price", None),
            ("unpublished", None),
            ("ok", 5),
            ("ok", None),
            ("gone", 0),
        ]

    async def test_the_buyer_chooses_what_the_product_leaves_open(self, shop: Shop) -> None:
        group = await shop.group(options=SIZES, products=[product_of(optionValues={"Size": "S"})])
        product_id = group["products"][0]["id"]
        choices: list[dict[str, str]] = [
            {"Colour": "Red"},
            {},
            {"Colour": "Green"},
            {"Colour": "Red", "Size": "M"},
            {"Colour": "Red", "Cut": "Slim"},
        ]
        lines = await priced(shop, *((product_id, 1, choice) for choice in choices))
        assert [line.state for line in lines] == ["ok", *["options_missing"] * 4]
        assert lines[0].option_values == {"Size": "S", "Colour": "Red"}

    async def test_takes_as_many_statements_for_many_as_for_one(self, shop: Shop) -> None:
        ids = [(await shop.product())["id"] for _ in range(5)]
        counts = []
        for some in (ids[:1], ids):
            async with Statements(shop.client.kit).counted() as statements:
                await priced(shop, *((identifier, 1, {}) for identifier in some))
            counts.append(len([each for each in statements if "FROM p" in each]))
        assert counts == [2, 2]


class TestExplanation:
    async def explain(self, shop: Shop, product: JSON, query: str = "") -> JSON:
        return await shop.read(f"{PRODUCTS}/{product['id']}/prices/explanation?at=2026-06-01T00:00:00Z{query}")

    async def test_says_of_each_price_why(self, shop: Shop) -> None:
        prices = [
            {"amount": 1000},
            {"kind": "sale", "amount": 900, "startsAt": "2026-06-02T00:00:00Z"},
            {"kind": "sale", "amount": 500, "endsAt": "2026-06-01T00:00:00Z"},
            {"kind": "trade", "amount": 700, "scope": "trade"},
            {"amount": 800, "leastQuantity": 10},
            {"amount": 1, "currency": "EUR"},
        ]
        product = await shop.product(prices=prices)
        explained = await self.explain(shop, product)
        whys = {price["amount"]: price["why"] for price in explained["prices"]}
        assert (explained["amount"], explained["currency"]) == (1000, "GBP")
        assert whys == {
            1000: "lowest",
            900: "not_yet",
            500: "no_longer",
            700: "other_customers",
            800: "too_few",
            1: "other_currency",
        }
        trade = await self.explain(shop, product, "&quantity=10&scope=trade")
        assert (trade["amount"], trade["standardAmount"]) == (700, 800)
        assert [price["why"] for price in trade["prices"] if price["amount"] in {800, 1000}] == ["higher", "higher"]

    async def test_refuses_what_is_no_quantity(self, shop: Shop) -> None:
        product = await shop.product()
        for wrong in ("0", "-1", "1.5", "1e400", "\u0661"):
            address = f"{PRODUCTS}/{product['id']}/prices/explanation?quantity={wrong}"
            assert (await shop.send("GET", address)).status_code == 422, wrong


class TestSalesThatBeginAndEnd:
    async def test_pages_are_told_at_each_turn_once(self, shop: Shop) -> None:
        soon = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        group = await shop.group(
            products=[product_of(prices=[{"amount": 1000}, {"kind": "sale", "amount": 1, "endsAt": soon}])]
        )
        before = await shop.told()
        await run_jobs(shop.client, "prices.turn")
        assert await shop.told() == before
        await self.turn(shop, 1)
        assert (await shop.told())[len(before) :] == [
            {"groupIds": [group["id"]], "tags": ["catalogue", f"product-group:{group['id']}"]}
        ]
        await self.turn(shop, 0)
        assert len(await shop.told()) == len(before) + 1

    async def test_however_many_turn_together_all_pages_are_told_at_once(
        self, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ecom.prices.tasks, "_MOST", 2)
        soon = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        sale = {"kind": "sale", "amount": 1, "endsAt": soon}
        groups = [await shop.group(products=[product_of(prices=[{"amount": 1000}, sale])]) for _ in range(5)]
        before = len(await shop.told())
        await self.turn(shop, 5)
        told = [each for event in (await shop.told())[before:] for each in event["groupIds"]]
        assert sorted(told) == sorted(group["id"] for group in groups)

    async def turn(self, shop: Shop, count: int) -> None:
        """The sale ends now, and the worker looks for it."""
        async with shop.client.kit.database.transaction() as session:
            past = datetime.now(UTC) - timedelta(minutes=1)
            await session.execute(update(Price).where(Price.ends_at.is_not(None)).values(ends_at=past))
            if count:
                await session.execute(update(Price).where(Price.ends_at.is_not(None)).values(turns_at=past))
            await enqueue(session, "prices.turn", {})
        jobs = await run_jobs(shop.client, "prices.turn")
        assert jobs[-1].result == {"prices": count}

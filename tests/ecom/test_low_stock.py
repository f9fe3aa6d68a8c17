"""Stock that falls to what counts as low: told once for each fall."""

import uuid
from typing import Any

import pytest
from sqlalchemy import select

from ecom.config_entries.entries import entries
from ecom.stock import service
from kit.tables import OutboxRow
from tests.ecom.catalogue import PRODUCTS, Shop, product_of


async def falls(shop: Shop) -> list[list[tuple[str, int]]]:
    """The products that each event names, with how many are left."""
    async with shop.client.kit.database.reading() as session:
        query = select(OutboxRow.payload).where(OutboxRow.name == "ecom.stock_low").order_by(OutboxRow.id)
        payloads = (await session.scalars(query)).all()
    return [[(each["name"], each["stock"]) for each in payload["products"]] for payload in payloads]


async def news(shop: Shop, *scopes: str) -> list[dict[str, Any]]:
    headers = shop.tokens.bearer(*scopes)
    answer = await shop.client.get("/ecom/notifications", headers=headers)
    return [each["data"] for each in answer.json()["results"] if each["kind"] == "stock.low"]


async def sell(shop: Shop, *products: dict[str, Any], quantity: int = 1) -> uuid.UUID:
    order_id = uuid.uuid4()
    async with shop.client.kit.database.transaction() as session:
        quantities = {uuid.UUID(product["id"]): quantity for product in products}
        await service.deduct(session, None, quantities, order_id)
    return order_id


async def give_back(shop: Shop, product: dict[str, Any], order_id: uuid.UUID, quantity: int) -> None:
    async with shop.client.kit.database.transaction() as session:
        await service.restock(session, None, {uuid.UUID(product["id"]): quantity}, order_id)


class TestNames:
    async def test_have_the_values_in_the_order_of_the_options_and_say_what_is_answered(self, shop: Shop) -> None:
        options = [{"name": "Colour", "values": ["Red", "Blue"]}, {"name": "Logo", "values": ["Yes", "No"]}]
        scarce = {"tracksStock": True, "stock": 6, "lowStockAt": 5}
        red = product_of(optionValues={"Logo": "No", "Colour": "Red"}, **scarce)
        group = await shop.group(name="Hoodie", options=options, products=[red])
        await sell(shop, *group["products"])
        assert await falls(shop) == [[("Hoodie: Red, Logo: No", 5)]]
        assert [each["name"] for each in await news(shop, "ecom:write")] == ["Hoodie: Red, Logo: No"]


class TestFalls:
    async def test_are_told_once_and_again_only_after_a_rise(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=7, lowStockAt=5)
        await sell(shop, product)
        assert await falls(shop) == []
        first = await sell(shop, product)
        for _ in range(3):
            await sell(shop, product)
        assert [[left for _, left in each] for each in await falls(shop)] == [[5]]
        await give_back(shop, product, first, 1)
        await sell(shop, product)
        assert len(await falls(shop)) == 1
        await shop.adjust(product["id"], by=10)
        assert await news(shop, "ecom:write") == []
        await sell(shop, product, quantity=8)
        assert [[left for _, left in each] for each in await falls(shop)] == [[5], [4]]

    async def test_follow_the_limit_of_the_shop_where_the_product_has_none(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=6)
        await sell(shop, product)
        assert [[left for _, left in each] for each in await falls(shop)] == [[5]]

    async def test_are_told_by_the_next_sale_where_the_limit_was_raised(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=8, lowStockAt=2)
        body = {**product, "lowStockAt": 20}
        assert (await shop.send("PUT", f"{PRODUCTS}/{product['id']}", body)).status_code == 200
        assert await falls(shop) == []
        await sell(shop, product)
        assert len(await falls(shop)) == 1

    async def test_are_told_again_where_the_limit_was_lowered_in_between(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=6, lowStockAt=5)
        await sell(shop, product)
        product = await shop.read(f"{PRODUCTS}/{product['id']}")
        await shop.send("PUT", f"{PRODUCTS}/{product['id']}", {**product, "lowStockAt": 4})
        await sell(shop, product)
        assert [[left for _, left in each] for each in await falls(shop)] == [[5], [4]]

    async def test_of_several_at_once_are_one_event(self, shop: Shop) -> None:
        one, other = [await shop.product(tracksStock=True, stock=6, sku=sku) for sku in ("A-1", "B-1")]
        await sell(shop, other, one)
        [fall] = await falls(shop)
        assert len(fall) == 2
        [data] = await news(shop, "ecom:write")
        assert data["count"] == 2

    @pytest.mark.parametrize("stock", [{"tracksStock": False}, {"tracksStock": True, "stock": 1}])
    async def test_are_no_falls_without_stock_that_is_counted_or_where_it_rises(self, shop: Shop, stock: Any) -> None:
        product = await shop.product(**stock)
        await shop.adjust(product["id"], by=2)
        assert await falls(shop) == []

    async def test_leave_the_version_of_the_product(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=6)
        await sell(shop, product)
        after = await shop.read(f"{PRODUCTS}/{product['id']}")
        assert (after["version"], after["updatedAt"]) == (product["version"], product["updatedAt"])


class TestMail:
    @pytest.mark.parametrize(
        ("settings", "mailed"),
        [
            ({}, (True, None)),
            ({"stockNoticeAddress": "stock@willow.example"}, (True, "stock@willow.example")),
            ({"stockNoticesOn": False}, (False, None)),
        ],
    )
    async def test_is_asked_for_as_the_shop_has_set(self, shop: Shop, settings: dict[str, Any], mailed: Any) -> None:
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, settings)
        await sell(shop, await shop.product(tracksStock=True, stock=6))
        async with shop.client.kit.database.reading() as session:
            query = select(OutboxRow.payload).where(OutboxRow.name == "ecom.stock_low")
            payload = (await session.scalars(query)).one()
        assert (payload["isMailed"], payload["toAddress"]) == mailed

    @pytest.mark.parametrize("address", ["stock", "a@example.org, b@example.org", "a@example.org\nBcc: b@example.org"])
    async def test_goes_to_nothing_but_an_address(self, shop: Shop, address: str) -> None:
        listed = {each["key"]: each for each in (await shop.send("GET", "/ecom/config")).json()}
        entry = listed["stockNoticeAddress"]
        answer = await shop.send("PUT", f"/ecom/config/{entry['id']}", {**entry, "value": address})
        assert answer.status_code == 422, answer.text


class TestNews:
    async def test_is_for_those_who_write_the_shop(self, shop: Shop) -> None:
        product = await shop.product(tracksStock=True, stock=6)
        await sell(shop, product)
        [data] = await news(shop, "ecom:write")
        assert (data["groupId"], data["stock"], data["count"]) == (product["groupId"], 5, 1)
        assert len(await news(shop, "admin")) == 1
        assert await news(shop, "ecom:read") == []

"""Lists of product groups: searched, filtered and sorted."""

import uuid

from sqlalchemy import select

from ecom.catalogue.answers import listed_products
from ecom.products.models import Product
from tests.ecom.catalogue import GROUPS, PRODUCTS, SIZES, Shop, product_of


class TestList:
    async def test_sums_up_the_products(self, shop: Shop) -> None:
        products = [
            product_of(optionValues={"Size": "S"}, prices=[{"amount": 1000}], tracksStock=True, stock=3),
            product_of(optionValues={"Size": "M"}, prices=[{"amount": 1500}, {"kind": "sale", "amount": 1200}]),
            product_of(optionValues={"Size": "M", "Colour": "Red"}, prices=[], tracksStock=True, stock=0),
            product_of(optionValues={"Size": "S", "Colour": "Red"}, prices=[{"amount": 1, "scope": "trade"}]),
        ]
        await shop.group(options=SIZES, products=products)
        [group] = (await shop.read(GROUPS))["results"]
        expected = {
            "productCount": 4,
            "sku": None,
            "currency": "GBP",
            "lowestPrice": 1000,
            "highestPrice": 1200,
            "stock": 3,
            "outOfStock": 1,
            "lowInStock": 1,
        }
        assert {**group, **expected} == group

    async def test_is_narrowed(self, shop: Shop) -> None:
        brand = await shop.add("/ecom/brands", {"name": "Willow"})
        top = await shop.add("/ecom/categories", {"name": "Top"})
        below = await shop.add("/ecom/categories", {"name": "Below", "parentId": top["id"]})
        await shop.group(
            name="Green basket", description="<p>Woven</p>", brandId=brand["id"], categoryIds=[below["id"]]
        )
        await shop.group(name="Red bag", isPublished=False, products=[product_of(sku="BAG", tracksStock=True, stock=0)])
        await shop.group(name="Hat", products=[product_of(tracksStock=True, stock=2)], categoryIds=[top["id"]])
        for query, names in {
            "name=basket": ["Green basket"],
            "description=woven": ["Green basket"],
            "q=bag": ["Red bag"],
            f"brand-id={brand['id']}": ["Green basket"],
            f"category-id={top['id']}": ["Green basket", "Hat"],
            f"category-id={below['id']}": ["Green basket"],
            "published=false": ["Red bag"],
            "stock=out": ["Red bag"],
            "stock=low": ["Hat"],
            "stock=in": ["Green basket", "Hat"],
            "sort=-name&limit=1": ["Red bag"],
        }.items():
            listed = await shop.read(f"{GROUPS}?{query}")
            assert [group["name"] for group in listed["results"]] == names, query
        assert (await shop.read(f"{PRODUCTS}?sku=BAG"))["results"][0]["groupName"] == "Red bag"
        assert (await shop.read(f"{PRODUCTS}?stock=low"))["total"] == 1


class TestProducts:
    async def test_of_a_group_that_is_deleted_while_they_are_read_are_left_out(self, shop: Shop) -> None:
        stays, goes = await shop.product(), await shop.product()
        async with shop.client.kit.database.reading() as session:
            products = (await session.scalars(select(Product))).all()
            assert (await shop.send("DELETE", f"{GROUPS}/{goes['groupId']}")).status_code == 204
            assert [each.id for each in await listed_products(session, products)] == [uuid.UUID(stays["id"])]

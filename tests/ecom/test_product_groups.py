"""Product groups: their fields, and their products saved with them."""

import asyncio
import threading
from typing import Any

import pytest
from sqlalchemy import text

from ecom.catalogue import service
from kit.rich_text import clean_rich_text
from kit.testing import Tokens
from tests.ecom.catalogue import GROUPS, JSON, NOBODY, PRODUCTS, SIZES, Shop, fault, group_of, product_of


@pytest.fixture
async def shirts(shop: Shop) -> JSON:
    """A group with two options and three products."""
    choices = [("S", "Red"), ("S", "Blue"), ("M", "Red")]
    products = [product_of(optionValues={"Size": size, "Colour": colour}) for size, colour in choices]
    return await shop.group(options=SIZES, products=products)


class TestWhoMay:
    async def test_only_the_shops_scopes(self, shop: Shop, tokens: Tokens) -> None:
        group = await shop.group()
        calls = [
            ("GET", GROUPS),
            ("GET", f"{GROUPS}/{group['id']}"),
            ("GET", PRODUCTS),
            ("GET", "/ecom/stock-movements"),
        ]
        writes = [
            ("POST", GROUPS),
            ("PUT", f"{GROUPS}/{group['id']}"),
            ("DELETE", f"{GROUPS}/{group['id']}"),
            ("POST", f"{PRODUCTS}/bulk-edits"),
            ("POST", f"{PRODUCTS}/{group['products'][0]['id']}/stock-adjustments"),
        ]
        for method, address in [*calls, *writes]:
            assert (await shop.client.request(method, address)).status_code == 401
            stranger = await shop.client.request(method, address, headers=tokens.bearer("crm:write"))
            assert fault(stranger)[:2] == (403, "scope_missing")
        reader = tokens.bearer("ecom:read")
        for method, address in writes:
            assert (await shop.client.request(method, address, headers=reader)).status_code == 403
        for _, address in calls:
            assert (await shop.client.get(address, headers=reader)).status_code == 200


class TestCreate:
    async def test_with_everything(self, shop: Shop) -> None:
        brand = await shop.add("/ecom/brands", {"name": "Willow"})
        category = await shop.add("/ecom/categories", {"name": "Baskets"})
        file = NOBODY
        group = await shop.group(
            code="W-1",
            summary="A basket.",
            description='<p onclick="x()">Woven.</p><script>x()</script>',
            brandId=brand["id"],
            categoryIds=[category["id"]],
            images=[
                {"file": file, "alt": "From above", "crop": "0-0-5000-10000-100-200"},
                {"address": "https://willow.example/1.jpg"},
            ],
            seoTitle="Baskets",
        )
        assert group == (await shop.read(f"{GROUPS}/{group['id']}"))
        assert (group["description"], group["version"]) == ("<p>Woven.</p>", 1)
        assert group["images"] == [
            {"file": file, "alt": "From above", "crop": "0-0-5000-10000-100-200"},
            {"address": "https://willow.example/1.jpg", "alt": ""},
        ]
        assert (group["brandId"], group["categoryIds"]) == (brand["id"], [category["id"]])
        [product] = group["products"]
        price = {"kind": "standard", "currency": "GBP", "amount": 1000, "leastQuantity": 1, "scope": None}
        assert {**product["prices"][0], **price} == product["prices"][0]

    @pytest.mark.parametrize(
        ("field", "value", "expected"),
        [
            ("brandId", NOBODY, "brandId: unknown_reference"),
            ("categoryIds", [NOBODY], "categoryIds.0: unknown_reference"),
            ("options", [{"name": "Size", "values": ["S", "s"]}], "options.0.values.1: duplicate"),
            ("options", [SIZES[0], {"name": "size", "values": ["S"]}], "options.1.name: duplicate"),
            ("images", [{"address": "javascript:alert(1)"}], "images.0: unsafe_address"),
            ("images", [{"address": "mailto:ann@example.org"}], "images.0: unsafe_address"),
            ("images", [{"address": "#x"}], "images.0: unsafe_address"),
            ("images", [{"address": "/a", "file": NOBODY}], "images.0: not_an_image"),
            ("images", [{"address": "/a", "crop": "0-0-5000-10000"}], "images.0: crop_elsewhere"),
            ("images", [{"file": NOBODY, "crop": "6000-0-5000-10000"}], "images.0.crop: invalid_crop"),
            ("images", [{"file": NOBODY, "crop": "0-0-99-10000"}], "images.0.crop: invalid_crop"),
            ("id", NOBODY, "id: read_only"),
            ("description", "<div>" * 200, "description: nested_too_deep"),
        ],
    )
    async def test_refuses(self, shop: Shop, field: str, value: Any, expected: str) -> None:
        answer = await shop.send("POST", GROUPS, group_of(**{field: value}))
        assert (answer.status_code, fault(answer)[2]) == (422, [expected])
        assert (await shop.read(GROUPS))["total"] == 0

    async def test_a_code_is_anothers_once(self, shop: Shop) -> None:
        await shop.group(code="W-1")
        assert fault(await shop.send("POST", GROUPS, group_of(code="W-1"))) == (
            409,
            "product_group_taken",
            ["code: product_group_taken"],
        )

    @pytest.mark.parametrize(
        ("choices", "expected"),
        [
            ([{"Size": "S"}, {"Size": "S"}], "products.1.optionValues: choice_taken"),
            ([{"Width": "S"}], "products.0.optionValues: unknown_option"),
            ([{"Size": "XXL"}], "products.0.optionValues: unknown_option_value"),
        ],
    )
    async def test_products_are_choices_of_its_options(
        self, shop: Shop, choices: list[dict[str, str]], expected: str
    ) -> None:
        products = [product_of(optionValues=choice) for choice in choices]
        answer = await shop.send("POST", GROUPS, group_of(options=SIZES, products=products))
        assert fault(answer) == (422, "product_invalid", [expected])
        assert (await shop.read(GROUPS))["total"] == 0

    async def test_a_sku_is_anothers_once(self, shop: Shop) -> None:
        taken = (await shop.product())["sku"]
        for skus in (["new", taken], ["new", "new"]):
            products = [product_of(sku=sku, optionValues={"Size": size}) for sku, size in zip(skus, "SM", strict=True)]
            answer = await shop.send("POST", GROUPS, group_of(options=SIZES, products=products))
            assert fault(answer) == (409, "product_taken", ["products.1.sku: product_taken"])


class TestUpdate:
    async def test_what_is_sent_back_as_it_was_read_changes_nothing(self, shop: Shop, shirts: JSON) -> None:
        before = await shop.told()
        answer = await shop.save(shirts)
        assert (answer.status_code, answer.json()) == (200, shirts)
        assert await shop.told() == before

    async def test_saves_products_in_their_order(self, shop: Shop, shirts: JSON) -> None:
        first, second, third = shirts["products"]
        new = product_of(optionValues={"Size": "M", "Colour": "Blue"})
        removed = [{"id": first["id"], "version": first["version"]}]
        changed = {**third, "weightGrams": 200}
        group = (await shop.save(shirts, products=[changed, new, second], removedProducts=removed)).json()
        assert [product["sku"] for product in group["products"]] == [third["sku"], new["sku"], second["sku"]]
        assert [product["position"] for product in group["products"]] == [0, 1, 2]
        assert group["products"][0]["weightGrams"] == 200
        assert (await shop.told())[-1] == {
            "groupIds": [shirts["id"]],
            "tags": ["catalogue", f"product-group:{shirts['id']}"],
        }

    async def test_products_that_are_not_sent_stay_behind_the_others(self, shop: Shop, shirts: JSON) -> None:
        first, second, third = shirts["products"]
        group = (await shop.save(shirts, products=[third])).json()
        assert [product["id"] for product in group["products"]] == [third["id"], first["id"], second["id"]]
        assert (await shop.save(group, products=None)).json()["products"] == group["products"]

    async def test_two_products_swap_what_is_unique(self, shop: Shop, shirts: JSON) -> None:
        one, other, third = shirts["products"]
        swapped = [
            {**one, "sku": other["sku"], "optionValues": other["optionValues"]},
            {**other, "sku": one["sku"], "optionValues": one["optionValues"]},
            third,
        ]
        answer = await shop.save(shirts, products=swapped)
        assert [each["sku"] for each in answer.json()["products"]] == [other["sku"], one["sku"], third["sku"]]

    async def test_options_that_products_have_stay(self, shop: Shop, shirts: JSON) -> None:
        answer = await shop.save(shirts, options=[SIZES[0]], products=None)
        assert fault(answer)[:2] == (422, "product_invalid")
        assert {each["field"] for each in answer.json()["errors"]} == {"options"}
        renamed = [{**SIZES[0], "name": "Cut"}, SIZES[1]]
        products = [
            {
                **product,
                "optionValues": {"Cut": product["optionValues"]["Size"], "Colour": product["optionValues"]["Colour"]},
            }
            for product in shirts["products"]
        ]
        assert (await shop.save(shirts, options=renamed, products=products)).status_code == 200

    async def test_what_somebody_else_changed_is_refused_whole(self, shop: Shop, shirts: JSON) -> None:
        first = shirts["products"][0]
        await shop.send("PUT", f"{PRODUCTS}/{first['id']}", {**first, "weightGrams": 1})
        answer = await shop.save(shirts, name="Stale")
        assert fault(answer) == (412, "precondition_failed", ["products.0: changed"])
        now = await shop.read(f"{GROUPS}/{shirts['id']}")
        assert (now["name"], now["products"][0]["weightGrams"]) == (shirts["name"], 1)
        await shop.save(now, name="Fresh")
        assert (await shop.save(now, name="Stale")).status_code == 412
        unread = [{key: value for key, value in first.items() if key != "version"}]
        late = await shop.read(f"{GROUPS}/{shirts['id']}")
        assert (await shop.save(late, products=unread)).status_code == 428

    async def test_a_price_is_part_of_its_product(self, shop: Shop) -> None:
        group = await shop.group()
        [product] = group["products"]
        sale = {"kind": "sale", "amount": 800, "startsAt": "2026-01-01T00:00:00Z", "endsAt": "2026-02-01T00:00:00Z"}
        saved = (await shop.save(group, products=[{**product, "prices": [*product["prices"], sale]}])).json()
        [after] = saved["products"]
        assert after["version"] == product["version"] + 1
        assert after["prices"][0] == product["prices"][0]
        assert (await shop.save(group, products=[{**product, "prices": []}])).status_code == 412

    async def test_those_that_are_not_sent_keep_their_order_behind(self, shop: Shop) -> None:
        names = ["a", "b", "c", "d"]
        group = await shop.group(
            options=[{"name": "Size", "values": names}],
            products=[product_of(optionValues={"Size": name}) for name in names],
        )
        saved = (await shop.save(group, products=[group["products"][3], group["products"][0]])).json()
        assert [each["optionValues"]["Size"] for each in saved["products"]] == ["d", "a", "b", "c"]
        assert [each["position"] for each in saved["products"]] == [0, 1, 2, 3]
        assert [each["version"] for each in saved["products"][2:]] == [1, 1]

    async def test_a_product_of_another_group_is_refused(self, shop: Shop, shirts: JSON) -> None:
        other = await shop.product()
        answer = await shop.save(shirts, products=[other])
        assert fault(answer) == (422, "product_invalid", ["products.0.id: unknown_reference"])

    async def test_counts_only_what_nobody_bought_meanwhile(self, shop: Shop) -> None:
        group = await shop.group(products=[product_of(tracksStock=True, stock=10)])
        [product] = group["products"]
        await shop.adjust(product["id"], by=-2)
        # What was read is sent back: nobody counted anything.
        assert (await shop.save(group)).json()["products"][0]["stock"] == 8
        stale = await shop.save(group, products=[{**product, "stock": 20, "stockSeen": 10}])
        assert fault(stale) == (409, "stock_changed", ["products.0.stock: stock_changed"])
        fresh = await shop.save(group, products=[{**product, "stock": 20, "stockSeen": 8}])
        assert fresh.json()["products"][0]["stock"] == 20
        below = await shop.save(group, products=[{**product, "stock": -1, "stockSeen": 20}])
        assert fault(below) == (422, "product_invalid", ["products.0.stock: stock_below_zero"])

    async def test_counts_and_ends_backorders_or_begins_them_at_once(self, shop: Shop) -> None:
        group = await shop.group(products=[product_of(tracksStock=True, allowsBackorders=True, stock=-2)])
        for stock, seen, allows in ((5, -2, False), (-3, 5, True)):
            [product] = group["products"]
            changed = {**product, "stock": stock, "stockSeen": seen, "allowsBackorders": allows}
            saved = await shop.save(group, products=[changed])
            assert saved.status_code == 200, saved.text
            group = saved.json()
            assert [(each["stock"], each["allowsBackorders"]) for each in group["products"]] == [(stock, allows)]

    async def test_a_long_description_is_cleaned_where_nobody_waits_for_it(
        self, shop: Shop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        group, loop, description = await shop.group(), threading.get_ident(), "<p>x</p>" * 12_000
        begun, is_saved = threading.Event(), threading.Event()

        def clean(html: str) -> str:
            if threading.get_ident() != loop:
                begun.set()
                assert is_saved.wait(10)
            return clean_rich_text(html)

        monkeypatch.setattr(service, "clean_rich_text", clean)
        long = asyncio.create_task(shop.save(group, description=description))
        assert await asyncio.to_thread(begun.wait, 10), "cleaned where everybody waits for it"
        other = await asyncio.wait_for(shop.save(group, name="Other"), 10)
        is_saved.set()
        assert (other.status_code, (await long).status_code) == (200, 412)
        saved = await shop.save(other.json(), description=description)
        assert saved.json()["description"] == description

    async def test_two_that_take_the_same_sku_at_once(self, shop: Shop) -> None:
        one, other = await shop.group(), await shop.group()

        async def rename(group: JSON) -> int:
            return (await shop.save(group, products=[{**group["products"][0], "sku": "wanted"}])).status_code

        assert sorted(await asyncio.gather(rename(one), rename(other))) == [200, 409]


class TestDelete:
    async def test_goes_with_its_products(self, shop: Shop, shirts: JSON) -> None:
        assert (await shop.send("DELETE", f"{GROUPS}/{shirts['id']}", **{"If-Match": '"7"'})).status_code == 412
        assert (await shop.send("DELETE", f"{GROUPS}/{shirts['id']}")).status_code == 204
        assert (await shop.read(PRODUCTS))["total"] == 0
        assert fault(await shop.send("GET", f"{GROUPS}/{shirts['id']}"))[1] == "product_group_not_found"

    async def test_not_while_something_refers_to_a_product(self, shop: Shop, shirts: JSON) -> None:
        async with shop.client.kit.database.transaction() as session:
            await session.execute(text("CREATE TABLE bought (product_id uuid REFERENCES products (id))"))
            await session.execute(text("INSERT INTO bought VALUES (:id)"), {"id": shirts["products"][0]["id"]})
        try:
            answer = await shop.send("DELETE", f"{GROUPS}/{shirts['id']}")
            assert fault(answer)[:2] == (409, "product_group_in_use")
            answer = await shop.send("DELETE", f"{PRODUCTS}/{shirts['products'][0]['id']}")
            assert fault(answer)[:2] == (409, "product_in_use")
        finally:
            async with shop.client.kit.database.transaction() as session:
                await session.execute(text("DROP TABLE bought"))

    async def test_brands_and_categories_in_use_stay(self, shop: Shop) -> None:
        brand = await shop.add("/ecom/brands", {"name": "Willow"})
        category = await shop.add("/ecom/categories", {"name": "Baskets"})
        await shop.group(brandId=brand["id"], categoryIds=[category["id"]])
        for address, code in (
            (f"/ecom/brands/{brand['id']}", "brand_in_use"),
            (f"/ecom/categories/{category['id']}", "category_in_use"),
        ):
            assert fault(await shop.send("DELETE", address))[:2] == (409, code)

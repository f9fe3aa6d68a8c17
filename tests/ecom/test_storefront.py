"""What pages show of products and of categories."""

from datetime import UTC, datetime
from typing import Any

import pytest

from ecom.files.events import keep_equal
from ecom.storefront.narrowing import narrowing_of
from kit.cache import JsonCache
from kit.db import new_id
from kit.events import Event
from kit.known_files.facts import FilesChanged
from kit.testing import Tokens
from tests.content.library import file
from tests.content.statements import Statements
from tests.ecom.catalogue import JSON, NOBODY, SIZES, Shop, product_of


async def answered(shop: Shop, query: JSON, *plugins: tuple[str, JSON], headers: JSON | None = None) -> JSON:
    """What the plugins of a page are answered, each named by its place: the first is ``0``."""
    asked = [{"id": str(place), "ref": ref, "fields": fields} for place, (ref, fields) in enumerate(plugins)]
    question = {"page": {"id": "1", "url": "/shop"}, "query": query, "plugins": asked}
    answer = await shop.client.post("/ecom/plugin-data", json=question, headers=headers or {})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def asked(
    shop: Shop, ref: str, fields: JSON | None = None, query: JSON | None = None, headers: JSON | None = None
) -> JSON:
    """What one plugin of a page is answered."""
    return dict((await answered(shop, query or {}, (ref, fields or {}), headers=headers))["plugins"]["0"])


async def product(shop: Shop, group: JSON, headers: JSON | None = None) -> Any:
    answer = await asked(shop, "ecom.product", {"product": group["id"]}, headers=headers)
    return answer["data"]["product"]


async def names(shop: Shop, fields: JSON | None = None, **query: Any) -> list[str]:
    parameters = {f"shop-{name}": value for name, value in query.items()}
    data = (await asked(shop, "ecom.category", fields, parameters))["data"]
    return [group["name"] for group in data["groups"]]


async def tell(shop: Shop, image: JSON) -> None:
    """Have cms tell of an image."""
    payload = FilesChanged.model_validate({"tags": [], "files": [image]})
    async with shop.client.kit.database.transaction() as session:
        await keep_equal(session, Event(new_id(), "cms.files_changed", payload, "cms", datetime.now(UTC)))


class TestProduct:
    async def test_is_shown_with_what_it_costs_and_whether_it_can_be_had(self, shop: Shop) -> None:
        sale = [{"amount": 2000}, {"kind": "sale", "amount": 1500}]
        group = await shop.group(
            name="Shirt",
            options=SIZES,
            products=[
                product_of(optionValues={"Size": "S", "Colour": "Red"}, prices=sale),
                product_of(optionValues={"Size": "M", "Colour": "Red"}, tracksStock=True, stock=3),
                product_of(optionValues={"Size": "S", "Colour": "Blue"}, tracksStock=True, stock=0),
                product_of(optionValues={"Size": "M", "Colour": "Blue"}, tracksStock=True, allowsBackorders=True),
            ],
        )
        shown = await product(shop, group)
        assert (shown["name"], shown["currency"], shown["includesTax"]) == ("Shirt", "GBP", True)
        seen = [(each["price"], each["was"], each["availability"], each["left"]) for each in shown["variants"]]
        assert seen == [
            (1500, 2000, "in", None),
            (1000, None, "low", 3),
            (1000, None, "out", None),
            (1000, None, "backorder", None),
        ]

    async def test_that_is_not_published_is_shown_to_nobody(self, shop: Shop) -> None:
        hidden = await shop.group(isPublished=False)
        sizes = [{"name": "Size", "values": ["S", "M", "L"]}]
        partly = await shop.group(
            options=sizes,
            products=[
                product_of(optionValues={"Size": "S"}, isPublished=False),
                product_of(optionValues={"Size": "M"}, prices=[]),
                product_of(optionValues={"Size": "L"}),
            ],
        )
        assert await product(shop, hidden) is None
        assert await product(shop, {"id": NOBODY}) is None
        assert [each["sku"] for each in (await product(shop, partly))["variants"]] == [partly["products"][2]["sku"]]

    async def test_is_named_by_the_address_where_the_plugin_names_none(self, shop: Shop) -> None:
        group = await shop.group(code="tee")
        for key in ("tee", group["id"]):
            answer = await asked(shop, "ecom.product", query={"product": key})
            assert answer["data"]["product"]["id"] == group["id"]
            assert f"product-group:{group['id']}" in answer["tags"]
        for key in ("other", "", "0192"):
            answer = await asked(shop, "ecom.product", query={"product": key})
            assert answer["data"]["product"] is None
            # It may be published later on.
            assert "catalogue" in answer["tags"]

    async def test_says_where_the_address_names_one_that_is_not_there(self, shop: Shop) -> None:
        group = await shop.group(code="tee", isPublished=False)
        there = await shop.group(code="mug")

        async def is_missing(named: str, fields: JSON | None = None) -> Any:
            return (await asked(shop, "ecom.product", fields, {"product": named}))["isMissing"]

        assert await is_missing("tee")
        assert await is_missing("nope")
        assert not await is_missing("mug")
        # An address that names none is the page's own, and what an editor has chosen is not named by it.
        assert not await is_missing("")
        assert not await is_missing("nope", {"product": there["id"]})
        assert not await is_missing("nope", {"product": group["id"]})

    async def test_is_kept_by_the_names_that_it_has_and_by_no_others(self, shop: Shop) -> None:
        """Names, and ways to write one, can be made up without end: each would take the place of another page."""
        tee, mug = await shop.group(code="tee"), await shop.group(code="mug")
        by_address: tuple[str, JSON] = ("ecom.product", {})
        chosen = ("ecom.product", {"product": mug["id"]})

        async def is_kept(named: str, *plugins: tuple[str, JSON]) -> bool:
            return bool((await answered(shop, {"product": named}, *plugins))["isCacheable"])

        for name in ("tee", tee["id"], ""):
            assert await is_kept(name, by_address), name
        assert await is_kept("tee", by_address, chosen)
        for name in (tee["id"].upper(), "nope"):
            assert not await is_kept(name, by_address), name
        for name in ("nope", "tee", "mug"):
            assert not await is_kept(name, chosen), name

    async def test_has_a_price_for_some_customers_that_others_do_not_hear_of(self, shop: Shop, tokens: Tokens) -> None:
        prices = [{"amount": 2000}, {"kind": "trade", "amount": 1200, "scope": "trade"}]
        group = await shop.group(products=[product_of(prices=prices)])
        [everybody] = (await product(shop, group))["variants"]
        assert (everybody["price"], everybody["was"]) == (2000, None)
        assert "trade" not in str(everybody)
        [trader] = (await product(shop, group, tokens.bearer("trade")))["variants"]
        assert (trader["price"], trader["was"]) == (1200, None)

    async def test_is_shown_to_members_as_everybody_who_is_logged_in(self, shop: Shop, tokens: Tokens) -> None:
        members = file("members.jpg", scopeWhitelist=["logged-in"])
        await tell(shop, members)
        prices = [{"amount": 2000}, {"amount": 1200, "scope": "logged-in"}]
        group = await shop.group(images=[{"file": members["id"]}], products=[product_of(prices=prices)])
        question = {
            "page": {"id": "1", "url": "/shop"},
            "plugins": [
                {"id": "p", "ref": "ecom.product", "fields": {"product": group["id"]}},
                {"id": "c", "ref": "ecom.category", "fields": {}},
            ],
        }
        basket = {"rows": [{"productId": group["products"][0]["id"], "quantity": 1}]}
        visitor: JSON = {}
        member, staff = tokens.bearer(), tokens.bearer("admin")
        for headers, price, images in (
            (visitor, 2000, []),
            (member, 1200, [members["id"]]),
            (staff, 1200, [members["id"]]),
        ):
            answer = (await shop.client.post("/ecom/plugin-data", json=question, headers=headers)).json()
            shown, listed = answer["plugins"]["p"], answer["plugins"]["c"]
            assert shown["data"]["product"]["variants"][0]["price"] == price
            assert listed["data"]["groups"][0]["least"] == price
            assert [*shown["files"]] == [*listed["files"]] == images
            assert answer["isCacheable"] == (headers == visitor), "what members see is nobody's page"
            summary = await shop.client.post("/ecom/baskets/summary", json=basket, headers=headers)
            assert summary.json()["rows"][0]["price"] == price

    async def test_is_found_by_its_id_however_that_is_written(self, shop: Shop) -> None:
        group = await shop.group()
        assert (await product(shop, {"id": group["id"].upper()}))["id"] == group["id"]

    async def test_settings_are_read_once(self, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
        group = await shop.group()
        read, kept = [], JsonCache.read

        async def counted(self: JsonCache, *given: Any, **named: Any) -> Any:
            read.append(self)
            return await kept(self, *given, **named)

        monkeypatch.setattr(JsonCache, "read", counted)
        await product(shop, group)
        await asked(shop, "ecom.category")
        await asked(shop, "ecom.basketManagement")
        assert len(read) == 3

    async def test_brings_the_images_of_the_library_that_everybody_may_see(self, shop: Shop) -> None:
        open_one, private = file("open.jpg"), file("private.jpg", isPublic=False)
        for image in (open_one, private):
            await tell(shop, image)
        group = await shop.group(images=[{"file": open_one["id"], "alt": "A shirt"}, {"file": private["id"]}])
        answer = await asked(shop, "ecom.product", {"product": group["id"]})
        assert [*answer["files"]] == [open_one["id"]]
        assert answer["files"][open_one["id"]]["address"].startswith("/files/open.jpg?v=")
        assert {f"file:{image['id']}" for image in (open_one, private)} <= {*answer["tags"]}

    async def test_of_many_plugins_takes_as_many_statements_as_of_one(self, shop: Shop) -> None:
        groups = [await shop.group() for _ in range(6)]

        async def count(shown: list[JSON]) -> int:
            plugins = [
                {"id": str(place), "ref": "ecom.product", "fields": {"product": group["id"]}}
                for place, group in enumerate(shown)
            ]
            question = {"page": {"id": "1", "url": "/"}, "plugins": plugins}
            async with Statements(shop.client.kit).counted() as statements:
                answer = await shop.client.post("/ecom/plugin-data", json=question)
            assert len(answer.json()["plugins"]) == len(shown)
            return len(statements)

        await count(groups[:1])
        assert await count(groups) == await count(groups[:1])

    async def test_is_told_of_when_an_image_changes(self, shop: Shop) -> None:
        image = file("open.jpg")
        await tell(shop, image)
        assert f"file:{image['id']}" in (await shop.told())[-1]["tags"]


class TestCategory:
    async def test_lists_what_is_in_it_and_below_it(self, shop: Shop) -> None:
        top = await shop.add("/ecom/categories", {"name": "Clothes"})
        below = await shop.add("/ecom/categories", {"name": "Shirts", "parentId": top["id"]})
        await shop.group(name="Shirt", categoryIds=[below["id"]])
        await shop.group(name="Hat", categoryIds=[top["id"], below["id"]])
        await shop.group(name="Cup")
        await shop.group(name="Draft", categoryIds=[top["id"]], isPublished=False)
        await shop.group(name="By link", categoryIds=[top["id"]], isListed=False)
        await shop.group(name="Priceless", categoryIds=[top["id"]], products=[product_of(prices=[])])
        assert await names(shop, {"category": top["id"]}) == ["Hat", "Shirt"]
        assert await names(shop, {"category": NOBODY}) == []
        assert await names(shop) == ["Cup", "Hat", "Shirt"]

    async def test_is_in_the_order_that_is_asked_for(self, shop: Shop) -> None:
        await shop.group(name="B", products=[product_of(prices=[{"amount": 300}])])
        await shop.group(name="C", isFeatured=True, products=[product_of(prices=[{"amount": 200}])])
        await shop.group(name="A", products=[product_of(prices=[{"amount": 400}, {"kind": "sale", "amount": 100}])])
        orders = {"featured": "CAB", "name": "ABC", "cheapest": "ACB", "dearest": "BCA", "newest": "ACB", "odd": "CAB"}
        for sort, expected in orders.items():
            assert "".join(await names(shop, sort=sort)) == expected, sort

    async def test_is_narrowed_by_brand_price_stock_and_options(self, shop: Shop) -> None:
        brand = await shop.add("/ecom/brands", {"name": "Willow"})
        red = [{"name": "Colour", "values": ["Red", "Blue"]}]
        await shop.group(
            name="Shirt",
            brandId=brand["id"],
            options=red,
            products=[
                product_of(optionValues={"Colour": "Red"}, prices=[{"amount": 1999}]),
                product_of(optionValues={"Colour": "Blue"}, prices=[{"amount": 3000}], tracksStock=True, stock=0),
            ],
        )
        await shop.group(name="Any colour", options=red, products=[product_of(prices=[{"amount": 500}])])
        await shop.group(name="Plain", products=[product_of(prices=[{"amount": 2500}])])
        assert await names(shop, brands=brand["id"]) == ["Shirt"]
        assert await names(shop, least=19.99, most=20) == ["Shirt"]
        assert await names(shop, most=19.98) == ["Any colour"]
        assert await names(shop, options="Colour:Blue") == ["Any colour", "Shirt"]
        assert await names(shop, options="Colour:Blue", stock="in") == ["Any colour"]
        assert await names(shop, options="Colour:Green") == []
        # Of one product, and not here the colour and there the price.
        assert await names(shop, options="Colour:Red", least=25) == []

    async def test_says_what_the_cheapest_was_and_not_what_another_was(self, shop: Shop) -> None:
        sizes = [{"name": "Size", "values": ["S", "M", "L"]}]
        sale: list[JSON] = [{"amount": 3000}, {"kind": "sale", "amount": 2500}]

        async def was(*prices: list[JSON]) -> Any:
            made = [
                product_of(optionValues={"Size": size}, prices=each) for size, each in zip("SML", prices, strict=False)
            ]
            group = await shop.group(name="Shirt", options=sizes, products=made)
            groups = (await asked(shop, "ecom.category"))["data"]["groups"]
            return next(each["was"] for each in groups if each["id"] == group["id"])

        assert await was([{"amount": 1000}], sale) is None
        assert await was(sale, [{"amount": 4000}], [{"amount": 2800}, {"kind": "sale", "amount": 2600}]) == 3000

    async def test_has_pages(self, shop: Shop) -> None:
        for name in "ABCDE":
            await shop.group(name=name)
        assert await names(shop, {"count": 2}, page=2) == ["C", "D"]
        assert await names(shop, {"count": 2}, page=4) == []
        data = (await asked(shop, "ecom.category", {"count": 2}, {"shop-page": 3}))["data"]
        assert (data["total"], data["page"], data["pageSize"]) == (5, 3, 2)
        # Beyond the last one it is known how many there are.
        assert (await asked(shop, "ecom.category", {"count": 2}, {"shop-page": 9}))["data"]["total"] == 5

    async def test_has_no_page_past_its_end_unless_another_list_reaches_further(self, shop: Shop) -> None:
        for name in "ABC":
            await shop.group(name=name)
        short, long = ("ecom.category", {"count": 2}), ("ecom.category", {"count": 1})

        async def missing(page: int, *lists: tuple[str, JSON]) -> list[bool]:
            plugins = (await answered(shop, {"shop-page": page}, *lists))["plugins"]
            return [each["isMissing"] for each in plugins.values()]

        assert await missing(2, short) == [False]
        assert await missing(3, short) == [True]
        assert await missing(3, short, long) == [False, False]
        assert await missing(4, short, long) == [True, True]
        # A list without anything in it is a page, the first one.
        nothing = (await asked(shop, "ecom.category", query={"shop-least": 9_999}))["isMissing"]
        assert nothing is False

    async def test_takes_anything_that_an_address_says(self, shop: Shop) -> None:
        await shop.group(name="A")
        hostile: JSON = {
            "options": ";;:,;a:;:b;%:%;" + "x" * 200,
            "brands": "x,,1' OR 1=1",
            "page": 10_000,
            "least": 1e308,
        }
        for name, value in hostile.items():
            assert await names(shop, **{name: value}) == (["A"] if name == "brands" else []), name


class TestNarrowing:
    def test_reads_names_and_values_that_have_signs_of_their_own(self) -> None:
        narrowing = narrowing_of({"shop-options": "Size%3A large, 50%25:a%3Bb,c%2Cd;Colour:Red"}, "GBP")
        assert narrowing.options == {"Size: large, 50%": ["a;b", "c,d"], "Colour": ["Red"]}

    def test_takes_amounts_as_people_type_them(self) -> None:
        assert narrowing_of({"shop-least": 19.99, "shop-most": 20}, "GBP").least == 1999
        assert narrowing_of({"shop-most": 20}, "JPY").most == 20

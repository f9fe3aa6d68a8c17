"""What a file would do to products that the shop has: by code, by SKU, by neither; and back from an export."""

from typing import Any

import orjson
import pytest

from ecom import worker
from tests.ecom.catalogue import Shop, product_of
from tests.ecom.importing import bring, group_by_code, preview, rows_of, table, upload
from tests.kit.working import with_worker

assert worker.__all__, "tasks register themselves on import"
SIZES = [{"name": "Size", "values": ["S", "M"]}]


async def counts_of(shop: Shop, content: bytes) -> dict[str, Any]:
    """What a file would do."""
    return await with_worker(shop.client, preview(shop, await upload(shop, content)))


async def tee(shop: Shop, **fields: Any) -> dict[str, Any]:
    """A product of two variants, without a code unless it is given one."""
    variants = [product_of(sku=f"tee-{size}", optionValues={"Size": size}) for size in ("S", "M")]
    return await shop.group(**{"name": "Tee", "options": SIZES, "products": variants, **fields})


async def exported(shop: Shop, kind: str = "products") -> bytes:
    answer = await shop.client.get(f"/ecom/exports/{kind}", headers=shop.writer)
    assert answer.status_code == 200
    return answer.content


class TestPriceLists:
    @pytest.mark.parametrize("code", [None, "tee"])
    async def test_prices_by_sku_are_taken_over_for_all_variants(self, shop: Shop, code: str | None) -> None:
        group = await tee(shop, code=code)
        content = table({"SKU": "tee-S", "Price": "11"}, {"SKU": "tee-M", "Price": "12"})
        counts = await with_worker(shop.client, bring(shop, content))
        assert (counts["change"], counts["error"], counts["create"]) == (2, 0, 0)
        now = await shop.read(f"/ecom/product-groups/{group['id']}")
        assert [each["prices"][0]["amount"] for each in now["products"]] == [1100, 1200]
        assert (now["name"], now["code"], now["options"]) == ("Tee", code, group["options"])
        assert (await counts_of(shop, content))["same"] == 2

    async def test_the_first_row_says_what_the_product_is(self, shop: Shop) -> None:
        group = await tee(shop)
        content = table(
            {"SKU": "tee-S", "Name": "Shirt", "Price": "11"}, {"SKU": "tee-M", "Name": "Other", "Price": "12"}
        )
        await with_worker(shop.client, bring(shop, content))
        assert (await shop.read(f"/ecom/product-groups/{group['id']}"))["name"] == "Shirt"

    async def test_a_sale_keeps_its_dates_where_the_file_has_none(self, shop: Shop) -> None:
        dates = {"startsAt": "2026-05-01T00:00:00Z", "endsAt": "2026-06-01T00:00:00Z"}
        prices = [{"amount": 1000}, {"amount": 900, "kind": "sale", **dates}]
        await shop.group(code="tee", products=[product_of(sku="a", prices=prices)])
        await with_worker(shop.client, bring(shop, table({"SKU": "a", "Price": "10", "Sale price": "8"})))
        [found] = (await group_by_code(shop, "tee"))["products"]
        [sale] = [each for each in found["prices"] if each["kind"] == "sale"]
        assert (sale["amount"], sale["startsAt"], sale["endsAt"]) == (800, dates["startsAt"], dates["endsAt"])


class TestFaults:
    async def test_name_the_columns_and_which_option_it_is(self, shop: Shop) -> None:
        options = [{"name": "Size", "values": ["S"]}, {"name": "Colour", "values": ["Red", "x" * 500]}]
        row = {"SKU": "a", "Name": "Basket", "Price": "10", "SEO title": "y" * 5_000, "Weight (g)": "-1"}
        found = await upload(shop, table({**row, "Options": orjson.dumps(options).decode()}))
        await with_worker(shop.client, preview(shop, found))
        [told] = await rows_of(shop, found)
        named = [fault.partition(": ")[0] for fault in told["faults"]]
        assert {"SEO title", "Option 2, value 2"} <= {*named}, told["faults"]
        assert not [name for name in named if "." in name or "_" in name]


class TestSaleDates:
    async def test_a_day_is_one_of_whoever_brings_the_file(self, shop: Shop, tokens: Any) -> None:
        shop.writer = tokens.bearer("ecom:write", timezone="America/New_York")
        row = {"SKU": "a", "Name": "Basket", "Price": "10", "Sale price": "8"}
        # Clocks change in between.
        content = table({**row, "Sale starts": "2026-03-07", "Sale ends": "2026-03-08"})
        await with_worker(shop.client, bring(shop, content))
        [found] = (await group_by_code(shop, "a"))["products"]
        [sale] = [each for each in found["prices"] if each["kind"] == "sale"]
        assert (sale["startsAt"], sale["endsAt"]) == ("2026-03-07T05:00:00Z", "2026-03-09T04:00:00Z")
        # The user who uploads the export may be in another time zone: the export says its offset.
        shop.writer = tokens.bearer("ecom:write", timezone="Asia/Tokyo")
        assert (await counts_of(shop, await exported(shop)))["same"] == 1


class TestExports:
    async def test_what_has_no_code_is_the_same(self, shop: Shop) -> None:
        await tee(shop)
        await shop.group(name="Nothing to buy yet", products=[])
        content = await exported(shop)
        assert b"Nothing to buy yet" in content
        found = await upload(shop, content)
        counts = await with_worker(shop.client, preview(shop, found))
        assert [row for row in await rows_of(shop, found) if row["outcome"] != "same"] == []
        assert counts["same"] == 3

    async def test_another_shop_gets_each_of_them_once(self, shop: Shop) -> None:
        await tee(shop)
        await shop.group(name="Nothing to buy yet", products=[])
        content = await exported(shop)
        for group in (await shop.read("/ecom/product-groups"))["results"]:
            assert (await shop.send("DELETE", f"/ecom/product-groups/{group['id']}")).status_code == 204
        await with_worker(shop.client, bring(shop, content))
        assert await exported(shop) == content
        assert (await counts_of(shop, content))["same"] == 3

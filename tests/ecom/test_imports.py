"""Imports, from the upload to what the shop has then, and once more."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from ecom import worker
from ecom.imports.reading import MAX_BYTES
from tests.ecom.catalogue import Shop, fault
from tests.ecom.importing import (
    IMPORTS,
    bring,
    carry_out,
    group_by_code,
    preview,
    rows_of,
    sample,
    seen,
    table,
    upload,
)
from tests.kit.working import with_worker

assert worker.__all__, "tasks register themselves on import"


async def working(shop: Shop, call: Any) -> Any:
    """What a call gives while a worker does jobs."""
    return await with_worker(shop.client, call)


@pytest.fixture
async def brought(shop: Shop) -> dict[str, Any]:
    """The sample of WooCommerce, uploaded."""
    return await upload(shop, sample("sample-products.csv"), name="sample-products.csv")


class TestWooCommerce:
    async def test_every_row_is_accounted_for(self, shop: Shop, brought: dict[str, Any]) -> None:
        assert brought["format"] == "woocommerce"
        counts = await working(shop, preview(shop, brought))
        assert counts == {"create": 22, "change": 0, "same": 0, "skip": 2, "error": 0}
        rows = await rows_of(shop, brought)
        assert [row["number"] for row in rows] == [*range(2, 26)]
        left_out = {row["title"]: row["notes"] for row in rows if row["outcome"] == "skip"}
        assert left_out == {
            "Logo Collection": ["Left out: a collection of other products. Make a category of them instead."],
            "ClassicPress Donation": ["Left out: it is sold on another site, and not in this shop."],
        }

    async def test_products_have_what_the_file_says(self, shop: Shop) -> None:
        await working(shop, bring(shop, sample("sample-products.csv")))
        shirt = await group_by_code(shop, "cc-tee")
        assert [option["name"] for option in shirt["options"]] == ["Color", "Size"]
        assert {product["sku"]: product["optionValues"] for product in shirt["products"]} == {
            "cc-t-shirt-blue": {"Color": "Blue"},
            "cc-t-shirt-green": {"Color": "Green"},
            "cc-t-shirt-red": {"Color": "Red"},
        }
        assert (shirt["isPublished"], shirt["isFeatured"], shirt["taxClass"]) == (True, True, "standard")
        hoodie = await group_by_code(shop, "cc-hoodie")
        red = next(product for product in hoodie["products"] if product["sku"] == "cc-hoodie-red")
        assert sorted((price["kind"], price["amount"]) for price in red["prices"]) == [
            ("sale", 4200),
            ("standard", 4500),
        ]
        album = await group_by_code(shop, "cc-album")
        assert album["products"][0]["needsDelivery"] is False
        pocket = await group_by_code(shop, "cc-hoodie-with-pocket")
        assert pocket["isListed"] is False

    async def test_categories_become_a_tree(self, shop: Shop) -> None:
        await working(shop, bring(shop, sample("sample-products.csv")))
        rows = (await shop.read("/ecom/categories?limit=100"))["results"]
        names = {row["id"]: row["name"] for row in rows}
        assert {(names.get(row["parentId"]), row["name"]) for row in rows} == {
            (None, "Clothing"),
            ("Clothing", "Tshirts"),
            ("Clothing", "Hoodies"),
            ("Clothing", "Accessories"),
            (None, "Music"),
        }

    async def test_a_second_time_it_changes_nothing(self, shop: Shop) -> None:
        await working(shop, bring(shop, sample("sample-products.csv")))
        told = len(await shop.told())
        counts = await working(shop, bring(shop, sample("sample-products.csv")))
        assert counts == {"create": 0, "change": 0, "same": 22, "skip": 2, "error": 0, "images": 0}
        assert len(await shop.told()) == told


class TestTaxRates:
    async def test_the_sample_comes_in_once(self, shop: Shop) -> None:
        file = await upload(shop, sample("sample-tax-rates.csv"), "tax_rates")
        await working(shop, preview(shop, file))
        titles = [row["title"] for row in await rows_of(shop, file)]
        assert titles == ["VAT GB 20 %", "VAT GB 5 %", "VAT GB 0 %", "US US 10 %", "US AL US 2 %"]
        counts = await working(shop, bring(shop, sample("sample-tax-rates.csv"), "tax_rates"))
        assert counts == {"create": 5, "change": 0, "same": 0, "skip": 0, "error": 0, "images": 0}
        rates = (await shop.read("/ecom/tax-rates?limit=100"))["results"]
        assert {
            (rate["country"], rate["county"], rate["postcode"], rate["rateMillionths"], rate["taxClass"])
            for rate in rates
        } == {
            ("GB", "", "", 200_000, "standard"),
            ("GB", "", "", 50_000, "reduced-rate"),
            ("GB", "", "", 0, "zero-rate"),
            ("US", "", "", 100_000, "standard"),
            ("US", "AL", "12345;123456", 20_000, "standard"),
        }
        again = await working(shop, bring(shop, sample("sample-tax-rates.csv"), "tax_rates"))
        assert (again["same"], again["create"], again["change"]) == (5, 0, 0)


class TestPreview:
    async def test_it_changes_nothing(self, shop: Shop) -> None:
        found = await upload(shop, table({"SKU": "a", "Name": "Basket", "Price": "10"}))
        counts = await working(shop, preview(shop, found))
        assert counts["create"] == 1
        assert (await shop.read("/ecom/product-groups"))["total"] == 0

    async def test_it_says_which_fields_become_other(self, shop: Shop) -> None:
        await working(shop, bring(shop, table({"SKU": "a", "Name": "Basket", "Price": "10"})))
        found = await upload(shop, table({"SKU": "a", "Name": "Trug", "Price": "12.50"}))
        await working(shop, preview(shop, found))
        [row] = await rows_of(shop, found, outcome="change")
        assert row["changes"] == [
            {"field": "name", "before": "Basket", "after": "Trug"},
            {"field": "prices", "before": "10.00 GBP", "after": "12.50 GBP"},
        ]

    async def test_a_product_with_a_wrong_row_is_left_out_whole(self, shop: Shop) -> None:
        content = table(
            {"Handle": "tee", "Title": "Tee", "Option1 Name": "Size", "Option1 Value": "S", "Variant SKU": "s", "Variant Price": "10"},
            {"Handle": "tee", "Option1 Value": "M", "Variant SKU": "m", "Variant Price": "ten"},
            {"Handle": "cap", "Title": "Cap", "Variant SKU": "c", "Variant Price": "5"},
        )  # fmt: skip
        found = await upload(shop, content)
        counts = await working(shop, preview(shop, found))
        assert (counts["create"], counts["error"]) == (1, 2)
        rows = await rows_of(shop, found, outcome="error")
        assert rows[0]["faults"] == ["Left out with row 3, which has errors. A product is imported as a whole."]
        assert rows[1]["faults"] == ["“ten” is not a number. Write 1234.56."]
        await working(shop, carry_out(shop, found))
        assert (await shop.read("/ecom/product-groups"))["total"] == 1

    async def test_only_what_was_looked_at_is_carried_out(self, shop: Shop) -> None:
        found = await upload(shop, table({"SKU": "a", "Name": "Basket", "Price": "10"}))
        await working(shop, preview(shop, found))
        looked_at = await seen(shop, found)
        # A colleague looks at what it would be without the prices.
        await working(shop, preview(shop, found, ["sku", "name", None]))
        address = f"{IMPORTS}/{found['id']}/application"
        refused = await shop.send("POST", address, looked_at)
        assert fault(refused)[:2] == (409, "import_outdated")
        assert (await shop.read(f"{IMPORTS}/{found['id']}"))["state"] == "planned"
        assert (await shop.send("POST", address)).status_code == 422
        await working(shop, carry_out(shop, found))
        assert (await shop.read("/ecom/product-groups"))["total"] == 1

    async def test_what_has_changed_since_is_shown_anew(self, shop: Shop) -> None:
        found = await upload(shop, table({"SKU": "a", "Name": "Basket", "Price": "10"}))
        await working(shop, preview(shop, found))
        await shop.group(name="Other", products=[{"sku": "a", "prices": [{"amount": 500}]}])
        applying = shop.send("POST", f"{IMPORTS}/{found['id']}/application", await seen(shop, found))
        refused = await working(shop, applying)
        assert fault(refused)[:2] == (409, "import_outdated")
        now = await shop.read(f"{IMPORTS}/{found['id']}")
        assert (now["state"], now["counts"]["change"], now["counts"]["create"]) == ("planned", 1, 0)
        await working(shop, carry_out(shop, found))
        [group] = (await shop.read("/ecom/product-groups"))["results"]
        assert (group["name"], group["lowestPrice"]) == ("Basket", 1000)

    async def test_columns_are_mapped_by_hand(self, shop: Shop) -> None:
        found = await upload(shop, "Artikel;Bezeichnung;Preis\nä-1;Körbchen;1.234,50\n".encode("latin-1"))
        assert (found["encoding"], found["delimiter"], found["columns"]) == ("cp1252", ";", [None, None, None])
        refused = await shop.send("PUT", f"{IMPORTS}/{found['id']}/columns", {"columns": [None, "name", "price"]})
        assert fault(refused) == (422, "import_columns_invalid", ["columns: missing"])
        await working(shop, preview(shop, found, ["sku", "name", "price"]))
        await working(shop, carry_out(shop, found))
        group = await group_by_code(shop, "ä-1")
        assert (group["name"], group["products"][0]["prices"][0]["amount"]) == ("Körbchen", 123_450)


class TestFiles:
    async def test_more_than_the_limit_is_refused_while_it_arrives(self, shop: Shop) -> None:
        files = {"file": ("large.csv", b"SKU,Name\n" + b"x" * MAX_BYTES, "text/csv")}
        answer = await shop.client.post(f"{IMPORTS}/products", files=files, headers=shop.writer)
        assert fault(answer)[:2] == (413, "import_too_large")
        assert "32 MB" in answer.json()["detail"]
        stored = [each.key async for each in shop.client.kit.storage.list("imports/")]
        assert stored == []

    async def test_100_mb_are_refused_long_before_they_have_arrived(self, shop: Shop) -> None:
        sent = 0

        async def body() -> AsyncIterator[bytes]:
            nonlocal sent
            yield b'--end\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nSKU,Name\r\n'
            for _ in range(100):
                sent += 1
                yield b"a,b\n" * (1024**2 // 4)
            yield b"\r\n--end--\r\n"

        headers = {**shop.writer, "Content-Type": "multipart/form-data; boundary=end"}
        answer = await shop.client.post(f"{IMPORTS}/products", content=body(), headers=headers)
        assert fault(answer)[:2] == (413, "import_too_large")
        assert sent <= MAX_BYTES // 1024**2 + 2
        assert (await shop.read(IMPORTS))["total"] == 0

    async def test_a_formula_is_a_text(self, shop: Shop) -> None:
        await working(shop, bring(shop, table({"SKU": "a", "Name": "=cmd|'/C calc'!A0"})))
        assert (await group_by_code(shop, "a"))["name"] == "=cmd|'/C calc'!A0"

    @pytest.mark.parametrize("content", [b"", b"PK\x03\x04\x00\x00", b"\n\n"])
    async def test_what_is_no_table_is_refused(self, shop: Shop, content: bytes) -> None:
        answer = await shop.client.post(
            f"{IMPORTS}/products", files={"file": ("a.csv", content, "text/csv")}, headers=shop.writer
        )
        assert fault(answer)[:2] == (422, "import_unreadable")


class TestExport:
    async def test_it_reads_back_to_the_same(self, shop: Shop) -> None:
        await working(shop, bring(shop, sample("sample-products.csv")))
        odd = {"name": "=1+1", "summary": "'=x", "description": '<p>a, "b"</p>', "code": "-odd"}
        prices = [{"amount": 1}, {"amount": 2, "kind": "trade", "leastQuantity": 10, "scope": "trade"}]
        stock = {"tracksStock": True, "stock": -3, "allowsBackorders": True, "weightGrams": 1500}
        await shop.group(**odd, products=[{"sku": "@odd", "prices": prices, **stock}])
        await working(shop, bring(shop, sample("sample-tax-rates.csv"), "tax_rates"))
        for kind in ("products", "tax_rates"):
            exported = await shop.client.get(f"/ecom/exports/{kind}", headers=shop.writer)
            assert exported.status_code == 200
            found = await upload(shop, exported.content, kind)
            assert (found["format"], None in found["columns"]) == ("pagewright", False)
            counts = await working(shop, preview(shop, found))
            rows = [row for row in await rows_of(shop, found) if row["outcome"] != "same"]
            assert rows == []
            assert counts["same"] > 4

    async def test_another_shop_gets_the_same_from_it(self, shop: Shop) -> None:
        await working(shop, bring(shop, sample("sample-products.csv")))
        before = await shop.client.get("/ecom/exports/products", headers=shop.writer)
        listed = (await shop.read("/ecom/product-groups?limit=100"))["results"]
        for group in listed:
            deleted = await shop.send("DELETE", f"/ecom/product-groups/{group['id']}")
            assert deleted.status_code == 204
        await working(shop, bring(shop, before.content))
        after = await shop.client.get("/ecom/exports/products", headers=shop.writer)
        assert after.text == before.text


class TestCancelling:
    async def test_a_cancelled_preview_can_be_made_again(self, shop: Shop) -> None:
        found = await upload(shop, table({"SKU": "a", "Name": "Basket"}))
        begun = await shop.send(
            "PUT", f"{IMPORTS}/{found['id']}/columns", {"columns": ["sku", "name"]}, Prefer="respond-async"
        )
        job = begun.json()["id"]
        assert (await shop.send("POST", f"/ecom/jobs/{job}/cancellation")).status_code == 204
        waited = shop.send("PUT", f"{IMPORTS}/{found['id']}/columns", {"columns": ["sku", "name"]})
        refused = await waited
        assert fault(refused)[:2] == (409, "import_not_ready")

        async def cancelled() -> None:
            while (await shop.read(f"{IMPORTS}/{found['id']}"))["state"] != "uploaded":
                await asyncio.sleep(0)

        await working(shop, cancelled())
        assert (await working(shop, preview(shop, found)))["create"] == 1

"""Columns that no header tells: mapped by hand, and remembered for files with the same headers."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import func, select, update

from ecom import worker
from ecom.imports.columns import Kind, recognised
from ecom.imports.models import RememberedColumns
from tests.ecom.catalogue import GROUPS, Shop, fault
from tests.ecom.importing import IMPORTS, bring, carry_out, group_by_code, preview, rows_of, sample, table, upload
from tests.kit.working import with_worker

assert worker.__all__, "tasks register themselves on import"


def renamed(name: str) -> tuple[bytes, list[str | None]]:
    """A real file whose headers nobody knows, and what its columns are for."""
    headers, *rows = csv.reader(io.StringIO(sample(name).decode("utf-8-sig"), newline=""))
    kind: Kind = "tax_rates" if "tax" in name else "products"
    text = io.StringIO()
    csv.writer(text).writerows([[f"Spalte {place}" for place in range(len(headers))], *rows])
    return text.getvalue().encode(), recognised(kind, headers)[1]


async def work(shop: Shop, call: Any) -> Any:
    return await with_worker(shop.client, call)


async def count(shop: Shop) -> int:
    """How many sets of headers are remembered."""
    async with shop.client.kit.database.reading() as session:
        return await session.scalar(select(func.count()).select_from(RememberedColumns)) or 0


async def exported(shop: Shop, kind: Kind) -> str:
    answer = await shop.client.get(f"/ecom/exports/{kind}", headers=shop.writer)
    assert answer.status_code == 200
    return answer.text


class TestRealFiles:
    async def test_products_under_other_headers_come_in_as_under_their_own(self, shop: Shop) -> None:
        await work(shop, bring(shop, sample("sample-products.csv")))
        expected = await exported(shop, "products")
        for group in (await shop.read(f"{GROUPS}?limit=100"))["results"]:
            assert (await shop.send("DELETE", f"{GROUPS}/{group['id']}")).status_code == 204
        content, columns = renamed("sample-products.csv")
        found = await upload(shop, content)
        assert (found["format"], {*found["columns"]}, {*found["recognised"]}) == ("other", {None}, {None})
        counts = await work(shop, preview(shop, found, columns))
        assert counts == {"create": 22, "change": 0, "same": 0, "skip": 2, "error": 0}
        assert [row["number"] for row in await rows_of(shop, found)] == [*range(2, 26)]
        await work(shop, carry_out(shop, found))
        assert await exported(shop, "products") == expected

    async def test_what_variants_name_is_no_product_of_its_own_where_nothing_says_the_types(self, shop: Shop) -> None:
        content, columns = renamed("sample-products.csv")
        found = await upload(shop, content)
        untyped = [None if each == "type" else each for each in columns]
        counts = await work(shop, preview(shop, found, untyped))
        assert (counts["create"], counts["error"]) == (24, 0)
        await work(shop, carry_out(shop, found))
        for code, count in (("cc-tee", 3), ("cc-hoodie", 6)):
            skus = [product["sku"] for product in (await group_by_code(shop, code))["products"]]
            assert (len(skus), code in skus) == (count, False), skus

    async def test_tax_rates_under_other_headers_come_in(self, shop: Shop) -> None:
        content, columns = renamed("sample-tax-rates.csv")
        found = await upload(shop, content, "tax_rates")
        refused = await shop.send("PUT", f"{IMPORTS}/{found['id']}/columns", {"columns": found["columns"]})
        assert fault(refused) == (422, "import_columns_invalid", ["columns: missing"])
        counts = await work(shop, preview(shop, found, columns))
        assert counts["create"] == 5
        await work(shop, carry_out(shop, found))
        again = await upload(shop, content, "tax_rates")
        assert again["columns"] == columns
        assert (await work(shop, preview(shop, again)))["same"] == 5


class TestRemembering:
    async def test_the_next_file_with_these_headers_begins_with_what_was_said(self, shop: Shop) -> None:
        found = await upload(shop, b"Artikel;Bezeichnung;Preis\na;Korb;10\n")
        await work(shop, preview(shop, found, ["sku", "name", "price"]))
        again = await upload(shop, b"Artikel;Bezeichnung;Preis\nb;Trug;12\n", name="next-week.csv")
        assert (again["columns"], again["recognised"]) == (["sku", "name", "price"], [None, None, None])
        assert (await work(shop, preview(shop, again)))["create"] == 1

    @pytest.mark.parametrize(
        ("content", "columns"),
        [
            (b"PREIS;artikel;Bezeichnung\n10;a;Korb\n", ["price", "sku", "name"]),
            (b"Artikel;Bezeichnung;Preis;Farbe\na;Korb;10;rot\n", [None] * 4),
            (b"Artikel;Bezeichnung\na;Korb\n", [None] * 2),
        ],
        ids=["moved", "one more", "one less"],
    )
    async def test_headers_are_a_set(self, shop: Shop, content: bytes, columns: Sequence[str | None]) -> None:
        found = await upload(shop, b"Artikel;Bezeichnung;Preis\na;Korb;10\n")
        await work(shop, preview(shop, found, ["sku", "name", "price"]))
        assert (await upload(shop, content))["columns"] == columns

    async def test_columns_with_one_header_keep_their_order(self, shop: Shop) -> None:
        found = await upload(shop, b"Nr;Text;Text\na;Korb;Aus Weide\n")
        await work(shop, preview(shop, found, ["sku", "name", "summary"]))
        assert (await upload(shop, b"Text;Nr;Text\nTrug;b;Aus Holz\n"))["columns"] == ["name", "sku", "summary"]

    async def test_what_is_said_last_counts_and_what_headers_say_needs_no_memory(self, shop: Shop) -> None:
        content = table({"SKU": "a", "Name": "Basket", "Price": "10"})
        found = await upload(shop, content)
        await work(shop, preview(shop, found))
        assert await count(shop) == 0
        await work(shop, preview(shop, found, ["sku", "name", None]))
        assert (await upload(shop, content))["columns"] == ["sku", "name", None]
        await work(shop, preview(shop, found, ["sku", "summary", "price"]))
        assert (await upload(shop, content))["columns"] == ["sku", "summary", "price"]
        await work(shop, preview(shop, found, found["recognised"]))
        assert (await upload(shop, content))["columns"] == ["sku", "name", "price"]
        assert await count(shop) == 0

    async def test_what_is_refused_is_not_remembered(self, shop: Shop) -> None:
        found = await upload(shop, b"Artikel;Preis\na;10\n")
        address = f"{IMPORTS}/{found['id']}/columns"
        for columns, field in (
            (["sku", "sku"], "columns.1: duplicate"),
            (["sku", "cost"], "columns.1: unknown_field"),
            (["sku"], "columns: wrong_length"),
            ([None, "price"], "columns: missing"),
        ):
            refused = await shop.send("PUT", address, {"columns": columns})
            assert fault(refused) == (422, "import_columns_invalid", [field])
        assert (await upload(shop, b"Artikel;Preis\na;10\n"))["columns"] == [None, None]

    async def test_products_and_tax_rates_are_remembered_apart(self, shop: Shop) -> None:
        found = await upload(shop, b"A;B\na;Korb\n")
        await work(shop, preview(shop, found, ["sku", "name"]))
        assert (await upload(shop, b"A;B\nGB;20\n", "tax_rates"))["columns"] == [None, None]

    async def test_a_field_that_is_no_more_is_left_to_be_chosen(self, shop: Shop) -> None:
        found = await upload(shop, b"A;B\na;Korb\n")
        await work(shop, preview(shop, found, ["sku", "name"]))
        async with shop.client.kit.database.transaction() as session:
            older = [{"header": "a", "field": "sku"}, {"header": "b", "field": "colourOfOld"}]
            await session.execute(update(RememberedColumns).values(columns=older))
        assert (await upload(shop, b"A;B\na;Korb\n"))["columns"] == ["sku", None]

    async def test_it_outlives_the_import(self, shop: Shop) -> None:
        found = await upload(shop, b"A;B\na;Korb\n")
        await work(shop, preview(shop, found, ["sku", "name"]))
        assert (await shop.send("DELETE", f"{IMPORTS}/{found['id']}")).status_code == 204
        assert (await upload(shop, b"A;B\na;Korb\n"))["columns"] == ["sku", "name"]

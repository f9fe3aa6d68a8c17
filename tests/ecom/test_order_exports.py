"""Orders as CSV for bookkeeping."""

import csv
import io
from typing import Any

import pytest

from ecom.orders import exporting
from ecom.tax_rates.models import TaxRate
from tests.ecom.ordering import Shop, row, shop

__all__ = ["shop"]


async def exported(shop: Shop, **query: Any) -> list[dict[str, str]]:
    """The lines of the file, by heading."""
    answer = await shop.client.get("/ecom/orders/export.csv", params=query, headers=shop.reader)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store"), answer.text
    assert answer.content.startswith(b"\xef\xbb\xbf")
    return [*csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))]


class TestExport:
    async def test_has_what_a_bookkeeper_needs(self, shop: Shop) -> None:
        async with shop.client.kit.database.transaction() as session:
            session.add(TaxRate(name="Reduced", country="GB", tax_class="reduced", rate_millionths=55_000))
        products = [await shop.sell(1999), await shop.sell(1055, tax_class="reduced")]
        summary = await shop.summary(*(row(product, 2) for product in products))
        order = await shop.order((await shop.send(shop.request(summary))).json()["id"])
        [line] = await exported(shop)
        by_rate = {tax["percent"]: tax for tax in order["taxes"]}
        assert set(by_rate) == {"20", "5.5"}

        def money(amount: int) -> str:
            return f"{amount / 100:.2f}"

        for percent, tax in by_rate.items():
            assert line[f"Net at {percent} %"] == money(tax["totalExclTax"])
            assert line[f"VAT at {percent} %"] == money(tax["tax"])
        assert (line["Order"], line["Net"], line["VAT"], line["Total"], line["Refunded"]) == (
            order["reference"],
            money(order["totalExclTax"]),
            money(order["tax"]),
            money(order["totalInclTax"]),
            "0.00",
        )
        assert (line["State"], line["Payment"], line["Customer"], line["Billing country"]) == (
            "awaiting_payment",
            "invoice",
            "Zoë Ångström",
            "GB",
        )

    async def test_has_all_that_fit_and_no_others(self, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(exporting, "AT_ONCE", 2)
        product = await shop.sell(1000)
        orders = [await shop.buy(product, 1, billingName=name) for name in ("Ann", "Ben", "Cleo", "Dee", "Eve")]
        await shop.changed(orders[3], state="preparing")
        assert [line["Order"] for line in await exported(shop)] == [order["reference"] for order in orders]
        assert [line["Order"] for line in await exported(shop, state="preparing")] == [orders[3]["reference"]]
        assert [line["Order"] for line in await exported(shop, q="cleo")] == [orders[2]["reference"]]
        assert await exported(shop, until="2020-01-01T00:00:00Z") == []

    async def test_has_no_formulas(self, shop: Shop) -> None:
        await shop.buy(await shop.sell(1000), name='=cmd|"/c calc"!A0', billingName=" +1+1")
        [line] = await exported(shop)
        assert line["Customer"] == '\'=cmd|"/c calc"!A0'
        assert line["Billing name"].lstrip("'").strip() == "+1+1"
        assert line["Billing name"].startswith("'")

    async def test_is_for_the_shop(self, shop: Shop) -> None:
        assert (await shop.client.get("/ecom/orders/export.csv")).status_code == 401
        refused = await shop.client.get("/ecom/orders/export.csv", headers=shop.tokens.bearer("editor"))
        assert refused.status_code == 403

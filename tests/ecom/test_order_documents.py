"""The invoice and the packing slip of an order as PDF: what they say, in which languages, and who gets them."""

import io
import re
import uuid
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from pypdf import PdfReader
from sqlalchemy import delete, update
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ecom.app import app
from ecom.config_entries.entries import entries
from ecom.orders import paying
from ecom.orders.document_pdf import Printing, PrintingBusy, pdf
from ecom.orders.documents import Document, Item, SumLine
from ecom.orders.models import Order
from ecom.tax_rates.models import TaxRate
from kit.db import new_id
from kit.testing import Start, Tokens
from tests.ecom.ordering import Shop, row, shop

__all__ = ["shop"]


def read(answer: httpx.Response) -> PdfReader:
    """The PDF that was answered."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf"), answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return PdfReader(io.BytesIO(answer.content))


def words_of(reader: PdfReader) -> str:
    """All its words, with single blanks."""
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def document_of(name: str, count: int = 1) -> Document:
    """An invoice with so many lines of one name."""
    items = [Item(name, f"SKU-{number}", ["1", "€1.00", "20", "€1.00"]) for number in range(count)]
    heads = ["Item", "Quantity", "Price", "VAT %", "Total"]
    sums = [SumLine("Total", "€1.00", is_whole=True)]
    return Document(
        "en",
        "Invoice",
        "7KD-2MX-RB4",
        ["Willow"],
        [("Date", "today")],
        heads,
        items,
        sums,
        [],
        "Page {page} of {pages}",
    )


async def seller_on(shop: Shop, order: dict[str, Any], kind: str = "invoice") -> str:
    """Who sells, as a document says it."""
    printed = (await shop.client.get(f"/ecom/orders/{order['id']}/documents/{kind}", headers=shop.reader)).text
    seller: str = re.findall(r'<p class="seller">(.*?)</p>', printed, re.DOTALL)[0]
    return seller


class TestSeller:
    @pytest.mark.parametrize("kind", ["invoice", "packing_slip"])
    async def test_is_called_as_the_site_is_until_the_shop_says_who_it_is(
        self, shop: Shop, start: Start, tokens: Tokens, kind: str
    ) -> None:
        async def site(_: Request) -> Response:
            return JSONResponse({"siteName": "Willow & Co"})

        order = await shop.buy(await shop.sell(1000))
        mounts = {"http://cms.test": Starlette(routes=[Route("/cms/site", site)])}
        shop.client = await start(app, mounts=mounts)
        assert await seller_on(shop, order, kind) == "Willow &amp; Co"
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, {"sellerAddress": "1 High Road"})
        assert await seller_on(shop, order, kind) == "Willow &amp; Co\n1 High Road"
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, {"sellerName": "Willow Ltd"})
        assert await seller_on(shop, order, kind) == "Willow Ltd\n1 High Road"

    async def test_is_the_site_s_host_where_its_name_cannot_be_asked_for(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        public_url = shop.client.kit.settings.public_url
        assert await seller_on(shop, order) == urlsplit(public_url).hostname


class TestInvoice:
    @pytest.mark.parametrize(("currency", "written"), [("RSD", "RSD24.79"), ("HUF", "HUF24.79"), ("IQD", "IQD2.479")])
    async def test_has_all_minor_units_of_the_currency(self, shop: Shop, currency: str, written: str) -> None:
        order = await shop.buy(await shop.sell(1999))
        async with shop.client.kit.database.transaction() as session:
            await session.execute(update(Order).values(currency=currency))
        answer = await shop.client.get(f"/ecom/orders/{order['id']}/documents/invoice.pdf", headers=shop.reader)
        assert written in words_of(read(answer))

    async def test_has_the_figures_of_the_order_and_of_its_page(self, shop: Shop) -> None:
        rows = [row(await shop.sell(1999 + each, name=f"Κούπα № {each}"), each + 1) for each in range(40)]
        request = shop.request(await shop.summary(*rows), billingName="Zażółć Привет")
        order = await shop.order((await shop.send(request)).json()["id"])
        address = f"/ecom/orders/{order['id']}/documents/invoice"
        answer = await shop.client.get(f"{address}.pdf", headers=shop.reader)
        assert f'filename="invoice-{order["reference"]}.pdf"' in answer.headers["Content-Disposition"]
        reader = read(answer)
        text = words_of(reader)
        assert reader.metadata is not None
        assert reader.metadata.title == f"Invoice {order['reference']}"
        root: dict[str, Any] = dict(reader.root_object)
        assert (root["/Lang"], root["/MarkInfo"]["/Marked"]) == ("en", True)
        assert "Zażółć Привет" in text
        for each in order["rows"]:
            assert f"{each['name']} {each['product']['sku']} {each['quantity']} £{each['unitPrice'] / 100:.2f}" in text
        assert "Item Quantity Price without VAT VAT % Total without VAT" in text
        for amount in (order["totalExclTax"], order["tax"], order["totalInclTax"]):
            assert f"£{amount / 100:,.2f}" in text
        # What the page says, the PDF says.
        printed = (await shop.client.get(address, headers=shop.reader)).text
        assert set(re.findall(r"£[\d,.]+", printed)) == set(re.findall(r"£[\d,.]+", text))
        for number, page in enumerate(reader.pages, 1):
            words = page.extract_text()
            assert f"Page {number} of {len(reader.pages)}" in words
            # The sums may have a sheet of their own.
            assert ("Quantity" in words) == ("SKU-" in words)
        assert len(reader.pages) > 1

    async def test_is_german_where_that_is_asked_for(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(123456))
        answer = await shop.client.get(
            order["receiptPath"].replace("page", "invoice.pdf"), params={"language": "de-CH"}
        )
        assert "rechnung-" in answer.headers["Content-Disposition"]
        text = words_of(read(answer))
        assert "Artikel Menge Preis ohne MwSt. MwSt. % Summe ohne MwSt." in text
        assert all(
            words in text for words in ("Rechnung", "Vereinigtes Königreich", "1.028,80", "1.239,36", "Seite 1 von 1")
        )

    @pytest.mark.parametrize(
        ("language", "heads", "unsaid"),
        [("en", "Item Quantity Price Total", "VAT"), ("de", "Artikel Menge Preis Gesamtsumme", "MwSt.")],
    )
    async def test_says_nothing_of_tax_where_the_seller_charges_none(
        self, shop: Shop, language: str, heads: str, unsaid: str
    ) -> None:
        async with shop.client.kit.database.transaction() as session:
            await session.execute(delete(TaxRate))
        order = await shop.buy(await shop.sell(1000))
        address = order["receiptPath"].replace("page", "invoice.pdf")

        async def printed() -> str:
            return words_of(read(await shop.client.get(address, params={"language": language})))

        text = await printed()
        assert heads in text
        assert unsaid not in text
        assert "14.80" in text.replace(",", ".")
        # Who has a VAT number says that it is none.
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, {"taxNumber": "GB 123 4567 89"})
        assert f"{unsaid} %" in await printed()

    async def test_asks_for_no_money_once_it_is_cancelled(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        address = f"/ecom/orders/{order['id']}/documents/invoice"
        assert "To be paid" in (await shop.client.get(address, headers=shop.reader)).text
        await shop.changed(order, state="cancelled")
        printed = (await shop.client.get(address, headers=shop.reader)).text
        assert "This order was cancelled." in printed
        assert "To be paid" not in printed
        assert "How to pay" not in printed

    async def test_says_how_to_pay_and_until_when_as_long_as_something_is_due(self, shop: Shop) -> None:
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, {"invoiceInstructions": "Within 14 days to\nGB33 <BUKB> 2020"})
        order = await shop.buy(await shop.sell(1000))
        address = f"/ecom/orders/{order['id']}/documents/invoice"

        async def printed() -> tuple[str, str]:
            page = (await shop.client.get(address, headers=shop.reader)).text
            return page, words_of(read(await shop.client.get(f"{address}.pdf", headers=shop.reader)))

        page, text = await printed()
        said = f"Within 14 days to\nGB33 &lt;BUKB&gt; 2020\nPayment reference: {order['reference']}"
        assert f"<h2>How to pay</h2><p>{said}</p>" in page
        assert f"How to pay Within 14 days to GB33 <BUKB> 2020 Payment reference: {order['reference']}" in text
        async with shop.client.kit.database.transaction() as session:
            assert await paying.paid(session, uuid.UUID(order["id"]), new_id(), order["totalInclTax"], "GBP")
        for words in await printed():
            assert "How to pay" not in words
            assert "BUKB" not in words

    @pytest.mark.parametrize(
        ("gateway", "language", "said"),
        [
            ("invoice", "en", "Please pay £10.00 as soon as you have this invoice. Payment reference: "),
            ("invoice", "de", "So wird bezahlt Bitte zahlen Sie 10,00 £, sobald Sie diese Rechnung haben."),
            ("collection", "en", "How to pay You pay £10.00 when you collect your order."),
            ("collection", "de", "Sie zahlen 10,00 £ bei der Abholung."),
        ],
    )
    async def test_says_it_in_a_shop_that_has_no_words_for_it(
        self, shop: Shop, gateway: str, language: str, said: str
    ) -> None:
        order = await shop.buy(await shop.sell(1000, needs_delivery=False), gateway=gateway)
        address = order["receiptPath"].replace("page", "invoice.pdf")
        assert said in words_of(read(await shop.client.get(address, params={"language": language})))

    async def test_says_where_it_is_collected_beside_what_is_paid_there(self, shop: Shop) -> None:
        async with shop.client.kit.database.transaction() as session:
            await entries.put(session, {"collectionInstructions": "At the mill, 9 to 5"})
        order = await shop.buy(await shop.sell(1000, needs_delivery=False), gateway="collection")
        printed = (await shop.client.get(order["receiptPath"])).text
        assert "<p>You pay £10.00 when you collect your order.\nAt the mill, 9 to 5</p>" in printed

    async def test_is_for_the_shop_and_for_who_has_the_link(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000))
        address = f"/ecom/orders/{order['id']}/documents/invoice.pdf"
        assert (await shop.client.get(address)).status_code == 401
        assert (await shop.client.get(address, headers=shop.tokens.bearer("editor"))).status_code == 403
        for other in (order["reference"], "x" * 43):
            assert (await shop.client.get(f"/ecom/receipts/{other}/invoice.pdf")).status_code in {404, 422}
        nonsense = f"/ecom/orders/{order['id']}/documents/secret.pdf"
        assert (await shop.client.get(nonsense, headers=shop.reader)).status_code == 422


class TestPackingSlip:
    async def test_has_no_prices(self, shop: Shop) -> None:
        order = await shop.buy(await shop.sell(1000), 2, note="Ring twice")
        address = f"/ecom/orders/{order['id']}/documents/packing_slip.pdf"
        text = words_of(read(await shop.client.get(address, headers=shop.reader)))
        assert "£" not in text
        assert all(words in text for words in ("Packing slip", "Log basket", "Ring twice", order["reference"]))

    @pytest.mark.parametrize(("language", "said"), [("en", "Collected by"), ("de", "Wird abgeholt von")])
    async def test_says_whose_it_is_where_it_is_collected(self, shop: Shop, language: str, said: str) -> None:
        order = await shop.buy(await shop.sell(1000), gateway="collection", collects=True)
        address = f"/ecom/orders/{order['id']}/documents/packing_slip"
        printed = await shop.client.get(address, params={"language": language}, headers=shop.reader)
        assert f"<h2>{said}</h2><p>Zoë Ångström</p>" in printed.text


class TestPdf:
    @pytest.mark.parametrize(
        "name",
        ["#panic() *x* $y$ \\ @z <a> // gone", '"); #read("/etc/passwd")', "日本 مرحبا 😀", "e" * 500, "\u202e\u0300"],
    )
    def test_has_texts_as_they_are_written(self, name: str) -> None:
        reader = PdfReader(io.BytesIO(pdf(document_of(name))))
        text = words_of(reader)
        assert "SKU-0" in text
        if name.startswith("#"):
            assert name in text

    def test_is_small_however_long(self) -> None:
        assert len(pdf(document_of("Log basket", 500))) < 1_000_000

    async def test_is_refused_where_too_many_wait(self) -> None:
        with pytest.raises(PrintingBusy):
            await Printing(most_waiting=0).pdf(document_of("Log basket"))
        assert await Printing(most_waiting=1).pdf(document_of("Log basket"))

"""An order, from the shop's calls to the screens of who runs it: paid, sent, refunded in part, printed and mailed."""

import io
import re
import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect
from pypdf import PageObject, PdfReader

from tests.browser_fixtures import OpenContext
from tests.e2e.waiting import until


def test_an_order_is_paid_sent_and_refunded_on_its_screen(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    order = ordered(owner_client, visitor_client)
    reference = order["reference"]

    owner_page.goto("/cms-ecom/orders")
    owner_page.get_by_role("link", name=reference, exact=True).click()
    expect(owner_page.get_by_role("heading", name=reference)).to_be_visible()
    expect(owner_page.get_by_text("VAT 20 %")).to_be_visible()
    owner_page.get_by_role("button", name="Mark as paid").click()
    sure = owner_page.get_by_role("dialog", name="Mark as paid")
    expect(sure).to_contain_text("£39.98")
    sure.get_by_role("button", name="Mark as paid").click()
    expect(owner_page.get_by_text(f"{reference} is paid.")).to_be_visible()

    owner_page.get_by_role("button", name="Mark as sent").click()
    dialog = owner_page.get_by_role("dialog", name="Mark as sent")
    dialog.get_by_label("Tracking number").fill("RM 1234 5678 9GB")
    dialog.get_by_role("button", name="Mark as sent").click()
    expect(owner_page.get_by_text("Tracking number: RM 1234 5678 9GB")).to_be_visible()

    owner_page.get_by_role("button", name="More", exact=True).click()
    owner_page.get_by_role("menuitem", name="Refund…").click()
    dialog = owner_page.get_by_role("dialog", name=f"Refund {reference}")
    dialog.get_by_label(re.compile("how many are refunded")).fill("1")
    expect(dialog.get_by_label("Amount", exact=True)).to_have_value("19.99")
    dialog.get_by_role("button", name="Record refund of £19.99").click()
    expect(owner_page.get_by_text("1 refunded")).to_be_visible()
    expect(owner_page.get_by_text("Partly refunded")).to_be_visible()

    def subjects() -> list[str]:
        mails = owner_client.get("/cms/emails", params={"limit": 100}).json()["results"]
        return [mail["subject"] for mail in mails if reference in mail["subject"]]

    until(owner_page, lambda: len(subjects()) == 3)
    assert any("on its way" in subject for subject in subjects())

    invoice = owner_client.get(f"/ecom/orders/{order['id']}/documents/invoice").text
    assert reference in invoice
    assert visitor_client.get(order["receiptPath"]).status_code == 200


def test_a_message_covers_no_button_of_a_dialog_on_a_phone(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    order = ordered(owner_client, visitor_client)
    # No higher than the refund: its buttons are at the lower edge, where messages come.
    owner_page.set_viewport_size({"width": 390, "height": 480})
    owner_page.goto(f"/cms-ecom/orders/{order['id']}")
    owner_page.get_by_role("button", name="Mark as paid").click()
    owner_page.get_by_role("dialog").get_by_role("button", name="Mark as paid").click()
    message = owner_page.get_by_text(f"{order['reference']} is paid.")
    # Its time does not run out while the pointer is on it.
    message.hover()
    owner_page.get_by_role("button", name="More", exact=True).press("Enter")
    owner_page.get_by_role("menuitem", name="Refund…").press("Enter")
    dialog = owner_page.get_by_role("dialog", name=f"Refund {order['reference']}")
    for name in ("Cancel", "Record refund"):
        button = dialog.get_by_role("button", name=name, exact=True)
        expect(button).to_be_visible()
        until(owner_page, partial(button.evaluate, IS_UNCOVERED))
    expect(message).to_be_visible()


def test_an_invoice_is_read_whole_on_a_phone(
    new_context: OpenContext, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    order = ordered(owner_client, visitor_client, amount=123_456)
    page = new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(order["receiptPath"])
    expect(page.get_by_text("£2,469.12").last).to_be_visible()
    assert page.locator(".table").evaluate("each => each.scrollWidth <= each.clientWidth"), "the amounts are cut off"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_invoice_is_printed_on_one_sheet(
    new_context: OpenContext, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    order = ordered(owner_client, visitor_client, amount=123_456)
    page = new_context().new_page()
    page.goto(order["receiptPath"])
    [sheet] = printed(page)
    size = [float(each) / POINTS_PER_MM for each in (sheet.mediabox.width, sheet.mediabox.height)]
    assert size == pytest.approx([210, 297], abs=1), "it is A4"
    assert left_of(sheet) / POINTS_PER_MM == pytest.approx(16, abs=1), "the margin of the sheet is all that is empty"
    words = sheet.extract_text()
    assert order["reference"] in words
    assert "£2,469.12" in words
    expect(page.get_by_role("button").or_(page.get_by_role("link"))).to_have_count(0)


def test_no_row_of_a_long_invoice_is_cut_between_two_sheets(
    new_context: OpenContext, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    tag = uuid.uuid4().hex[:6]
    marks = [f"{tag}{number:02}" for number in range(30)]
    names = [f"{mark}from {'of many words ' * (5 + number % 7)} {mark}to" for number, mark in enumerate(marks)]
    order = ordered(owner_client, visitor_client, names=names)
    page = new_context().new_page()
    page.goto(order["receiptPath"])
    sheets = [sheet.extract_text() for sheet in printed(page)]
    assert len(sheets) > 1
    for mark in marks:
        [begins] = [number for number, words in enumerate(sheets) if f"{mark}from" in words]
        assert f"{mark}to" in sheets[begins], sheets[begins : begins + 2]
    assert all("Quantity" in words for words in sheets if any(mark in words for mark in marks)), "each has its heads"


POINTS_PER_MM = 72 / 25.4


def printed(page: Page) -> list[PageObject]:
    """The sheets that the browser prints of a page, by what the page says of paper."""
    return list(PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages)


def left_of(sheet: PageObject) -> float:
    """Where on a sheet the text begins that begins furthest to the left. Points."""
    found: list[float] = []

    def note(text: str, to_sheet: Sequence[float], place: Sequence[float], *_: Any) -> None:
        if text.strip():
            found.append(place[4] * to_sheet[0] + place[5] * to_sheet[2] + to_sheet[4])

    sheet.extract_text(visitor_text=note)
    return min(found)


IS_UNCOVERED = """button => {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint((left + right) / 2, y)));
}"""
"""Whether a press at its upper or lower edge reaches a button."""


def ordered(
    owner: httpx.Client, visitor: httpx.Client, amount: int = 1999, names: Sequence[str] = ()
) -> dict[str, str]:
    """An order by invoice of two each of products that are not delivered, one if none is named, placed by a visitor."""
    rates = owner.get("/ecom/tax-rates", params={"country": "GB"}).json()["results"]
    if not rates:
        rate = {"name": "VAT", "country": "GB", "rateMillionths": 200_000}
        assert owner.post("/ecom/tax-rates", json=rate).status_code == 201
    rows = []
    for name in names or [f"Voucher {uuid.uuid4().hex[:8]}"]:
        product = {
            "sku": uuid.uuid4().hex,
            "needsDelivery": False,
            "tracksStock": True,
            "stock": 5,
            "prices": [{"amount": amount}],
        }
        made = owner.post("/ecom/product-groups", json={"name": name, "isPublished": True, "products": [product]})
        assert made.status_code == 201, made.text
        rows.append({"productId": made.json()["products"][0]["id"], "quantity": 2})
    address = {"country": "GB", "postcode": "NR1 3JU"}
    summary = visitor.post("/ecom/baskets/summary", json={"rows": rows, "address": address}).json()
    assert summary["totalInclTax"] == 2 * amount * len(rows), summary
    request = {
        "rows": rows,
        "summaryDigest": summary["digest"],
        "gateway": "invoice",
        "email": "zoe@example.org",
        "name": "Zoë Ångström",
        "billingName": "Zoë Ångström",
        "billingAddress1": "12 Mill Lane",
        "billingTown": "Norwich",
        "billingPostcode": "NR1 3JU",
        "billingCountryCode": "GB",
    }
    answer = visitor.post("/ecom/orders", json=request, headers={"Idempotency-Key": uuid.uuid4().hex})
    assert answer.status_code == 201, answer.text
    order: dict[str, str] = answer.json()
    return order

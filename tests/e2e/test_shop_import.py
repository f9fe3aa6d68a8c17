"""A shopkeeper brings the files of another shop in through the screens, with every row accounted for."""

import re
import uuid
from pathlib import Path

import httpx
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import faults
from tests.real_pages import SAMPLE_DATA


def preview(page: Page, kind: str, name: str) -> None:
    page.goto("/cms-ecom/import")
    expect(page.get_by_role("heading", name="Import and export")).to_be_visible()
    page.get_by_label(f"File to import: {kind}").set_input_files(SAMPLE_DATA / name)
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_role("button", name="Preview").click()


def test_a_shop_of_woocommerce_comes_in(owner_page: Page, owner_client: httpx.Client) -> None:
    page = owner_page
    preview(page, "Products", "sample-products.csv")
    rows = page.get_by_label("Rows of the file")
    expect(rows.get_by_role("button", name="All 24")).to_be_visible()
    expect(rows.get_by_role("button", name="New 22")).to_be_visible()
    rows.get_by_role("button", name="Left out 2").click()
    expect(rows.get_by_text("Logo Collection")).to_be_visible()
    expect(rows.get_by_text("a collection of other products")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Import 22 rows").click()
    expect(page.get_by_text("Imported: 22 new and 0 changed rows.")).to_be_visible()
    listed = owner_client.get("/ecom/product-groups", params={"q": "cc-"}).raise_for_status().json()
    assert listed["total"] >= 12

    preview(page, "Tax rates", "sample-tax-rates.csv")
    # Tests beside this one have rates of the same places.
    page.get_by_role("button", name=re.compile(r"Import [1-5] rows")).click()
    expect(page.get_by_text(re.compile(r"Imported: \d new and \d changed rows\."))).to_be_visible()
    rates = owner_client.get("/ecom/tax-rates", params={"limit": 100}).raise_for_status().json()
    known = {(rate["country"], rate["rateMillionths"], rate["taxClass"]) for rate in rates["results"]}
    assert {("US", 100_000, "standard"), ("GB", 50_000, "reduced-rate"), ("GB", 0, "zero-rate")} <= known

    preview(page, "Products", "sample-products.csv")
    expect(page.get_by_label("Rows of the file").get_by_role("button", name="Nothing to do 22")).to_be_visible()
    expect(page.get_by_role("button", name="Import 0 rows")).to_be_disabled()


def test_columns_that_nobody_knows_are_chosen_by_keyboard_and_remembered(owner_page: Page, tmp_path: Path) -> None:
    page = owner_page
    page.set_viewport_size({"width": 390, "height": 844})
    own = f"Satz {uuid.uuid4().hex[:6]}"
    headers = f"Land,Bundesland,PLZ,Ort,{own},Bezeichnung,Rang,Aufbauend,Versand,Klasse"
    _, *lines = (SAMPLE_DATA / "sample-tax-rates.csv").read_text().splitlines()
    path = tmp_path / "saetze.csv"
    path.write_text("\n".join([headers, *lines]))

    def choose() -> None:
        page.goto("/cms-ecom/import")
        page.get_by_label("File to import: Tax rates").set_input_files(path)
        expect(page.get_by_role("heading", name="saetze.csv")).to_be_visible()

    choose()
    expect(page.get_by_role("heading", name="Not recognised 10")).to_be_visible()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Choose the column that has the rate.")).to_be_visible()
    # As the browser chooses from a list that has the focus: by first letters, and the next one by the same letter again.
    # Of a word, each letter that comes a second after the one before would begin another.
    for header, typed, field in (
        ("Land", "C", "country"),
        (own, "R", "ratePercent"),
        ("Klasse", "TT", "taxClass"),
    ):
        select = page.get_by_label(f"What {header} is")
        select.press_sequentially(typed)
        expect(select).to_have_value(field)
    page.get_by_role("button", name="Preview").press("Enter")
    expect(page.get_by_label("Rows of the file").get_by_role("button", name="All 5")).to_be_visible()

    choose()
    expect(page.get_by_text("As last chosen for a file with the same headers.")).to_be_visible()
    expect(page.get_by_label(f"What {own} is")).to_have_value("ratePercent")
    expect(page.get_by_label("What Ort is")).to_have_value("")
    page.get_by_role("button", name="Reset columns").click()
    expect(page.get_by_label(f"What {own} is")).to_have_value("")

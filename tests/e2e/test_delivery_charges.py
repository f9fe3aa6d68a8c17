"""A shopkeeper says what delivery costs and what is taxed, tries it, and saves it."""

import uuid
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import WIDTHS, faults_in_both_schemes


@pytest.fixture
def name(owner_client: httpx.Client) -> Iterator[str]:
    """What is made under this name is gone afterwards."""
    name = f"Zone {uuid.uuid4().hex[:8]}"
    yield name
    for kind in ("shipping-matrices", "tax-rates"):
        listed = owner_client.get(f"/ecom/{kind}", params={"q": name}).json()["results"]
        for each in sorted(listed, key=lambda one: one.get("isFirst", False)):
            # The first of several matrices stays: another test has made the others meanwhile.
            owner_client.delete(f"/ecom/{kind}/{each['id']}")


def rule(page: Page, number: int) -> Locator:
    return page.get_by_role("list", name="Rules", exact=True).locator("> li").nth(number - 1)


def looks_well(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        # What has been scrolled half under the bar is no small target.
        page.evaluate("scrollTo(0, 0)")
        assert faults_in_both_schemes(page) == [], width
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})


def test_rules_are_written_tried_and_saved(owner_page: Page, name: str) -> None:
    page = owner_page
    page.goto("/cms-ecom/shipping-matrix/new")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Add rule").click()
    first = rule(page, 1)
    first.get_by_label("Compared with").fill("BT")
    first.get_by_role("button", name="Add condition").click()
    first.get_by_label("What is asked").nth(1).select_option("weight")
    first.get_by_label("Compared with").nth(1).fill("2")
    first.get_by_label("Delivery charge").fill("12.50")
    page.get_by_role("button", name="Add “In every other case”").click()
    rule(page, 2).get_by_label("Delivery charge").fill("3.95")

    trial = page.get_by_role("complementary", name="Try it")
    trial.get_by_text("Measures", exact=True).click()
    trial.get_by_label("Country").select_option("GB")
    trial.get_by_label("Postcode").fill("bt1 1aa")
    trial.get_by_label("Weight").fill("2.5")
    expect(trial.locator("p", has_text="Delivery costs £12.50")).to_be_visible()
    expect(rule(page, 1).get_by_text("This one decides")).to_be_visible()
    expect(rule(page, 1).get_by_text("Yes: it is 2.5 kg")).to_be_visible()
    trial.get_by_label("Weight").fill("2")
    expect(trial.locator("p", has_text="Delivery costs £3.95")).to_be_visible()
    expect(rule(page, 2).get_by_text("This one decides")).to_be_visible()

    # By the keyboard to the top, where it decides alone, and back.
    rule(page, 2).get_by_role("button", name="Move rule 2", exact=True).press("Alt+ArrowUp")
    expect(rule(page, 1).get_by_text("In every other case")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(rule(page, 2).get_by_text("In every other case")).to_be_visible()
    rule(page, 1).get_by_label("Compared with").nth(1).fill("two")
    page.get_by_role("button", name="Create delivery rules").click()
    expect(rule(page, 1).get_by_text("Enter a number.")).to_be_visible()
    rule(page, 1).get_by_label("Compared with").nth(1).fill("2")
    page.set_viewport_size({"width": WIDTHS[-1], "height": 900})
    steps = [page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("Undo", "Redo")]
    assert len({box["y"] for box in steps if box}) == 1, "they stand side by side"
    looks_well(page)
    page.get_by_role("button", name="Create delivery rules").click()
    expect(page.get_by_text(f"“{name}” was created.")).to_be_visible()

    page.get_by_role("link", name=name).click()
    expect(rule(page, 1).get_by_label("Compared with").nth(1)).to_have_value("2")
    expect(rule(page, 1).get_by_label("Delivery charge")).to_have_value("12.50")


def test_a_rate_is_added_and_an_address_tried(owner_page: Page, name: str) -> None:
    page = owner_page
    page.goto("/cms-ecom/tax-rates/new")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Rate in %").fill("17.5")
    page.get_by_label("Country").select_option("GG")
    page.get_by_label("Tax class").fill("standard")
    looks_well(page)
    page.get_by_role("button", name="Create tax rate").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()
    expect(page.get_by_role("row", name=name).get_by_text("Guernsey")).to_be_visible()
    page.get_by_label("Test an address: country").select_option("GG")
    expect(page.get_by_text(f"{name} 17.5 %")).to_be_visible()
    looks_well(page)

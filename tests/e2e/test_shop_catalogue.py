"""The catalogue of the shop, from an empty shop to variants with prices and stock, in a real browser."""

import uuid

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import faults


@pytest.fixture
def mark() -> str:
    return uuid.uuid4().hex[:8]


def create(page: Page, screen: str, one: str, name: str) -> None:
    page.goto(f"/cms-ecom/{screen}/new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name=f"Create {one}").click()
    expect(page.get_by_text(f"“{name}” was created.")).to_be_visible()


def add_option(page: Page, name: str, values: str) -> None:
    page.get_by_role("button", name="Add option").click()
    page.get_by_role("textbox", name="Option", exact=True).last.fill(name)
    page.get_by_label("Values, one per line").last.fill(values)


def choose(page: Page, label: str, name: str) -> None:
    page.get_by_role("combobox", name=label, exact=True).click()
    page.get_by_role("combobox", name=label, exact=True).fill(name)
    page.get_by_role("option", name=name).click()
    page.keyboard.press("Escape")


def test_a_shopkeeper_makes_a_product_with_six_variants(
    owner_page: Page, owner_client: httpx.Client, mark: str
) -> None:
    page, name = owner_page, f"Basket {mark}"
    create(page, "brands", "brand", f"Willow {mark}")
    create(page, "categories", "category", f"Baskets {mark}")
    page.goto("/cms-ecom/products/new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Published").check(force=True)
    add_option(page, "Size", "S\nM\nL")
    add_option(page, "Colour", "Red\nBlue")
    page.get_by_label("SKU", exact=True).fill(f"{mark}-1")
    page.get_by_label("Price", exact=True).fill("19.99")
    page.get_by_label("Stock", exact=True).fill("5")
    page.get_by_label("Size", exact=True).select_option(label="S")
    page.get_by_label("Colour", exact=True).select_option(label="Red")
    page.get_by_role("button", name="Add the 5 missing combinations").click()
    expect(page.get_by_label("SKU", exact=True)).to_have_count(6)
    choose(page, "Brand", f"Willow {mark}")
    choose(page, "Categories", f"Baskets {mark}")
    page.get_by_role("button", name="Create product").click()
    expect(page.get_by_text(f"“{name}” was created.")).to_be_visible()

    # The list is by name, ten to a page, and others have made products, too.
    page.get_by_label("Search products").fill(mark)
    row = page.get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text("6 variants")
    expect(row).to_contain_text("£19.99")
    expect(row).to_contain_text("5 sold out")
    row.get_by_role("checkbox").check()
    page.get_by_role("button", name="Change", exact=True).click()
    page.get_by_role("menuitem", name="Change stock…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("How many").fill("10")
    dialog.get_by_role("button", name="Change stock").click()
    expect(page.get_by_text("The stock of 1 product was changed.")).to_be_visible()
    expect(row).to_contain_text("65")
    assert faults(page) == []

    [group] = owner_client.get("/ecom/product-groups", params={"q": mark}).raise_for_status().json()["results"]
    stored = owner_client.get(f"/ecom/product-groups/{group['id']}").raise_for_status().json()
    assert sorted(product["stock"] for product in stored["products"]) == [10, 10, 10, 10, 10, 15]
    choices = {tuple(product["optionValues"].values()) for product in stored["products"]}
    assert choices == {(size, colour) for size in "SML" for colour in ("Red", "Blue")}
    assert (len(stored["categoryIds"]), group["brandName"]) == (1, f"Willow {mark}")

    row.get_by_role("link", name=name).click()
    expect(page.get_by_label("SKU", exact=True)).to_have_count(6)
    lines = page.locator("[data-item]").filter(has=page.get_by_label("SKU", exact=True))
    heights = [box["height"] for line in lines.all() if (box := line.bounding_box())]
    assert len(heights) == 6
    assert max(heights[1:]) <= 60, heights
    page.get_by_role("button", name=f"More of {mark}-1").click()
    expect(page.get_by_role("dialog").get_by_role("region", name="Stock changes")).to_contain_text("+10")
    page.get_by_role("dialog").get_by_role("button", name="Explain the price…").click()
    expect(page.get_by_text("One costs £19.99.")).to_be_visible()
    # Without the sizes of targets: the dialog covers some behind it in part.
    assert faults(page, {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}) == []


def test_the_tools_of_a_description_stay_within_a_phone(owner_page: Page) -> None:
    page = owner_page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/cms-ecom/products/new")
    # What the screen begins with takes the keyboard once it is there, from whoever was quicker.
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    # The formatted text comes after the other fields, of which one for search engines has the same name.
    page.locator("[contenteditable='true'][aria-label='Description']").click()
    expect(page.get_by_role("button", name="Bold")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390

"""A shop that moves from Shopify: its export comes in through the screens, variants, images and all."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import expect
from starlette.responses import Response

from tests.browser_fixtures import OpenContext
from tests.cms.pictures import encoded, photograph
from tests.e2e.connected import GROUP, owner, stack
from tests.e2e.shopping import page_with
from tests.fakes.serving import serving
from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from tests.waiting import eventually

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

HEADERS = [
    "Handle",
    "Title",
    "Body (HTML)",
    "Vendor",
    "Product Category",
    "Type",
    "Tags",
    "Published",
    "Option1 Name",
    "Option1 Value",
    "Option2 Name",
    "Option2 Value",
    "Variant SKU",
    "Variant Grams",
    "Variant Inventory Tracker",
    "Variant Inventory Qty",
    "Variant Inventory Policy",
    "Variant Fulfillment Service",
    "Variant Price",
    "Variant Compare At Price",
    "Variant Requires Shipping",
    "Variant Taxable",
    "Variant Barcode",
    "Image Src",
    "Image Position",
    "Image Alt Text",
    "Gift Card",
    "SEO Title",
    "SEO Description",
    "Variant Image",
    "Variant Weight Unit",
    "Variant Tax Code",
    "Cost per item",
    "Status",
]
PICTURES = ("front.png", "back.png", "large.png")


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    """Where the images of the other shop are."""
    app = FastAPI()
    pictures = {name: encoded(photograph(64 + 16 * place, 48), "png") for place, name in enumerate(PICTURES)}

    @app.get("/files/{name}")
    def picture(name: str) -> Response:
        found = pictures.get(name)
        return Response(found, media_type="image/png") if found else Response(status_code=404)

    with serving(app, "elsewhere") as address:
        yield f"{address}/files"


def export(folder: Path, elsewhere: str) -> Path:
    """A file as Shopify writes it: a line for each variant, and for each further image."""
    first = {
        "Handle": "willow-basket",
        "Title": "Willow basket",
        "Body (HTML)": "<p>Woven by <b>hand</b>.</p>",
        "Vendor": "Trug & Co",
        "Type": "Baskets",
        "Published": "true",
        "Option1 Name": "Size",
        "Image Alt Text": "The basket from the front",
        "SEO Title": "Willow basket, woven by hand",
        "Status": "active",
    }
    variant = {
        "Variant Grams": "900",
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Policy": "deny",
        "Variant Fulfillment Service": "manual",
        "Variant Requires Shipping": "true",
        "Variant Taxable": "true",
        "Variant Weight Unit": "kg",
    }
    rows = [
        {
            **first,
            **variant,
            "Option1 Value": "Small",
            "Variant SKU": "wb-s",
            "Variant Inventory Qty": "4",
            "Variant Price": "24.00",
            "Image Src": f"{elsewhere}/front.png",
            "Image Position": "1",
        },
        {
            **variant,
            "Handle": "willow-basket",
            "Option1 Value": "Large",
            "Variant SKU": "wb-l",
            "Variant Inventory Qty": "0",
            "Variant Price": "32.00",
            "Variant Compare At Price": "40.00",
            "Variant Image": f"{elsewhere}/large.png",
            "Image Src": f"{elsewhere}/back.png",
            "Image Position": "2",
            "Image Alt Text": "From behind",
        },
        {
            "Handle": "willow-basket",
            "Image Src": f"{elsewhere}/gone.png",
            "Image Position": "3",
        },
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, HEADERS, restval="")
    writer.writeheader()
    writer.writerows(rows)
    path = folder / "products_export_1.csv"
    path.write_text(text.getvalue())
    return path


def test_a_shop_moves_in_with_its_images(
    new_context: OpenContext, stack: Stack, owner: httpx.Client, elsewhere: str, tmp_path: Path
) -> None:
    page = new_context().new_page()
    page.goto("/cms-login")
    page.get_by_label("Email").first.fill(OWNER_EMAIL)
    page.get_by_label("Password").first.fill(OWNER_PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{stack.base_url}/")
    page.goto("/cms-ecom/import")
    page.get_by_label("File to import: Products").set_input_files(export(tmp_path, elsewhere))
    page.get_by_label("Fetch images into the media library").check()
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Size (Small, Large)")).to_be_visible()
    # The third line brings an image alone.
    page.get_by_role("button", name="Import 2 rows").click()
    expect(page.get_by_text("Imported: 2 new and 0 changed rows.")).to_be_visible()

    missing = page.get_by_text(f"{elsewhere}/gone.png")
    expect(missing).to_be_visible()
    [listed] = owner.get("/ecom/product-groups", params={"q": "willow"}).json()["results"]
    group = owner.get(f"/ecom/product-groups/{listed['id']}").json()
    assert (group["name"], group["description"]) == ("Willow basket", "<p>Woven by <b>hand</b>.</p>")
    assert group["options"] == [{"name": "Size", "values": ["Small", "Large"]}]
    by_sku = {each["sku"]: each for each in group["products"]}
    assert {sku: (each["stock"], each["weightGrams"]) for sku, each in by_sku.items()} == {
        "wb-s": (4, 900),
        "wb-l": (0, 900),
    }
    prices = {sku: {price["kind"]: price["amount"] for price in each["prices"]} for sku, each in by_sku.items()}
    assert prices == {"wb-s": {"standard": 2400}, "wb-l": {"standard": 4000, "sale": 3200}}
    assert [image["alt"] for image in group["images"]] == ["The basket from the front", "From behind"]
    assert by_sku["wb-l"]["image"] is not None

    url = page_with(owner, "Willow basket", "ecom.product", product=group["id"])
    # The shop and content hear of the images a moment after cms has them, and until then show nobody what is there.
    eventually(lambda: 'alt="The basket from the front"' in httpx.get(f"{stack.base_url}{url}", timeout=30).text)
    visitor = new_context().new_page()
    visitor.goto(url)
    picture = visitor.get_by_role("img", name="The basket from the front").first
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0

"""Pages of the shop where nobody buys: in the editor's canvas, and at an address that names no product."""

import uuid

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import faults
from tests.e2e.editing import EditorScreen
from tests.e2e.shopping import page_with, post, put_into_basket
from tests.e2e.test_gallery import upload
from tests.waiting import eventually
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

REFS = (
    "ecom.product",
    "ecom.category",
    "ecom.basketDisplay",
    "ecom.basketSummary",
    "ecom.basketManagement",
    "ecom.checkout",
    "ecom.checkoutSuccess",
)


@pytest.fixture
def group(owner_client: httpx.Client) -> dict[str, str]:
    """A product with two sizes, in a category of its own."""
    mark = uuid.uuid4().hex[:8]
    category = post(owner_client, "/ecom/categories", {"name": f"Trugs {mark}"})
    products = [
        {"sku": f"{mark}-{size}", "optionValues": {"Size": size}, "prices": [{"amount": amount}]}
        for size, amount in (("S", 1999), ("L", 2999))
    ]
    more = {"isPublished": True, "options": [{"name": "Size", "values": ["S", "L"]}], "categoryIds": [category["id"]]}
    made = post(owner_client, "/ecom/product-groups", {"name": f"Trug {mark}", "products": products, **more})
    return {"id": made["id"], "name": made["name"], "category": category["id"]}


def test_the_canvas_draws_what_the_shop_has(
    owner_page: Page, owner_client: httpx.Client, group: dict[str, str]
) -> None:
    url = create_page(owner_client, "All of the shop")["url"]
    fields = {"ecom.product": {"product": group["id"]}, "ecom.category": {"category": group["category"]}}
    for place, ref in enumerate(REFS):
        state = render(owner_client, url)
        answer = put_actions(owner_client, state, add_plugin(own_column(state), ref, fields.get(ref, {}), place))
        assert answer.is_success, answer.text

    editor = EditorScreen(owner_page).view(url)
    editor.start()
    shown = {ref: editor.canvas.locator(f"[data-ref='{ref}']") for ref in REFS}
    product = shown["ecom.product"]
    expect(product.get_by_role("heading", name=group["name"])).to_be_visible()
    expect(product.locator("[data-price]")).to_have_text("From £19.99")
    expect(product.get_by_text("L", exact=True)).to_be_visible()
    expect(shown["ecom.category"].get_by_text(group["name"])).to_be_visible()
    for ref in REFS:
        assert shown[ref].count() == 1, ref
        expect(shown[ref]).not_to_be_empty()
    # What is pressed selects the plugin, and buys nothing.
    product.locator(".pw-product-buy button").click(force=True)
    expect(editor.canvas.locator("[data-pw-node='plugin']:focus")).to_contain_text(group["name"])
    assert owner_page.evaluate("localStorage.getItem('pagewright-basket')") is None


def test_an_address_that_names_no_product_is_not_found(
    visitor_page: Page, owner_client: httpx.Client, group: dict[str, str]
) -> None:
    url = page_with(owner_client, "Product", "ecom.product")
    found = visitor_page.goto(f"{url}?product={group['id']}")
    assert found is not None
    assert found.status == 200
    expect(visitor_page.get_by_role("heading", name=group["name"])).to_be_visible()
    missing = visitor_page.goto(f"{url}?product=no-such-thing")
    assert missing is not None
    assert missing.status == 404
    expect(visitor_page.get_by_text("This product is not available.")).to_be_visible()
    expect(visitor_page.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    assert faults(visitor_page) == []


def test_a_product_keeps_to_the_edges_of_its_page_with_a_picture_and_without(
    visitor_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client, group: dict[str, str]
) -> None:
    mark = uuid.uuid4().hex[:8]
    picture = upload(owner_client, f"trug-{mark}.jpg")
    pictured = post(
        owner_client,
        "/ecom/product-groups",
        {
            "name": f"Pictured {mark}",
            "isPublished": True,
            "images": [{"file": picture["id"], "alt": "A trug"}],
            "products": [{"sku": mark, "prices": [{"amount": 1999}]}],
        },
    )
    url = page_with(owner_client, "Product", "ecom.product")
    visitor_page.set_viewport_size({"width": 390, "height": 844})
    # The shop and content hear of the file a moment after cms has it, and until then show nobody what is at its address.
    eventually(lambda: 'alt="A trug"' in visitor_client.get(url, params={"product": pictured["id"]}).text)
    visitor_page.goto(f"{url}?product={pictured['id']}")
    image = visitor_page.get_by_role("img", name="A trug").bounding_box()
    name = visitor_page.get_by_role("heading", name=pictured["name"]).bounding_box()
    assert image is not None
    assert name is not None
    assert (image["x"], image["width"]) == (name["x"], name["width"])
    # Where there is none, nothing in its place pushes the name out of view.
    visitor_page.goto(f"{url}?product={group['id']}")
    expect(visitor_page.get_by_role("heading", name=group["name"])).to_be_in_viewport()
    expect(visitor_page.locator(".pw-product-images")).to_be_hidden()
    visitor_page.set_viewport_size({"width": 1280, "height": 800})
    expect(visitor_page.locator(".pw-product-images")).to_be_visible()


def test_the_order_s_button_stays_beside_the_last_fields_of_the_checkout(
    visitor_page: Page, owner_client: httpx.Client, group: dict[str, str]
) -> None:
    shop = {"product": page_with(owner_client, "Trug", "ecom.product", product=group["id"])}
    put_into_basket(visitor_page, shop, "S")
    visitor_page.set_viewport_size({"width": 1280, "height": 600})
    visitor_page.goto(page_with(owner_client, "Checkout", "ecom.checkout"))
    summary = visitor_page.get_by_role("heading", name="Your order")
    button = visitor_page.get_by_role("button", name="Place order")
    expect(button).to_be_visible()
    boxes = [each.bounding_box() for each in (visitor_page.locator(".pw-till-summary"), button)]
    above, below = (box for box in boxes if box)
    assert 0 < below["y"] - above["y"] - above["height"] < 40, "it stands right below the summary"
    visitor_page.get_by_label("Note for the shop").scroll_into_view_if_needed()
    expect(summary).not_to_be_in_viewport()
    expect(button).to_be_in_viewport(ratio=1)

"""An image cropped on a page by the keyboard, and seen so by visitors: without a jump, and undone by one step."""

from __future__ import annotations

import re
import uuid
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.cms.pictures import encoded, opened, photograph
from tests.e2e.accessibility import faults
from tests.e2e.editing import EditorScreen
from tests.e2e.shopping import page_with, post
from tests.e2e.test_layout_shift import HeldBack
from tests.waiting import eventually
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

_DRAWN = "image => image.complete && image.naturalWidth > 0 && [image.naturalWidth, image.naturalHeight]"


@pytest.fixture
def pictured(owner_client: httpx.Client, visitor_client: httpx.Client) -> str:
    """The address of a page with an image of 1600 by 1200 pixels beside a text."""
    name = f"pier-{uuid.uuid4().hex[:8]}.jpg"
    answer = owner_client.post("/cms/files", files={"files": (name, encoded(photograph(1600, 1200)))}, timeout=60)
    file = answer.raise_for_status().json()["success"][name]
    state = render(owner_client, create_page(owner_client, "The pier")["url"])
    fields = {"heading": "Our pier", "text": "<p>Words</p>", "picture": {"file": file["id"], "alt": "A pier"}}
    put_actions(owner_client, state, add_plugin(own_column(state), "cms.textImage", fields)).raise_for_status()
    url = str(state["page"]["url"])
    eventually(lambda: 'alt="A pier"' in visitor_client.get(url).text)
    return url


def picture_of(client: httpx.Client, url: str) -> dict[str, Any]:
    plugins = render(client, url)["plugins"].values()
    picture: dict[str, Any] = next(each["fields"]["picture"] for each in plugins if each["ref"] == "cms.textImage")
    return picture


def drawn(image: Locator) -> list[int]:
    """The size that an image came in, once it is there."""
    image.scroll_into_view_if_needed()
    image.page.wait_for_function(_DRAWN, arg=image.element_handle())
    size: list[int] = image.evaluate(_DRAWN)
    return size


def settings(editor: EditorScreen) -> Locator:
    editor.canvas.locator("[data-ref='cms.textImage'] h2").click()
    editor.keys("Alt+Enter")
    editor.page.get_by_role("button", name="Edit text and image").click()
    return editor.page.get_by_role("dialog", name="Text and image")


def crop_by_keys(page: Page) -> None:
    """The right half of the image, as a square, without a pointer."""
    page.get_by_role("button", name="Crop…").press("Enter")
    dialog = page.get_by_role("dialog", name="Crop image")
    expect(dialog.get_by_role("status")).to_have_text("1,600 \N{MULTIPLICATION SIGN} 1,200 pixels")
    left = dialog.get_by_role("button", name=re.compile("^Left edge"))
    for _ in range(5):
        left.press("Shift+ArrowRight")
    expect(dialog.get_by_role("status")).to_have_text("800 \N{MULTIPLICATION SIGN} 1,200 pixels")
    assert faults(page) == []
    dialog.get_by_label("Proportions").select_option("1:1")
    part = dialog.get_by_role("button", name=re.compile("^Part that is shown"))
    part.press("Shift+ArrowDown")
    dialog.get_by_role("button", name="Crop", exact=True).press("Enter")
    expect(dialog).to_have_count(0)


def test_it_is_chosen_by_the_keyboard_seen_by_visitors_and_undone(
    owner_page: Page, visitor_page: Page, owner_client: httpx.Client, pictured: str
) -> None:
    editor = EditorScreen(owner_page).view(pictured)
    editor.start()
    dialog = settings(editor)
    crop_by_keys(owner_page)
    expect(dialog.get_by_role("button", name="Crop…")).to_be_focused()
    dialog.get_by_role("button", name="Apply").click()
    # Not saved yet: its editor sees it all the same.
    shown = editor.canvas.get_by_role("img", name="A pier")
    expect(shown).to_have_attribute("src", re.compile("&crop="))
    width, height = drawn(shown)
    assert abs(width - height) <= 1
    editor.keys("Control+z")
    expect(shown).not_to_have_attribute("src", re.compile("&crop="))
    editor.keys("Control+Shift+z")
    expect(shown).to_have_attribute("src", re.compile("&crop="))
    assert editor.save().ok
    picture = picture_of(owner_client, pictured)
    assert picture["aspect"] == "1:1"
    assert re.fullmatch(r"\d+-\d+-\d+-\d+", picture["crop"])

    page = visitor_page
    held = HeldBack(page, "**/files/**")
    page.goto(pictured, wait_until="domcontentloaded")
    image = page.get_by_role("img", name="A pier")
    expect(image).to_have_attribute("src", re.compile(f"&crop={picture['crop']}"))
    before = image.bounding_box()
    held.let_go()
    width, height = drawn(image)
    assert abs(width - height) <= 1
    # Its place was kept before it came.
    assert image.bounding_box() == before
    assert image.get_attribute("width") == image.get_attribute("height")


def uploaded(owner_client: httpx.Client) -> dict[str, Any]:
    """An image of 1600 by 1200 pixels in the library."""
    name = f"quay-{uuid.uuid4().hex[:8]}.jpg"
    answer = owner_client.post("/cms/files", files={"files": (name, encoded(photograph(1600, 1200)))}, timeout=60)
    file: dict[str, Any] = answer.raise_for_status().json()["success"][name]
    return file


def shared_image(page: Page, client: httpx.Client, crop: str) -> tuple[int, int]:
    """The size of the image that the page is shared with, as programs get it that know no newer formats."""
    address = page.locator("meta[property='og:image']").get_attribute("content") or ""
    assert f"&crop={crop}" in address
    answer = client.get(address, headers={"Accept": "*/*"}).raise_for_status()
    assert answer.headers["content-type"] == "image/jpeg"
    image = opened(answer.content)
    for side, pixels in (("width", image.width), ("height", image.height)):
        told = page.locator(f"meta[property='og:image:{side}']").get_attribute("content") or "0"
        assert abs(int(told) - pixels) <= 1, side
    return image.width, image.height


def test_a_product_shows_and_is_shared_with_the_part_that_was_chosen(
    owner_page: Page, visitor_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    mark = uuid.uuid4().hex[:8]
    images = [{"file": uploaded(owner_client)["id"], "alt": "A quay"}]
    products = [{"sku": mark, "prices": [{"amount": 1999}]}]
    data = {"name": f"Quay {mark}", "isPublished": True, "products": products, "images": images}
    group = post(owner_client, "/ecom/product-groups", data)
    owner_page.goto(f"/cms-ecom/products/{group['id']}")
    crop_by_keys(owner_page)
    owner_page.get_by_role("button", name="Save", exact=True).click()
    expect(owner_page.get_by_text(f"“{group['name']}” was saved.")).to_be_visible()
    [image] = owner_client.get(f"/ecom/product-groups/{group['id']}").raise_for_status().json()["images"]
    assert image["aspect"] == "1:1"

    url = f"{page_with(owner_client, 'Quays', 'ecom.product')}?product={group['id']}"
    # The shop and content hear of the file a moment after cms has it, and until then show nobody what is at its address.
    eventually(lambda: f"crop={image['crop']}" in visitor_client.get(url).text)
    visitor_page.goto(url)
    shown = visitor_page.get_by_role("img", name="A quay").first
    expect(shown).to_have_attribute("src", re.compile(f"&crop={image['crop']}"))
    width, height = drawn(shown)
    assert abs(width - height) <= 1
    width, height = shared_image(visitor_page, visitor_client, image["crop"])
    assert abs(width - height) <= 1


def test_a_page_is_shared_with_the_part_that_was_chosen(
    owner_page: Page, visitor_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    file = uploaded(owner_client)
    page = create_page(owner_client, "The quay")
    owner_page.goto(f"/cms-admin/pages/{page['id']}")
    field = owner_page.get_by_role("group", name="Image when shared")
    field.get_by_role("button", name="Choose from the library").click()
    library = owner_page.get_by_role("dialog", name="Choose an image")
    library.get_by_role("textbox", name="Search files").fill(file["name"])
    # Whether the search has come by then or not: what is chosen stays so.
    library.get_by_role("gridcell", name=re.compile(f"^{re.escape(file['name'])}")).click()
    library.get_by_role("button", name="Choose", exact=True).click()
    card = owner_page.get_by_role("figure", name="When shared").locator("img")
    expect(card).to_have_attribute("src", re.compile(file["name"]))
    crop_by_keys(owner_page)
    expect(card).to_have_attribute("src", re.compile("crop="))
    width, height = drawn(card)
    assert abs(width - height) <= 1
    owner_page.get_by_role("button", name="Save", exact=True).click()
    expect(owner_page.get_by_text("“The quay” was saved.")).to_be_visible()
    crop = owner_client.get(f"/client/pages/{page['id']}").raise_for_status().json()["meta"]["image"]["crop"]
    eventually(lambda: crop in visitor_client.get(page["url"]).text)
    visitor_page.goto(page["url"])
    width, height = shared_image(visitor_page, visitor_client, crop)
    assert abs(width - height) <= 1

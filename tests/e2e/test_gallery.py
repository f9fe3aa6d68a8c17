"""A gallery: arranged by an editor from the library, looked through by visitors with keys, with buttons, and without scripts."""

from __future__ import annotations

import re
import uuid
from itertools import cycle
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.cms.pictures import encoded, photograph
from tests.e2e.accessibility import WIDTHS, faults, faults_everywhere
from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import resting_box, until
from tests.waiting import eventually
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

PICTURE = "document.querySelector('dialog[open] img')"
PROPORTIONS = f"({PICTURE}.clientWidth / {PICTURE}.clientHeight).toFixed(2)"


def upload(client: httpx.Client, name: str) -> dict[str, Any]:
    content = encoded(photograph(900, 600))
    answer = client.post("/cms/files", files={"files": (name, content)}, timeout=60)
    stored: dict[str, Any] = answer.raise_for_status().json()["success"][name]
    return stored


@pytest.fixture
def gallery(owner_client: httpx.Client, visitor_client: httpx.Client) -> str:
    """The address of a page with a slider of three images."""
    return slider_page(owner_client, visitor_client, [f"Boat {number}" for number in (1, 2, 3)])


def slider_page(owner_client: httpx.Client, visitor_client: httpx.Client, said: list[str]) -> str:
    """The address of a new page with a slider; `said` is what is read out of each of its images."""
    state = render(owner_client, create_page(owner_client, "Boats")["url"])
    files = [upload(owner_client, f"boat-{uuid.uuid4().hex[:8]}.jpg") for _ in said]
    images = [
        {"image": {"file": file["id"], "alt": alt}, "caption": f"Number {number}"}
        for number, (file, alt) in enumerate(zip(files, said, strict=True), 1)
    ]
    fields = {"heading": "Our boats", "images": images}
    put_actions(owner_client, state, add_plugin(own_column(state), "cms.gallery", fields)).raise_for_status()
    url = str(state["page"]["url"])
    # Content hears of the files a moment after they were uploaded.
    eventually(lambda: visitor_client.get(url).text.count('class="pw-gallery-open"') == len(files))
    return url


def gallery_fields(client: httpx.Client, url: str) -> dict[str, Any]:
    plugins = render(client, url)["plugins"].values()
    fields: dict[str, Any] = next(each["fields"] for each in plugins if each["ref"] == "cms.gallery")
    return fields


def test_visitors_look_through_it(visitor_page: Page, gallery: str) -> None:
    page = visitor_page
    page.goto(gallery)
    slider = page.get_by_role("region", name="Our boats")
    slider.scroll_into_view_if_needed()
    slider.get_by_role("button", name="Next image").click()
    # Twice at once, and round from the first to the last.
    expect(slider.locator("output")).to_have_text("2 / 3")
    slider.get_by_role("button", name="Previous image").click(click_count=2)
    expect(slider.locator("output")).to_have_text("3 / 3")
    expect(slider.get_by_role("img", name="Boat 3")).to_be_in_viewport()
    slider.get_by_role("link", name="Boat 3").press("Enter")
    box = page.get_by_role("dialog", name="Our boats")
    expect(box.get_by_role("img", name="Boat 3")).to_be_visible()
    expect(box).to_contain_text("Number 3")
    assert faults(page) == []
    page.keyboard.press("ArrowRight")
    expect(box.get_by_role("img", name="Boat 1")).to_be_visible()
    # Too low for the image, whose proportions stay; then there is room for more than it has.
    page.set_viewport_size({"width": 1280, "height": 420})
    page.wait_for_function(f"{PROPORTIONS} === '1.50'")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function(f"{PICTURE}.clientWidth === 900 && {PROPORTIONS} === '1.50'")
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(slider.get_by_role("link", name="Boat 1")).to_be_focused()
    assert faults_everywhere(page) == []


def test_without_scripts_it_scrolls_and_leads_to_the_images(new_context: OpenContext, gallery: str) -> None:
    page = new_context(java_script_enabled=False, viewport={"width": 390, "height": 800}).new_page()
    page.goto(gallery)
    slider = page.get_by_role("region", name="Our boats")
    expect(slider.get_by_role("button", name="Next image")).to_have_count(0)
    last = slider.get_by_role("link", name="Boat 3")
    last.focus()
    expect(last).to_be_in_viewport()
    answer = page.request.get(str(last.get_attribute("href")))
    assert (answer.status, answer.headers["content-type"].partition("/")[0]) == (200, "image")


@pytest.mark.parametrize("width", WIDTHS)
def test_images_without_words_of_their_own_leave_the_page_as_wide_as_its_window(
    visitor_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client, width: int
) -> None:
    """What screen readers are told in their place stood beside the slider's edge, and all of the page could be scrolled there."""
    visitor_page.set_viewport_size({"width": width, "height": 800})
    visitor_page.goto(slider_page(owner_client, visitor_client, ["", "", ""]))
    expect(visitor_page.get_by_role("link", name="Open image")).to_have_count(3)
    assert visitor_page.evaluate("document.documentElement.scrollWidth") == width


def test_an_editor_picks_several_images_and_arranges_them(
    owner_page: Page, owner_client: httpx.Client, gallery: str
) -> None:
    name = f"new-{uuid.uuid4().hex[:8]}"
    added = [upload(owner_client, f"{name}-{number}.jpg")["id"] for number in (1, 2)]
    first = [item["image"]["file"] for item in gallery_fields(owner_client, gallery)["images"]]
    editor = EditorScreen(owner_page)
    editor.view(gallery)
    editor.start()
    editor.canvas.locator("[data-ref='cms.gallery'] h2").click()
    editor.keys("Alt+Enter")
    owner_page.get_by_role("button", name="Edit gallery").click()
    dialog = owner_page.get_by_role("dialog", name="Gallery")
    dialog.get_by_role("button", name="Add images…").click()
    picker = owner_page.get_by_role("dialog", name="Choose images")
    picker.get_by_label("Search files").fill(name)
    # What is found moves to the front as it comes: a press before that meets another file, or none.
    expect(picker.get_by_role("gridcell")).to_have_count(2)
    for number in (1, 2):
        picker.get_by_role("gridcell", name=re.compile(f"^{name}-{number}")).click(modifiers=["Control"])
    picker.get_by_role("button", name="Choose 2 files").click()
    items = dialog.locator("[data-item]")
    expect(items).to_have_count(5)
    items.last.get_by_label("Caption").fill("The newest")
    items.last.get_by_role("button", name="Move item 5 up").click()
    dialog.get_by_label("Shown as").select_option("grid")
    assert faults(owner_page) == []
    # Both in view before the press: what scrolls between it and the first move takes the handle from under the pointer, and
    # nothing is dragged then, as it is for a hand. A hover scrolls to what it is told, mouse.move never does.
    place, across = items.nth(1), cycle(range(60, 100))
    place.evaluate("(item) => item.scrollIntoView({ block: 'start' })")
    handle, end = resting_box(items.nth(2).locator("[draggable]")), resting_box(place)
    owner_page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    owner_page.mouse.down()

    def is_over() -> bool:
        owner_page.mouse.move(end["x"] + next(across), end["y"] + 50)
        return place.get_attribute("data-over") == "before"

    # A busy browser begins a drag some moves after the press: a hand moves on until it sees where it would go.
    until(owner_page, is_over)
    owner_page.mouse.up()
    expect(items.nth(1).get_by_label("Caption")).to_have_value("Number 3")
    dialog.get_by_role("button", name="Apply").click()
    assert editor.save().ok
    fields = gallery_fields(owner_client, gallery)
    shown = [item["image"]["file"] for item in fields["images"]]
    assert (shown[:3], {*shown[3:]}) == ([first[0], first[2], first[1]], {*added})
    assert (fields["display"], fields["images"][3]["caption"]) == ("grid", "The newest")

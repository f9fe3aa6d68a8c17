"""Where the keyboard and the caret are in the editor: on empty pages and long ones, after steps back and dialogs."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.editing import EditorScreen
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text


@pytest.fixture
def url(owner_client: httpx.Client) -> str:
    """A page with one text and no row of its own."""
    return str(create_page(owner_client, "By keyboard")["url"])


@pytest.fixture
def editor(owner_page: Page, url: str) -> EditorScreen:
    screen = EditorScreen(owner_page).edit(url)
    expect(screen.caret).to_be_visible()
    return screen


def test_a_row_beside_the_only_text_is_of_this_page_alone(
    editor: EditorScreen, owner_client: httpx.Client, url: str
) -> None:
    before = render(owner_client, url)["page"]["layout"]
    editor.leave_text()
    editor.button("Add a row after all of this").click()
    editor.page.get_by_role("menuitem", name="2 columns").click()
    expect(editor.column(1, 1)).to_be_visible()
    expect(editor.column(0, 0)).to_contain_text("By keyboard")
    assert editor.save().status == 200
    after = render(owner_client, url)["page"]
    assert after["layout"] == before
    (own,) = after["blocks"].values()
    assert [node["type"] for node in own["nodes"]] == ["row", "row"]


@pytest.mark.parametrize("key", ["/", "Enter"])
def test_into_a_page_with_nothing_in_it(key: str, editor: EditorScreen) -> None:
    editor.leave_text()
    editor.keys("Delete")
    expect(editor.canvas.locator("[data-pw-empty-column]")).to_be_visible()
    expect(editor.canvas.locator("[data-type='col-unique']")).to_be_focused()
    editor.keys(key)
    expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
    editor.type("paragraph")
    editor.keys("Enter")
    expect(editor.caret).to_be_visible()
    editor.type("Begun anew")
    expect(editor.canvas.locator("[data-type='col-unique']")).to_contain_text("Begun anew")


def test_a_dialog_over_the_page_gives_the_keyboard_back_to_the_part_in_it(editor: EditorScreen) -> None:
    editor.leave_text()
    editor.keys("?")
    expect(editor.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    editor.keys("Escape")
    expect(editor.plugin("By keyboard")).to_be_focused()


def test_a_dialog_has_the_keyboard_from_the_moment_that_it_opens(editor: EditorScreen) -> None:
    editor.leave_text()
    # What it is made of is loaded the first time.
    editor.keys("?")
    expect(editor.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    editor.keys("Escape")
    expect(editor.plugin("By keyboard")).to_be_focused()
    editor.keys("?", "Delete", "Escape")
    expect(editor.page.get_by_role("dialog", name="Keyboard shortcuts")).to_have_count(0)
    expect(editor.plugin("By keyboard")).to_be_focused()


def test_what_a_step_back_brings_back_has_the_keyboard(editor: EditorScreen) -> None:
    editor.leave_text()
    editor.keys("Control+d")
    texts = editor.canvas.locator("[data-type='col-unique'] [data-type='plugin']")
    expect(texts.nth(1)).to_be_focused()
    editor.keys("Control+z")
    expect(texts).to_have_count(1)
    expect(texts).to_be_focused()


def test_a_click_far_down_a_long_text_leaves_the_page_where_it_is(owner_page: Page, owner_client: httpx.Client) -> None:
    page = create_page(owner_client, "Far down")
    state = render(owner_client, page["url"])
    parts = "".join(f"<h2>Part {number}</h2><p>{'Many words. ' * 60}</p>" for number in range(20))
    assert put_actions(owner_client, state, [set_text(first_text(state), parts)]).status_code == 200
    editor = EditorScreen(owner_page).edit(page["url"])
    expect(editor.caret).to_be_visible()
    editor.leave_text()
    part = editor.canvas.get_by_role("heading", name="Part 14", exact=True)
    part.scroll_into_view_if_needed()
    before = part.bounding_box()
    part.click()
    expect(editor.caret).to_be_visible()
    expect(part).to_be_in_viewport()
    after = part.bounding_box()
    assert before
    assert after
    # What others add to the menu of the site moves it by a line; a jump to the beginning is thousands of pixels.
    assert abs(after["y"] - before["y"]) < 100
    editor.keys("End")
    editor.type(" it is")
    expect(editor.canvas.get_by_role("heading", name="Part 14 it is")).to_be_visible()


def test_whoever_stays_goes_on_where_they_were(editor: EditorScreen) -> None:
    editor.type("Unsaved. ")
    way_out = editor.page.get_by_role("banner").get_by_role("link", name="Administration")
    way_out.press("Enter")
    editor.page.get_by_role("dialog", name="Unsaved changes").get_by_role("button", name="Stay").press("Enter")
    expect(way_out).to_be_focused()
    expect(editor.unsaved).to_have_count(1)


def test_tab_goes_on_from_the_last_part_of_a_page(editor: EditorScreen) -> None:
    editor.leave_text()
    own = editor.canvas.locator("[data-type='plugin']", has_text="By keyboard").last
    expect(own).to_be_focused()
    editor.keys("Tab")
    expect(editor.canvas.locator(".pw-skip")).not_to_be_focused()
    editor.keys("Shift+Tab")
    expect(own).to_be_focused()


def test_keys_on_the_switch_between_viewing_and_editing(editor: EditorScreen) -> None:
    editor.page.get_by_role("radio", name="Edit").focus()
    editor.keys("Control+a")
    assert editor.page.evaluate("String(getSelection())") == ""
    editor.keys("?")
    expect(editor.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_edit_leaves_the_page_in_its_place(owner_page: Page, url: str) -> None:
    editor = EditorScreen(owner_page).view(url)
    before = places(editor)
    editor.start()
    expect(editor.caret).to_be_visible()
    assert places(editor) == before


def places(editor: EditorScreen) -> list[float]:
    """Of the site's header its place and width, and of the first text its place below that.

    How high the header is depends on the pages in its menu, which others add to meanwhile.
    """
    header = editor.canvas.locator("header.site-header").bounding_box()
    text = editor.canvas.locator("main h1, main h2, main p").first.bounding_box()
    assert header
    assert text
    below = text["y"] - header["y"] - header["height"]
    return [header["x"], header["y"], header["width"], text["x"], below, text["width"], text["height"]]


def test_keys_act_on_the_part_that_tab_has_led_to(editor: EditorScreen) -> None:
    editor.leave_text()
    own = editor.canvas.locator("[data-type='col-unique'] [data-type='plugin']")
    expect(own).to_be_focused()
    editor.keys("Tab")
    link = editor.canvas.locator("footer a").first
    expect(link).to_be_focused()
    name = link.locator("xpath=ancestor::*[@data-type='plugin']").get_attribute("aria-label")
    expect(editor.button(f"{name}: select parent")).to_be_visible()
    editor.keys("Control+d")
    expect(own).to_have_count(1)
    expect(editor.canvas.locator("footer [data-type='plugin']", has=editor.canvas.locator("a"))).not_to_have_count(1)
    editor.keys("Control+z")
    expect(editor.canvas.locator("footer [data-type='plugin']:focus")).to_be_visible()

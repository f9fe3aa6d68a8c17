"""The page stays where it is under whoever edits it: entering a text scrolls nothing, and a step back stays with what it undid."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.editing import EditorScreen
from tests.e2e.starting_page import copy_of_start


@pytest.fixture
def editor(owner_page: Page, owner_client: httpx.Client) -> EditorScreen:
    """A copy of the starting page that is edited, without a caret."""
    owner_page.set_viewport_size({"width": 1280, "height": 800})
    screen = EditorScreen(owner_page).edit(copy_of_start(owner_client))
    screen.leave_text()
    return screen


def scroll_to(editor: EditorScreen, top: int) -> None:
    editor.canvas.locator("html").evaluate("(_, top) => scrollTo({ top, behavior: 'instant' })", top)


def scrolled(editor: EditorScreen) -> float:
    """How far down the page is, once what was asked for has been drawn."""
    frames = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(scrollY))))"
    return float(editor.canvas.locator("html").evaluate(frames))


@pytest.mark.parametrize("top", [100, 181, 250, 300])
def test_a_click_into_a_text_in_the_middle_of_its_column_scrolls_nothing(editor: EditorScreen, top: int) -> None:
    editor.keys("Escape")
    scroll_to(editor, top)
    editor.canvas.locator("h1 + p").click()
    expect(editor.caret).to_be_visible()
    assert scrolled(editor) == top


def rows_of(editor: EditorScreen) -> Locator:
    return editor.canvas.locator("[data-type='col-unique'] > [data-type='row']")


def test_steps_back_and_forth_stay_with_what_they_change(editor: EditorScreen) -> None:
    editor.canvas.get_by_text("Ready when you are").scroll_into_view_if_needed()
    editor.canvas.get_by_text("Ready when you are").hover()
    editor.button("Add a row before this one").click()
    editor.page.get_by_role("menuitem", name="2 columns").click()
    expect(rows_of(editor)).to_have_count(7)
    editor.keys("Control+z")
    expect(rows_of(editor)).to_have_count(6)
    far_down = scrolled(editor)
    assert far_down > 1000
    expect(editor.canvas.get_by_text("Ready when you are")).to_be_in_viewport()

    # What it changes out of view is brought into view.
    scroll_to(editor, 0)
    editor.keys("Control+Shift+z")
    expect(rows_of(editor)).to_have_count(7)
    expect(rows_of(editor).nth(5)).to_be_in_viewport()
    scroll_to(editor, 0)
    editor.keys("Control+z")
    expect(rows_of(editor)).to_have_count(6)
    expect(editor.canvas.get_by_text("Ready when you are")).to_be_in_viewport()

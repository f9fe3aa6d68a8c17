"""Rows, columns and plugins: put on the page and moved there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.arranging import drag
from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import until


class TestRows:
    def test_a_row_of_three_columns_from_the_palette(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        editor.button("Row with 3 columns").click()
        expect(editor.column(1, 2)).to_be_visible()
        expect(editor.said).to_have_text("Row with 3 columns added")
        expect(editor.canvas.locator("[data-pw-empty-column]")).to_have_count(4)

    def test_a_row_between_rows_by_its_button(self, editor: EditorScreen) -> None:
        editor.button("Add a row before this one").click()
        editor.page.get_by_role("menuitem", name="2 columns").click()
        expect(editor.column(0, 1)).to_be_visible()
        expect(editor.column(0, 0)).not_to_contain_text("One")
        expect(editor.column(1, 0)).to_contain_text("One")

    def test_fewer_columns_keep_what_was_in_them(self, editor: EditorScreen) -> None:
        editor.keys("Escape", "Escape")
        editor.page.get_by_role("button", name="3 columns: change").click()
        editor.page.get_by_role("menuitem", name="1 column", exact=True).click()
        expect(editor.column(0, 0)).to_contain_text("Three")
        expect(editor.column(0, 1)).to_have_count(0)
        editor.keys("Control+z")
        expect(editor.column(0, 1)).to_contain_text("Three")


def is_at(one: Locator, other: Locator) -> bool:
    """Whether both are at the same place, to the pixel: beside a panel the page is drawn smaller."""
    first, second = sides(one), sides(other)
    return bool(first and second) and all(abs(a - b) < 1 for a, b in zip(first, second, strict=True))


def sides(locator: Locator) -> tuple[float, ...]:
    box = locator.bounding_box()
    return (box["x"], box["y"], box["width"], box["height"]) if box else ()


class TestPalette:
    def test_by_keyboard_into_an_empty_column(self, editor: EditorScreen) -> None:
        editor.button("Add to column 3").click()
        expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
        editor.type("paragraph")
        editor.keys("Enter")
        expect(editor.caret).to_be_visible()
        editor.type("New here")
        expect(editor.column(0, 2)).to_contain_text("New here")

    def test_says_when_nothing_is_found(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
        editor.type("zeppelin")
        expect(editor.page.get_by_text("Nothing found for “zeppelin”.")).to_be_visible()

    def test_is_put_away_when_the_page_is_viewed(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
        editor.page.get_by_text("View", exact=True).click()
        expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
        editor.start()
        expect(editor.page.get_by_label("Search for something to add")).to_have_count(0)

    @pytest.mark.parametrize("by", ["its button", "Escape", "the key that opened it"])
    def test_closed_gives_the_keyboard_back_to_where_it_was(self, by: str, editor: EditorScreen) -> None:
        search = editor.page.get_by_label("Search for something to add")

        def close() -> None:
            expect(search).to_be_focused()
            if by == "its button":
                editor.button("Close Add").click()
            else:
                editor.keys("Escape" if by == "Escape" else "Control+Shift+A")
            expect(search).to_have_count(0)

        editor.plugin("Two").click()
        expect(editor.caret).to_have_text("Two")
        editor.button("Add").click()
        close()
        expect(editor.caret).to_have_text("Two")
        editor.leave_text()
        editor.keys("Control+Shift+A")
        close()
        expect(editor.plugin("Two")).to_be_focused()
        editor.button("Add").press("Enter")
        close()
        expect(editor.button("Add")).to_be_focused()

    def test_what_is_added_is_outlined_as_it_stands_in_its_look(self, editor: EditorScreen) -> None:
        editor.button("Add to column 3").click()
        expect(editor.page.get_by_label("Search for something to add")).to_be_focused()
        editor.type("image")
        editor.keys("Enter")
        # The first of its kind on the page: its look comes with it.
        pair = editor.canvas.locator("[data-ref='cms.textImage']")
        expect(pair.locator(".pw-pair")).to_have_css("display", "grid")
        outline = editor.page.locator("[data-selected][data-editing]")
        expect(outline).to_be_visible()
        # Not at the very moment: what others add to the menu of the site moves both, one after the other.
        until(editor.page, lambda: is_at(outline, pair))

    def test_open_already_it_takes_the_keyboard_for_another_place(self, editor: EditorScreen) -> None:
        search = editor.page.get_by_label("Search for something to add")
        editor.button("Add").click()
        expect(search).to_be_focused()
        editor.button("Add to column 3").click()
        expect(search).to_be_focused()
        editor.type("parag")
        editor.keys("Enter")
        expect(editor.column(0, 2).locator("[data-pw-inline].ProseMirror-focused")).to_be_visible()

    def test_beside_it_the_page_keeps_its_width(self, editor: EditorScreen) -> None:
        body = editor.canvas.locator("body")
        width = body.evaluate("() => innerWidth")
        editor.button("Add").click()
        frame = editor.page.locator("iframe[title='Page']")
        expect(frame).to_have_css("transform", re.compile("^matrix"))
        assert body.evaluate("() => innerWidth") == width
        box = frame.bounding_box()
        assert box
        assert box["width"] < width
        # What is seen there is what is reached there.
        editor.plugin("Three").click()
        expect(editor.caret).to_have_text("Three")

    def test_dragged_into_the_page(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        offer = editor.page.get_by_role("button", name=re.compile("^Menu Links"))
        drag(editor, offer, editor.column(0, 2))
        expect(editor.column(0, 2).locator("[data-ref='cms.menu']")).to_have_count(1)


class TestMoving:
    def test_by_alt_and_arrows_and_said_aloud(self, editor: EditorScreen) -> None:
        editor.keys("Alt+ArrowDown")
        expect(editor.said).to_have_text("Text moved to position 2 of 2 in column 1")
        expect(editor.column(0, 0).locator("[data-type='plugin']").nth(1)).to_have_text("One")
        editor.keys("Alt+ArrowDown")
        expect(editor.said).to_have_text("Text moved to position 1 of 2 in column 2")
        editor.keys("Alt+ArrowRight")
        expect(editor.said).to_have_text("Text moved to position 1 of 1 in column 3")
        editor.keys("Alt+ArrowRight")
        expect(editor.said).to_have_text("Text cannot move further right")

    def test_while_writing_keeps_the_caret_in_it(self, editor: EditorScreen) -> None:
        editor.plugin("Three").click()
        expect(editor.caret).to_have_text("Three")
        editor.keys("End", "Alt+ArrowRight")
        expect(editor.said).to_have_text("Text moved to position 1 of 1 in column 3")
        editor.type("!")
        expect(editor.column(0, 2)).to_have_text("Three!")

    def test_by_dragging_the_handle(self, editor: EditorScreen) -> None:
        editor.select("Two")
        drag(editor, editor.page.locator("[data-pw-grip]"), editor.column(0, 2))
        expect(editor.column(0, 2)).to_contain_text("Two")
        expect(editor.said).to_have_text("Text moved to position 1 of 1 in column 3")

    def test_escape_lets_go_without_a_change(self, editor: EditorScreen) -> None:
        editor.select("Two")
        drag(editor, editor.page.locator("[data-pw-grip]"), editor.column(0, 2), drops=False)
        editor.keys("Escape")
        editor.page.mouse.up()
        expect(editor.column(0, 0)).to_contain_text("Two")
        expect(editor.unsaved).to_have_count(0)


class TestOutline:
    def test_shows_selects_and_moves(self, editor: EditorScreen) -> None:
        editor.button("Outline").click()
        tree = editor.page.get_by_role("tree", name="What is on the page")
        tree.get_by_role("treeitem").filter(has_text="Three").last.locator("div").first.click()
        expect(tree.locator("[aria-selected='true']")).to_contain_text("Three")
        editor.keys("Alt+ArrowRight")
        expect(editor.column(0, 2)).to_contain_text("Three")
        expect(tree.locator("[aria-selected='true']")).to_be_focused()
        editor.keys("ArrowUp")
        expect(tree.locator("[aria-selected='true']").first).to_contain_text("Column 3")

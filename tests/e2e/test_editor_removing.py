"""What is on the page: taken away, duplicated, and kept although nobody knows it."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Page, expect

from tests.e2e.arranging import row_columns, texts_of
from tests.e2e.editing import EditorScreen
from tests.whole.page_calls import add_plugin, new_id, put_actions, render


class TestRemoving:
    def test_offers_undo_and_asks_nothing(self, editor: EditorScreen) -> None:
        editor.select("Two")
        editor.keys("Delete")
        expect(editor.plugin("Two")).to_have_count(0)
        editor.button("Undo").last.click()
        expect(editor.plugin("Two")).to_have_count(1)

    def test_undo_of_a_removal_is_saved_as_nothing(self, editor: EditorScreen) -> None:
        editor.select("Two")
        editor.button("Remove").click()
        expect(editor.unsaved).to_have_count(1)
        editor.keys("Control+z")
        expect(editor.unsaved).to_have_count(0)
        editor.keys("Control+Shift+z")
        expect(editor.plugin("Two")).to_have_count(0)


class TestDuplicating:
    def test_by_key_goes_to_the_copy_is_said_aloud_and_taken_back_by_one_undo(
        self, editor: EditorScreen, owner_client: httpx.Client, arranged: str
    ) -> None:
        editor.select("One")
        editor.keys("Control+d")
        expect(editor.said).to_have_text("Text duplicated to position 2 of 3 in column 1")
        texts = editor.column(0, 0).locator("[data-type='plugin']")
        expect(texts).to_have_text(["One", "One", "Two"])
        expect(texts.nth(1)).to_be_focused()
        assert editor.save().status == 200
        instances = [
            each["id"] for each in texts_of(owner_client, arranged) if each["fields"]["content"] == "<p>One</p>"
        ]
        assert len(set(instances)) == 2
        editor.keys("Control+z")
        expect(texts).to_have_text(["One", "Two"])

    def test_while_writing_the_caret_goes_on_in_the_copy(self, editor: EditorScreen) -> None:
        editor.plugin("Three").click()
        expect(editor.caret).to_have_text("Three")
        editor.keys("End")
        editor.type("!")
        editor.keys("Control+d")
        texts = editor.column(0, 1).locator("[data-type='plugin']")
        expect(texts).to_have_text(["Three!", "Three!"])
        expect(texts.nth(1).locator(editor.caret)).to_be_visible()
        editor.type("!")
        expect(texts).to_have_text(["Three!", "Three!!"])

    def test_a_row_by_its_bar_with_all_that_is_in_it(
        self, editor: EditorScreen, owner_client: httpx.Client, arranged: str
    ) -> None:
        editor.select("Two")
        editor.keys("Escape", "Escape")
        editor.button("Duplicate").click()
        expect(editor.said).to_have_text(re.compile("^Row duplicated to position 2 of "))
        expect(editor.column(1, 0)).to_have_text("OneTwo")
        expect(editor.column(1, 1)).to_have_text("Three")
        expect(editor.column(1, 2)).to_be_visible()
        assert editor.save().status == 200
        contents = sorted(each["fields"]["content"] for each in texts_of(owner_client, arranged))
        assert [content for content in contents if len(content) < 14] == [
            f"<p>{text}</p>" for text in ("One", "One", "Three", "Three", "Two", "Two")
        ]

    def test_what_there_is_once_cannot_be_duplicated(self, editor: EditorScreen) -> None:
        editor.canvas.locator("[data-ref='cms.menu']").first.click(position={"x": 4, "y": 4})
        for name in ("Column 1", "Row", "Header"):
            editor.keys("Escape")
            expect(editor.page.get_by_role("toolbar", name=f"{name}: tools")).to_be_visible()
        expect(editor.button("Duplicate")).to_be_disabled()

    def test_is_listed_among_the_shortcuts(self, editor: EditorScreen) -> None:
        editor.keys("?")
        dialog = editor.page.get_by_role("dialog", name="Keyboard shortcuts")
        entry = dialog.locator("dl > div", has=editor.page.get_by_text("Duplicate", exact=True))
        expect(entry.locator("kbd").last).to_have_text("D")

    def test_in_the_outline_keeps_the_keyboard_there(self, editor: EditorScreen) -> None:
        editor.button("Outline").click()
        tree = editor.page.get_by_role("tree", name="What is on the page")
        tree.get_by_role("treeitem").filter(has_text="Three").last.locator("div").first.click()
        editor.keys("Control+d")
        expect(editor.column(0, 1)).to_have_text("ThreeThree")
        expect(tree.locator("[aria-selected='true']")).to_be_focused()
        expect(tree.locator("[aria-selected='true']")).to_contain_text("Three")


def test_a_plugin_that_nobody_knows_is_shown_moved_and_kept(
    owner_page: Page, owner_client: httpx.Client, arranged: str
) -> None:
    state = render(owner_client, arranged)
    plugin = new_id()
    added = add_plugin(row_columns(state)[2], "acme.clock", {"zone": "UTC"}, plugin_id=plugin)
    answer = put_actions(owner_client, state, added)
    assert answer.status_code == 200, answer.text
    editor = EditorScreen(owner_page).edit(arranged)
    clock = editor.canvas.locator("[data-ref='acme.clock']")
    expect(clock).to_contain_text("acme.clock")
    clock.click()
    editor.keys("Alt+ArrowLeft")
    expect(editor.column(0, 1).locator("[data-ref='acme.clock']")).to_have_count(1)
    assert editor.save().status == 200
    assert render(owner_client, arranged)["plugins"][plugin]["fields"] == {"zone": "UTC"}

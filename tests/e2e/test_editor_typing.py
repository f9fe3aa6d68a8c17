"""Writing in the page itself."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.editing import EditorScreen
from tests.whole.page_calls import create_page, element_of, first_text, put_actions, render, set_text

# What others add to the menu of the site moves the column as a whole.
PLACE_IN_THE_COLUMN = """(element) => {
    const [own, column] = [element, element.closest('[data-type=col-unique]')].map((one) => one.getBoundingClientRect());
    return [own.left - column.left, own.top - column.top, own.width, own.height];
}"""


@pytest.fixture
def url(owner_client: httpx.Client) -> str:
    """A page with one text of its own."""
    page = create_page(owner_client, "Typing")
    state = render(owner_client, page["url"])
    html = "<h1>Typing</h1><p>The quick brown fox.</p>"
    assert put_actions(owner_client, state, [set_text(first_text(state), html)]).status_code == 200
    return str(page["url"])


@pytest.fixture
def editor(owner_page: Page, url: str) -> EditorScreen:
    return EditorScreen(owner_page).edit(url)


def stored(client: httpx.Client, url: str) -> str:
    """The text as the site has it."""
    state = render(client, url)
    return str(state["plugins"][first_text(state)]["fields"]["content"])


def take(editor: EditorScreen, name: str) -> None:
    """Takes what the `/` menu offers first, once that is this."""
    offer = editor.page.get_by_role("listbox", name="Insert").get_by_role("option", name=re.compile(f"^{name}"))
    expect(offer).to_have_attribute("aria-selected", "true")
    editor.keys("Enter")


class TestCaret:
    def test_edit_puts_it_into_the_first_text(self, editor: EditorScreen) -> None:
        expect(editor.caret).to_be_visible()
        editor.type("Fast ")
        expect(editor.canvas.locator("h1")).to_have_text("Fast Typing")

    def test_a_click_puts_it_where_the_click_was(self, editor: EditorScreen) -> None:
        editor.leave_text()
        word = "quick"
        box = editor.canvas.locator("p", has_text=word).evaluate(
            """(paragraph, word) => {
                const text = paragraph.firstChild;
                const range = document.createRange();
                const end = text.data.indexOf(word) + word.length;
                range.setStart(text, end - 1);
                range.setEnd(text, end);
                const { right, top, height } = range.getBoundingClientRect();
                return { x: right, y: top + height / 2 };
            }""",
            word,
        )
        frame = editor.page.locator("iframe[title='Page']").bounding_box()
        assert frame
        editor.page.mouse.click(frame["x"] + box["x"], frame["y"] + box["y"])
        expect(editor.caret).to_be_visible()
        editor.type("est")
        expect(editor.caret).to_contain_text("The quickest brown fox.")

    def test_enter_and_escape_go_in_and_out_by_keyboard(self, editor: EditorScreen) -> None:
        editor.leave_text()
        editor.keys("Enter")
        expect(editor.caret).to_be_visible()
        editor.type("!")
        expect(editor.caret).to_contain_text("fox.!")

    def test_the_text_does_not_move_when_it_is_opened(self, editor: EditorScreen) -> None:
        paragraph = editor.canvas.locator("p", has_text="fox")
        before = paragraph.evaluate(PLACE_IN_THE_COLUMN)
        editor.leave_text()
        assert paragraph.evaluate(PLACE_IN_THE_COLUMN) == before


class TestTools:
    def test_alt_f10_leads_to_them_and_escape_back(self, editor: EditorScreen) -> None:
        editor.keys("Control+End", "Alt+F10")
        expect(editor.button("Text: select parent")).to_be_focused()
        editor.keys("ArrowRight", "ArrowRight")
        expect(editor.button("Bold")).to_be_focused()
        # The first Escape is the tooltip's.
        expect(editor.page.get_by_role("tooltip")).to_be_visible()
        editor.keys("Escape", "Escape")
        expect(editor.caret).to_be_visible()
        editor.type("!")
        expect(editor.caret).to_contain_text("fox.!")


class TestFormatting:
    def test_marks_by_key_and_by_button(self, editor: EditorScreen, owner_client: httpx.Client, url: str) -> None:
        editor.canvas.locator("p", has_text="fox").dblclick(position={"x": 60, "y": 10})
        editor.keys("Control+a", "ArrowRight", "Shift+Home")
        editor.keys("Control+b")
        editor.button("Italic").click()
        expect(editor.button("Bold")).to_have_attribute("aria-pressed", "true")
        assert editor.save().status == 200
        assert stored(owner_client, url) == "<h1>Typing</h1><p><strong><em>The quick brown fox.</em></strong></p>"

    def test_headings_lists_and_quotes_as_one_types(
        self, editor: EditorScreen, owner_client: httpx.Client, url: str
    ) -> None:
        editor.keys("Control+End", "Enter")
        editor.type("## A heading")
        editor.keys("Enter")
        editor.type("- One")
        editor.keys("Enter", "Tab")
        editor.type("Inner")
        editor.keys("Enter", "Enter", "Enter")
        editor.type("> Said")
        assert editor.save().status == 200
        assert stored(owner_client, url).endswith(
            "<h2>A heading</h2><ul><li>One<ul><li>Inner</li></ul></li></ul><blockquote>Said</blockquote>"
        )

    def test_a_link_to_a_page_of_the_site(self, editor: EditorScreen, owner_client: httpx.Client, url: str) -> None:
        target = create_page(owner_client, "Where it leads")
        editor.keys("Control+End", "Shift+Control+ArrowLeft", "Shift+Control+ArrowLeft", "Control+k")
        expect(editor.page.get_by_role("option").first).to_be_visible()
        expect(editor.page.get_by_role("option").filter(has_text="/error/")).to_have_count(0)
        editor.type("Where it leads")
        option = editor.page.get_by_role("option").filter(has_text=target["url"])
        expect(option).to_be_visible()
        option.click()
        expect(editor.canvas.locator(f"a[href='{target['url']}']").last).to_contain_text("fox")
        assert editor.save().status == 200
        assert f'<a href="{target["url"]}">' in stored(owner_client, url)

    def test_a_link_that_would_run_something_is_refused(self, editor: EditorScreen) -> None:
        editor.keys("Control+End", "Shift+Home", "Control+k")
        expect(editor.page.get_by_label(re.compile("^Address, or part"))).to_be_focused()
        editor.type("javascript:alert(1)")
        editor.keys("Enter")
        expect(editor.button("Apply")).to_be_disabled()
        editor.keys("Escape")
        expect(editor.caret.locator("a")).to_have_count(0)

    def test_a_table(self, editor: EditorScreen, owner_client: httpx.Client, url: str) -> None:
        editor.keys("Control+End", "Enter")
        editor.button("Insert").click()
        editor.page.get_by_role("menuitem", name="Table").click()
        expect(editor.caret.locator("table")).to_be_visible()
        editor.type("Name")
        editor.keys("Tab")
        editor.type("Age")
        editor.button("Table").click()
        editor.page.get_by_role("menuitem", name="Remove column").click()
        assert editor.save().status == 200
        assert "<thead><tr><th>Name</th>" in stored(owner_client, url)
        assert stored(owner_client, url).count("<th>") == 2

    def test_alignment(self, editor: EditorScreen, owner_client: httpx.Client, url: str) -> None:
        editor.keys("Control+End")
        editor.page.get_by_role("button", name=re.compile("^Alignment")).click()
        editor.page.get_by_role("menuitem", name="Centre").click()
        expect(editor.caret.locator("p.align-center")).to_be_visible()
        assert editor.save().status == 200
        assert '<p class="align-center">The quick brown fox.</p>' in stored(owner_client, url)


class TestSlashMenu:
    def test_adds_a_plugin_after_the_text(self, editor: EditorScreen) -> None:
        editor.keys("Control+End", "Enter")
        editor.type("/text and image")
        take(editor, "Text and image")
        expect(editor.canvas.locator("[data-ref='cms.textImage']")).to_have_count(1)
        expect(editor.plugin("The quick brown fox.")).not_to_contain_text("/")

    def test_makes_a_heading_in_the_text(self, editor: EditorScreen) -> None:
        editor.keys("Control+End", "Enter")
        editor.type("/heading 3")
        take(editor, "Heading 3")
        editor.type("Third")
        expect(editor.caret.locator("h3")).to_have_text("Third")

    def test_escape_leaves_the_slash_as_text(self, editor: EditorScreen) -> None:
        editor.keys("Control+End", "Enter")
        editor.type("/")
        expect(editor.page.get_by_role("listbox", name="Insert")).to_be_visible()
        editor.keys("Escape")
        expect(editor.page.get_by_role("listbox", name="Insert")).to_have_count(0)
        expect(editor.caret).to_contain_text("/")


class TestUndo:
    def test_takes_typing_back_and_forth_across_a_save(
        self, editor: EditorScreen, owner_client: httpx.Client, url: str
    ) -> None:
        editor.keys("Control+End")
        editor.insert(" Once")
        assert editor.save().status == 200
        expect(editor.unsaved).to_have_count(0)
        editor.keys("Control+z")
        expect(editor.canvas.locator("p", has_text="fox")).to_have_text("The quick brown fox.")
        assert editor.save().status == 200
        assert stored(owner_client, url).endswith("<p>The quick brown fox.</p>")
        editor.keys("Control+Shift+z")
        expect(editor.canvas.locator("p", has_text="fox")).to_have_text("The quick brown fox. Once")

    def test_takes_words_off_the_screen_that_were_just_typed(self, editor: EditorScreen) -> None:
        """Handed over and undone in one, they stayed there, and were saved with the next word or not at all."""
        paragraph = editor.canvas.locator("p", has_text="fox")
        editor.keys("Control+End")
        editor.insert(" Once")
        editor.keys("Control+z")
        expect(paragraph).to_have_text("The quick brown fox.")
        expect(editor.unsaved).to_have_count(0)
        editor.type(" Twice")
        expect(paragraph).to_have_text("The quick brown fox. Twice")

    def test_nothing_is_left_to_save_after_undoing_it_all(self, editor: EditorScreen) -> None:
        editor.type("A")
        expect(editor.unsaved).to_have_count(1)
        editor.keys("Control+z")
        expect(editor.unsaved).to_have_count(0)


class TestTextAndImage:
    def test_heading_and_text_are_written_in_place_and_undone(self, editor: EditorScreen) -> None:
        editor.keys("Control+End", "Enter")
        editor.type("/text and image")
        take(editor, "Text and image")
        pair = editor.canvas.locator("[data-ref='cms.textImage']")
        expect(pair.locator("[data-pw-inline].ProseMirror-focused")).to_be_visible()
        editor.type("The text")
        pair.locator("h2").click()
        editor.insert("The heading")
        editor.leave_text()
        expect(pair.locator("h2")).to_have_text("The heading")
        expect(pair.locator("p")).to_have_text("The text")
        editor.keys("Control+z")
        expect(pair.locator("h2")).to_have_count(0)


def test_what_the_editor_does_not_know_survives_an_edit(
    owner_page: Page, owner_client: httpx.Client, url: str, visitor_client: httpx.Client
) -> None:
    odd = '<table><caption>A caption</caption><colgroup><col span="2"></colgroup><tbody><tr><td>1</td></tr></tbody></table>'
    state = render(owner_client, url)
    assert put_actions(owner_client, state, [set_text(first_text(state), f"<p>Before</p>{odd}")]).status_code == 200
    editor = EditorScreen(owner_page).edit(url)
    editor.canvas.locator("p", has_text="Before").click()
    editor.keys("Home")
    editor.type("Still ")
    assert editor.save().status == 200
    served = element_of(visitor_client.get(url).text, first_text(state))
    assert "<p>Still Before</p>" in served
    assert "<caption>A caption</caption>" in served

"""The settings of what is selected."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Locator, expect

from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import intercept
from tests.whole.page_calls import render


def fill(editor: EditorScreen, label: str, value: str) -> None:
    """Types into a field of the settings panel and confirms it."""
    editor.page.get_by_label(label, exact=True).fill(value)
    editor.keys("Enter")


class TestSettings:
    def test_of_a_shared_plugin_say_so_and_are_one_step(self, editor: EditorScreen) -> None:
        editor.canvas.locator("[data-ref='cms.menu']").first.click(position={"x": 4, "y": 4})
        expect(editor.page.get_by_text("Shared by all pages with this layout").first).to_be_visible()
        editor.keys("Alt+Enter")
        own = editor.page.get_by_role("complementary", name="Settings").get_by_role("region", name="Menu")
        expect(own.get_by_role("switch")).to_be_focused()
        own.get_by_label("Direction").select_option("vertical")
        expect(editor.canvas.locator(".pw-menu").first).to_have_attribute("data-orientation", "vertical")
        editor.keys("Control+z")
        expect(editor.canvas.locator(".pw-menu").first).to_have_attribute("data-orientation", "horizontal")

    def test_a_form_that_needs_the_width_opens_from_there(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        editor.type("faq")
        editor.keys("Enter")
        expect(editor.canvas.locator("[data-ref='cms.faq']")).to_be_visible()
        editor.button("Close Add").click()
        editor.keys("Alt+Enter")
        panel = editor.page.get_by_role("complementary", name="Settings")
        expect(panel.get_by_role("region", name="Link")).to_be_visible()
        opener = panel.get_by_role("region", name="FAQ").get_by_role("button", name="Edit FAQ")
        expect(opener).to_be_focused()
        editor.keys("Enter")
        dialog = editor.page.get_by_role("dialog", name="FAQ")
        expect(dialog).to_be_visible()
        editor.page.mouse.click(5, 400)
        expect(dialog).to_be_visible()
        dialog.get_by_label("Heading", exact=True).fill("Asked often")
        dialog.get_by_role("button", name="Apply").click()
        expect(editor.canvas.locator("[data-ref='cms.faq']")).to_contain_text("Asked often")
        expect(panel.get_by_role("region", name="Link")).to_be_visible()

    def test_a_form_that_cannot_be_loaded_says_so_and_is_tried_again(self, editor: EditorScreen) -> None:
        editor.button("Add").click()
        editor.type("profile")
        editor.keys("Enter")
        expect(editor.canvas.locator("[data-ref='cms.profile']")).to_have_count(1)
        editor.button("Close Add").click()
        editor.keys("Alt+Enter")
        pattern = re.compile(r"/assets/edit-[^/]*\.js")
        intercept(editor.page, pattern, lambda route: route.abort())
        editor.button("Edit profile").click()
        dialog = editor.page.get_by_role("dialog", name="Profile")
        expect(dialog.get_by_role("alert")).to_contain_text("could not be loaded")
        editor.page.unroute(pattern)
        dialog.get_by_role("button", name="Retry").click()
        expect(dialog.get_by_role("alert")).to_have_count(0)

    def test_background_classes_and_link_of_a_part(self, editor: EditorScreen) -> None:
        editor.button("Settings").click()
        fill(editor, "Colour", "#204060")
        fill(editor, "Classes", "lead wide")
        fill(editor, "Address", "example.org")
        one = editor.plugin("One")
        expect(one).to_have_class(re.compile("lead wide"))
        expect(one.locator("a.pw-link")).to_have_attribute("href", "https://example.org")
        expect(one).to_have_css("background-color", "rgb(32, 64, 96)")
        editor.page.get_by_label("Classes", exact=True).fill("lead typed")
        # A save takes in what is typed in a field that the keyboard is still in.
        assert editor.save().ok
        expect(one).to_have_class(re.compile("lead typed"))


class TestRows:
    def test_a_first_background_reaches_the_edges_in_one_step(self, editor: EditorScreen) -> None:
        row = select_row(editor)
        editor.button("Settings").click()
        before = width_of(row)
        fill(editor, "Colour", "#12453a")
        expect(row).to_have_css("color", "rgb(255, 255, 255)")
        assert width_of(row) == editor.canvas.locator("html").evaluate("(html) => html.clientWidth") > before
        assert row.evaluate("(row) => parseFloat(getComputedStyle(row).paddingTop)") > 20
        editor.keys("Control+z")
        expect(row).not_to_have_attribute("data-width", "full")
        assert width_of(row) == before

    def test_width_spacing_and_gap_by_keyboard_are_saved(
        self, editor: EditorScreen, owner_client: httpx.Client, arranged: str
    ) -> None:
        row = select_row(editor)
        editor.keys("Alt+Enter")
        panel = editor.page.get_by_role("complementary", name="Settings")
        for label, value in (("Width", "full"), ("Inner spacing", "large"), ("Space between columns", "none")):
            panel.get_by_label(label, exact=True).select_option(value)
        panel.get_by_label("Width of the content", exact=True).select_option("wide")
        expect(row).to_have_css("column-gap", "0px")
        assert editor.save().status == 200
        levels = render(owner_client, arranged)["page"]["nodeFields"].values()
        assert {"width": "full", "innerSpacing": "large", "gap": "none", "contentWidth": "wide"} in [
            fields for each in levels for fields in each.values()
        ]

    def test_a_text_colour_that_is_hard_to_read_is_said(self, editor: EditorScreen) -> None:
        select_row(editor)
        editor.button("Settings").click()
        fill(editor, "Colour", "#ffffff")
        fill(editor, "Text colour", "#dddddd")
        expect(editor.page.get_by_text("hard to read")).to_contain_text("1.3 to 1")


def select_row(editor: EditorScreen) -> Locator:
    """Goes from a text to the row that it is in."""
    editor.select("Three")
    editor.keys("Escape", "Escape")
    expect(editor.page.get_by_role("toolbar", name="Row: tools")).to_be_visible()
    return editor.canvas.locator("[data-type='col-unique'] > [data-type='row']").first


def width_of(locator: Locator) -> float:
    """In the page's own pixels: beside a panel the canvas is scaled."""
    width: float = locator.evaluate("(element) => element.offsetWidth")
    return width

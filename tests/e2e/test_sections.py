"""Sections from the palette, and links that are buttons."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.editing import EditorScreen


def write_in(editor: EditorScreen, text: str) -> None:
    editor.plugin(text).click()
    expect(editor.caret).to_be_visible()


def test_a_section_by_keyboard_is_one_step(editor: EditorScreen) -> None:
    editor.page.set_viewport_size({"width": 1280, "height": 480})
    rows = editor.canvas.locator("[data-type='col-unique'] > [data-type='row']")
    expect(rows).to_have_count(1)
    editor.button("Add").click()
    editor.page.get_by_label("Search for something to add").fill("features")
    editor.page.get_by_role("button", name="Features").focus()
    editor.keys("Enter")
    expect(editor.caret).to_contain_text("Three things you are good at")
    band = editor.canvas.locator("[data-type='row'].band-tint[data-width='full']")
    expect(band).to_be_in_viewport(ratio=0.6)
    expect(band.locator(".card")).to_have_count(3)
    expect(rows).to_have_count(2)
    # The heading is in hand: what is typed replaces it.
    editor.insert("Why us")
    expect(editor.caret).to_contain_text("Why us")
    expect(editor.caret).not_to_contain_text("Three things")
    editor.leave_text()
    editor.keys("Control+z")
    editor.keys("Control+z")
    expect(band).to_have_count(0)
    expect(rows).to_have_count(1)
    editor.keys("Control+Shift+z")
    expect(band).to_have_count(1)


def test_a_link_becomes_a_button_and_a_link_again(editor: EditorScreen) -> None:
    link = editor.canvas.locator("a[href='/']", has_text="One")
    field = editor.page.get_by_role("dialog", name="Link")
    write_in(editor, "One")
    editor.keys("Control+a", "Control+k")
    editor.page.get_by_label(re.compile("^Address, or part")).fill("/")
    field.get_by_text("Outlined button").click()
    editor.button("Apply").click()
    expect(link).to_have_class("button button-outline")
    editor.leave_text()
    editor.keys("Control+z")
    expect(link).to_have_count(0)
    editor.keys("Control+Shift+z")
    expect(link).to_have_class("button button-outline")
    write_in(editor, "One")
    editor.keys("Control+a", "Control+k")
    expect(field.get_by_role("radio", name="Outlined button")).to_be_checked()
    field.get_by_text("Text link").click()
    editor.button("Apply").click()
    expect(link).not_to_have_class("button button-outline")

"""A row that becomes a block of several pages, from the editor to what visitors get."""

from __future__ import annotations

import uuid

import httpx
import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.arranging import arranged_page
from tests.e2e.editing import EditorScreen
from tests.e2e.waiting import until


@pytest.fixture
def other(owner_client: httpx.Client) -> str:
    """The address of a second page."""
    return arranged_page(owner_client)


def settings(editor: EditorScreen) -> Locator:
    return editor.page.get_by_role("complementary", name="Settings").get_by_role("region", name="Shared block")


def test_a_row_is_shared_edited_on_another_page_detached_and_deleted(
    editor: EditorScreen, arranged: str, other: str, visitor_client: httpx.Client
) -> None:
    name, words = f"Hours {uuid.uuid4().hex[:8]}", f"Nine to five {uuid.uuid4().hex[:8]}"
    page = editor.page
    editor.select("One")
    # From the text to its column to its row, whose menu offers it.
    editor.keys("Escape", "Escape")
    page.get_by_role("toolbar", name="Row: tools").get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Shared block").click()
    settings(editor).get_by_label("Name").fill(name)
    editor.keys("Enter")
    expect(editor.said).to_have_text(f"Shared block “{name}” made. Save the page to use it on others.")
    editor.save()
    expect(settings(editor).get_by_label("Shows")).to_be_visible()

    editor.edit(other)
    editor.leave_text()
    editor.button("Add").click()
    page.get_by_label("Search for something to add").fill(name)
    page.get_by_role("button", name=name).click()
    shown = editor.canvas.locator("[data-type='row-branch']")
    expect(shown).to_contain_text("One")
    shown.get_by_text("One").click()
    expect(editor.caret).to_be_visible()
    editor.keys("Control+a")
    editor.type(words)
    editor.leave_text()
    editor.save()
    until(page, lambda: all(words in visitor_client.get(url).text for url in (arranged, other)))

    # A copy of its own changes no more with the others.
    editor.keys("Escape", "Escape")
    page.get_by_role("toolbar", name=f"Block “{name}”: tools").get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Shared block").click()
    settings(editor).get_by_role("button", name="Detach: keep a copy here").click()
    expect(shown).to_have_count(0)
    expect(editor.plugin(words)).to_be_visible()
    editor.save()

    page.goto(f"/cms-admin/blocks?q={name[-8:]}")
    page.get_by_role("button", name=f"More actions: {name}").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_text(f"“{name}” was deleted.")).to_be_visible()
    # Leaving the list is not waiting for the Undo to lapse.
    page.goto("/cms-admin")
    until(page, lambda: words not in visitor_client.get(arranged).text)
    assert words in visitor_client.get(other).text

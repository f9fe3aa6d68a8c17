"""The browser's back button in the editor: it moves the frame first, and what is not saved outlives the question."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.editing import EditorScreen
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text


@pytest.fixture
def alpha_and_bravo(owner_client: httpx.Client) -> tuple[str, str]:
    """The addresses of two pages; the first one has a link to the second one."""
    bravo = str(create_page(owner_client, "Bravo")["url"])
    alpha = str(create_page(owner_client, "Alpha")["url"])
    write(owner_client, alpha, f'<p><a href="{bravo}">To bravo</a></p>')
    write(owner_client, bravo, "<p>Words of bravo</p>")
    return alpha, bravo


@pytest.fixture
def editor(owner_page: Page, alpha_and_bravo: tuple[str, str]) -> EditorScreen:
    """The second page, edited, in a frame that came to it by the first one's link."""
    alpha, bravo = alpha_and_bravo
    editor = EditorScreen(owner_page).view(alpha)
    editor.canvas.get_by_role("link", name="To bravo").click()
    owner_page.wait_for_url(f"**{bravo}")
    editor.start()
    editor.to_start()
    return editor


def write(client: httpx.Client, url: str, html: str) -> None:
    state = render(client, url)
    assert put_actions(client, state, [set_text(first_text(state), html)]).status_code == 200


def go_back(editor: EditorScreen) -> Locator:
    """Presses Back, and answers the question that follows where something would be lost."""
    editor.page.evaluate("history.back()")
    return editor.page.get_by_role("dialog", name="Unsaved changes")


class TestUnsaved:
    def test_staying_keeps_the_changes_and_their_page(
        self, editor: EditorScreen, owner_client: httpx.Client, alpha_and_bravo: tuple[str, str]
    ) -> None:
        _, bravo = alpha_and_bravo
        editor.type("Unsaved ")
        # The second time it is asked again.
        for _ in range(2):
            dialog = go_back(editor)
            dialog.get_by_role("button", name="Stay").click()
            expect(dialog).to_have_count(0)
            expect(editor.canvas.locator("main")).to_contain_text("Unsaved Words of bravo")
            expect(editor.unsaved).to_have_text("1")
            assert editor.page.url.endswith(bravo)
        assert editor.save().status == 200
        state = render(owner_client, bravo)
        assert state["plugins"][first_text(state)]["fields"]["content"] == "<p>Unsaved Words of bravo</p>"
        editor.page.get_by_text("View", exact=True).click()
        expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
        expect(editor.canvas.locator("main")).to_contain_text("Unsaved Words of bravo")
        assert editor.page.url.endswith(bravo)

    def test_staying_keeps_them_while_the_page_is_viewed_as_a_visitor(
        self, editor: EditorScreen, alpha_and_bravo: tuple[str, str]
    ) -> None:
        _, bravo = alpha_and_bravo
        editor.type("Unsaved ")
        editor.page.get_by_text("View", exact=True).click()
        editor.button("Preview as…").click()
        expect(editor.page.get_by_role("region", name="Preview as")).to_contain_text("A visitor")
        expect(editor.canvas.locator("main")).not_to_contain_text("Unsaved")
        dialog = go_back(editor)
        dialog.get_by_role("button", name="Stay").click()
        expect(dialog).to_have_count(0)
        expect(editor.canvas.locator("main")).to_contain_text("Words of bravo")
        expect(editor.unsaved).to_have_text("1")
        assert editor.page.url.endswith(bravo)
        editor.start()
        expect(editor.canvas.locator("main")).to_contain_text("Unsaved Words of bravo")

    def test_leaving_drops_the_changes(self, editor: EditorScreen, alpha_and_bravo: tuple[str, str]) -> None:
        alpha, _ = alpha_and_bravo
        editor.type("Unsaved ")
        go_back(editor).get_by_role("button", name="Leave").click()
        expect(editor.canvas.get_by_role("link", name="To bravo")).to_be_visible()
        expect(editor.unsaved).to_have_count(0)
        expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
        assert editor.page.url.endswith(alpha)


class TestSaved:
    def test_leads_back_without_a_question(self, editor: EditorScreen, alpha_and_bravo: tuple[str, str]) -> None:
        alpha, _ = alpha_and_bravo
        editor.type("Saved ")
        assert editor.save().status == 200
        dialog = go_back(editor)
        expect(editor.canvas.get_by_role("link", name="To bravo")).to_be_visible()
        expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
        expect(dialog).to_have_count(0)
        editor.page.wait_for_url(f"**{alpha}")
        editor.start()
        expect(editor.caret).to_contain_text("To bravo")

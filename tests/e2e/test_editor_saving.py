"""What happens to changes: saved, seen, refused, kept."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any, cast

import httpx
import pytest
from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.editing import EditorScreen
from tests.e2e.identity import Somebody, add_user, log_in, log_in_without_screen
from tests.e2e.waiting import intercept, until
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text

LEAVE = "Are you sure you want to navigate away from this page? Any unsaved changes will be lost."
EXPIRED = "Your session has expired so you have been automatically logged out."


@pytest.fixture
def url(owner_client: httpx.Client) -> str:
    page = create_page(owner_client, "Saving")
    state = render(owner_client, page["url"])
    assert put_actions(owner_client, state, [set_text(first_text(state), "<p>Before</p>")]).status_code == 200
    return str(page["url"])


@pytest.fixture
def editor(owner_page: Page, url: str) -> EditorScreen:
    return EditorScreen(owner_page).edit(url)


def change_elsewhere(client: httpx.Client, url: str, html: str) -> None:
    """Somebody else's save."""
    state = render(client, url)
    assert put_actions(client, state, [set_text(first_text(state), html)]).status_code == 200


class TestSave:
    def test_visitors_see_it_at_once(self, editor: EditorScreen, visitor_page: Page, url: str) -> None:
        editor.type("After ")
        expect(editor.unsaved).to_have_text("1")
        assert editor.save().status == 200
        expect(editor.save_button).to_have_text("Saved")
        visitor_page.goto(url)
        expect(visitor_page.locator("main")).to_contain_text("After Before")

    def test_a_menu_that_is_open_does_not_keep_the_keys_from_it(self, editor: EditorScreen) -> None:
        editor.type("After ")
        editor.button("Insert").click()
        expect(editor.page.get_by_role("menuitem", name="Image")).to_be_focused()
        assert editor.save().status == 200

    def test_sends_nothing_when_nothing_changed(self, editor: EditorScreen) -> None:
        puts: list[str] = []
        editor.page.on("request", lambda request: puts.append(request.url) if request.method == "PUT" else None)
        editor.keys("Control+s")
        # The keys are one after the other: a save of nothing would be sent before that of the words.
        editor.type("Something ")
        assert editor.save().status == 200
        assert len(puts) == 1

    def test_writing_goes_on_meanwhile(self, editor: EditorScreen, owner_client: httpx.Client, url: str) -> None:
        held: list[Route] = []
        intercept(editor.page, "**/client/page-render/*", held.append)
        editor.type("One ")
        editor.keys("Control+s")
        expect(editor.save_button).to_contain_text("Saving")
        editor.type("two ")
        until(editor.page, lambda: held)
        held.pop().continue_()
        expect(editor.save_button).to_contain_text("Save")
        expect(editor.caret).to_have_text("One two Before")
        editor.page.unroute("**/client/page-render/*")
        assert editor.save().status == 200
        state = render(owner_client, url)
        assert state["plugins"][first_text(state)]["fields"]["content"] == "<p>One two Before</p>"

    def test_without_an_answer_all_is_kept_and_the_retry_counts_once(
        self, editor: EditorScreen, owner_client: httpx.Client, url: str
    ) -> None:
        keys: list[str] = []

        def lose_answer(route: Route) -> None:
            keys.append(route.request.headers["idempotency-key"])
            route.fetch()
            route.abort()

        editor.type("Kept ")
        intercept(editor.page, "**/client/page-render/*", lose_answer)
        editor.keys("Control+s")
        # Apart from what the button says: it tells a save that came another way from one whose answer came.
        until(editor.page, lambda: keys)
        expect(editor.save_button).to_have_text(re.compile("Retry"))
        message = editor.page.get_by_text("Not saved.")
        expect(message).to_be_visible()
        editor.page.unroute("**/client/page-render/*")
        editor.page.on(
            "request",
            lambda request: keys.append(request.headers["idempotency-key"]) if request.method == "PUT" else None,
        )
        editor.save_button.click()
        expect(editor.save_button).to_have_text("Saved")
        expect(message).to_have_count(0)
        # What the editor has noted since may follow in a save of its own.
        assert len(keys) >= 2
        assert keys[0] == keys[1]
        state = render(owner_client, url)
        assert state["plugins"][first_text(state)]["fields"]["content"] == "<p>Kept Before</p>"


class TestLeaving:
    def test_a_link_asks_in_the_words_agreed(self, editor: EditorScreen) -> None:
        editor.type("Unsaved ")
        editor.page.get_by_role("link", name="Administration").click()
        dialog = editor.page.get_by_role("dialog")
        expect(dialog).to_contain_text(LEAVE)
        dialog.get_by_role("button", name="Stay").click()
        expect(dialog).to_have_count(0)
        expect(editor.canvas.locator("main")).to_contain_text("Unsaved Before")
        expect(editor.unsaved).to_have_text("1")

    def test_closing_the_tab_asks(self, editor: EditorScreen) -> None:
        editor.type("Unsaved ")
        asked: list[str] = []

        def answer(dialog: Any) -> None:
            asked.append(dialog.type)
            dialog.dismiss()

        editor.page.on("dialog", answer)
        # The browser asks some time after the script that goes away has ended.
        with editor.page.expect_event("dialog"):
            editor.page.evaluate("location.assign('/')")
        expect(editor.canvas.locator("main")).to_contain_text("Unsaved Before")
        assert asked == ["beforeunload"]

    def test_saved_changes_are_not_asked_about(self, editor: EditorScreen) -> None:
        editor.type("Saved ")
        editor.save()
        expect(editor.unsaved).to_have_count(0)
        editor.page.get_by_role("link", name="Administration").click()
        expect(editor.page).to_have_url(re.compile("/cms-admin"))


class TestViewing:
    def test_unsaved_changes_can_be_looked_at(self, editor: EditorScreen) -> None:
        editor.type("Draft ")
        editor.page.get_by_text("View", exact=True).click()
        expect(editor.canvas.locator("main")).to_contain_text("Draft Before")
        expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
        editor.start()
        expect(editor.caret).to_contain_text("Draft Before")

    def test_a_saved_page_is_the_visitors_own_again(self, editor: EditorScreen) -> None:
        editor.type("New ")
        editor.save()
        editor.page.get_by_text("View", exact=True).click()
        expect(editor.canvas.locator("main")).to_contain_text("New Before")
        expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
        expect(editor.page.locator("[data-pw-bar]")).to_have_count(0)


class TestConflict:
    def test_mine_can_be_kept(self, editor: EditorScreen, owner_client: httpx.Client, url: str) -> None:
        dialog = clash(editor, owner_client, url)
        expect(dialog).to_contain_text("Changed by")
        expect(dialog.locator("mark").first).to_have_text(re.compile("Mine"))
        dialog.get_by_role("button", name="Save with these choices").click()
        expect(editor.save_button).to_have_text("Saved")
        state = render(owner_client, url)
        assert state["plugins"][first_text(state)]["fields"]["content"] == "<p>Mine Before</p>"

    def test_theirs_can_be_taken(self, editor: EditorScreen, owner_client: httpx.Client, url: str) -> None:
        dialog = clash(editor, owner_client, url)
        dialog.get_by_text("Take theirs").click()
        dialog.get_by_role("button", name="Save with these choices").click()
        expect(dialog).to_have_count(0)
        expect(editor.canvas.locator("main")).to_contain_text("Theirs")
        state = render(owner_client, url)
        assert state["plugins"][first_text(state)]["fields"]["content"] == "<p>Theirs</p>"

    def test_words_that_came_with_an_answer_are_asked_about_and_not_undone(
        self, editor: EditorScreen, owner_client: httpx.Client, url: str
    ) -> None:
        """Somebody saves a text while a save of another part is under way, and the text is typed in meanwhile."""
        held: list[Route] = []
        intercept(editor.page, "**/client/page-render/*", held.append)
        editor.leave_text()
        editor.button("Add").click()
        editor.button("Row with 2 columns").click()
        editor.keys("Control+s")
        until(editor.page, lambda: held)
        change_elsewhere(owner_client, url, "<p>Theirs</p>")
        editor.plugin("Before").click()
        expect(editor.caret).to_be_visible()
        editor.type("Mine")
        held.pop().continue_()
        expect(editor.save_button).to_have_text(re.compile("^Save[0-9]"))
        expect(editor.caret).to_contain_text("Mine")
        editor.page.unroute("**/client/page-render/*")

        assert editor.save().status == 409
        dialog = editor.page.get_by_role("dialog", name="This page was changed meanwhile")
        expect(dialog.locator("mark").first).to_contain_text("Mine")
        expect(dialog.locator("mark").last).to_have_text("Theirs")
        assert content(owner_client, url) == "<p>Theirs</p>"

        dialog.get_by_text("Take theirs").click()
        dialog.get_by_role("button", name="Save with these choices").click()
        expect(dialog).to_have_count(0)
        # The row, too, was put around the text as it was before.
        expect(editor.page.get_by_text("Some steps can no longer be undone").last).to_be_visible()
        editor.keys("Control+z")
        expect(editor.said).to_have_text("Nothing to undo")
        expect(editor.canvas.locator("main")).to_contain_text("Theirs")
        expect(editor.unsaved).to_have_count(0)
        assert content(owner_client, url) == "<p>Theirs</p>"

    def test_other_parts_do_not_clash(self, editor: EditorScreen, owner_client: httpx.Client, url: str) -> None:
        editor.leave_text()
        editor.button("Add").click()
        editor.button("Row with 2 columns").click()
        change_elsewhere(owner_client, url, "<p>Elsewhere</p>")
        assert editor.save().status == 200
        expect(editor.canvas.locator("main")).to_contain_text("Elsewhere")


def content(client: httpx.Client, url: str) -> str:
    """The text as everybody has it."""
    state = render(client, url)
    return str(state["plugins"][first_text(state)]["fields"]["content"])


def clash(editor: EditorScreen, other: httpx.Client, url: str) -> Any:
    """Both change the same text, the other is faster; the dialog that follows."""
    editor.type("Mine ")
    change_elsewhere(other, url, "<p>Theirs</p>")
    assert editor.save().status == 409
    dialog = editor.page.get_by_role("dialog", name="This page was changed meanwhile")
    expect(dialog).to_be_visible()
    return dialog


def log_in_elsewhere(page: Page, claims: str) -> None:
    """Another tab of the browser logs somebody in: this one hears of it."""
    page.evaluate(
        """claims => {
            localStorage.setItem('claims', claims);
            window.dispatchEvent(new StorageEvent('storage', {key: 'claims'}));
        }""",
        claims,
    )


class TestExpiredSession:
    def test_hands_the_changes_to_nobody_else(self, visitor_page: Page, url: str) -> None:
        page = visitor_page
        page.goto("/robots.txt")
        log_in_without_screen(page, Somebody("", OWNER_EMAIL), OWNER_PASSWORD)
        claims = page.evaluate("localStorage.getItem('claims')")
        editor = EditorScreen(page).edit(url)
        editor.type("Rescued ")
        expect(editor.unsaved).to_have_count(1)
        # What the tab does when another one logs somebody else in.
        somebody = {**json.loads(claims), "user": str(uuid.uuid4())}
        log_in_elsewhere(page, json.dumps(somebody))
        expect(editor.unsaved).to_have_count(0)
        expect(editor.canvas.locator("main")).not_to_contain_text("Rescued")
        log_in_elsewhere(page, claims)
        expect(page.get_by_text("Your unsaved changes are back")).to_be_visible()
        expect(editor.canvas.locator("main")).to_contain_text("Rescued Before")
        page.get_by_role("button", name="Discard them").click()
        expect(editor.canvas.locator("main")).not_to_contain_text("Rescued")
        expect(editor.unsaved).to_have_count(0)

    def test_says_so_and_brings_the_changes_back(self, editor: EditorScreen, owner_context: BrowserContext) -> None:
        page = editor.page
        cookies = owner_context.cookies()
        editor.type("Rescued ")
        expect(editor.unsaved).to_have_count(1)
        owner_context.clear_cookies()
        editor.keys("Control+s")
        dialog = page.get_by_role("dialog", name="Logged out")
        expect(dialog).to_contain_text(f"{EXPIRED} Your changes are safe: log in to continue.")
        # What a context gives is what it takes; only the types have two names.
        owner_context.add_cookies(cast("list[SetCookieParam]", cookies))
        # Somebody is logged in again by the time that the page is loaded anew.
        with page.expect_navigation():
            dialog.get_by_role("button", name="Log in").click()
        expect(editor.canvas.locator("[data-pw-node='root']")).to_be_visible()
        expect(editor.canvas.locator("main")).to_contain_text("Rescued Before")
        assert editor.save().status == 200

    def test_that_is_ended_in_another_tab_says_so_and_costs_nothing(
        self, new_context: OpenContext, owner_client: httpx.Client, url: str
    ) -> None:
        # Somebody of the test's own, who logs out.
        who, context = add_user(owner_client, "editor"), new_context()
        page, other = context.new_page(), context.new_page()
        page.goto("/robots.txt")
        log_in_without_screen(page, who)
        editor = EditorScreen(page).edit(url)
        editor.type("Rescued ")
        expect(editor.unsaved).to_have_count(1)
        other.goto("/cms-admin/pages")
        other.get_by_role("button", name="Log out", exact=True).click()
        dialog = page.get_by_role("dialog", name="Logged out")
        expect(dialog).to_contain_text(EXPIRED)
        dialog.get_by_role("button", name="Log in").click()
        log_in(page, who)
        expect(editor.canvas.locator("main")).to_contain_text("Rescued Before")
        assert editor.save().status == 200

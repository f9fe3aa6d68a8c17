"""Opening a page as an editor: its frame comes with the shell, and without scripts the page is there all the same."""

from __future__ import annotations

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.editing import SCRIPTS, EditorScreen
from tests.e2e.waiting import hold, until
from tests.lapsed import lapsed
from tests.stack import Stack
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

SESSION = "pagewright_session"
# What follows links in place.
VISITOR_SCRIPT = "**/assets/visitor-*.js"
# What is loaded once the caret is there, in case that it is opened.
NEXT = "**/assets/outline-*.js"

# The frame is marked as soon as the parser has made it, before any script of the editor can have run.
MARK = """if (window === top) new MutationObserver(() => {
    const frame = document.querySelector('iframe');
    if (frame && frame.dataset.early === undefined) frame.dataset.early = frame.id;
}).observe(document, { childList: true, subtree: true });"""


class TestFrame:
    def test_is_the_one_that_came_with_the_shell_and_loads_once(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        url = create_page(owner_client, "Loaded once")["url"]
        asked: list[str] = []

        def note(request: Request) -> None:
            if request.is_navigation_request():
                asked.append("page" if request.frame.parent_frame else "shell")
            elif request.resource_type == "script" and "/editor-" in request.url:
                asked.append("editor")

        owner_page.on("request", note)
        owner_page.add_init_script(MARK)
        EditorScreen(owner_page).edit(url)
        assert asked.count("page") == 1
        expect(owner_page.locator("iframe")).to_have_attribute("data-early", "pw-early-frame")

    @pytest.mark.parametrize("is_in_place", [True, False], ids=["in place", "by a full load"])
    def test_of_a_page_that_was_left_before_is_followed(
        self, owner_page: Page, owner_client: httpx.Client, *, is_in_place: bool
    ) -> None:
        url = create_page(owner_client, "Left early")["url"]
        # The toolbar is not there yet when a link is pressed.
        let_scripts_come = hold(owner_page, SCRIPTS)
        if not is_in_place:
            owner_page.route(VISITOR_SCRIPT, lambda route: route.abort())
        owner_page.goto(url, wait_until="commit")
        home = owner_page.frame_locator("iframe").get_by_role("link", name="Home").first
        expect(home).to_be_visible()
        [frame] = [frame for frame in owner_page.frames if frame.parent_frame]
        # The visitor's script has run by then.
        frame.wait_for_load_state()
        # By the keyboard: what covers the screen while the editor is on its way may lie over the page by now.
        home.press("Enter")
        until(owner_page, lambda: re.search("[0-9]/$", frame.url))
        let_scripts_come()
        # The toolbar's own.
        expect(owner_page.get_by_role("radio", name="Edit")).to_be_attached()
        expect(owner_page).to_have_url(re.compile("[0-9]/$"))


class TestEditBeforeTheScripts:
    def test_is_done_once_they_are_there_with_what_was_typed_meanwhile(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        url = create_page(owner_client, "Pressed early")["url"]
        editor = EditorScreen(owner_page)
        let_scripts_come = editor.start_early(url)
        editor.type(", typed early")
        editor.keys("Enter")
        editor.type("Ald")
        editor.keys("Backspace")
        editor.type("so below")
        let_scripts_come()
        expect(editor.caret).to_be_visible()
        editor.type(", and after")
        expect(editor.caret.locator("h1")).to_have_text("Pressed early, typed early")
        expect(editor.caret.locator("p")).to_have_text("Also below, and after")
        expect(owner_page.locator("textarea")).to_have_count(0)

    def test_outlasts_a_click_into_the_page(self, owner_page: Page, owner_client: httpx.Client) -> None:
        """Who presses Edit clicks where to write: the keyboard went into the page, and Edit was View again."""
        url = create_page(owner_client, "Clicked early")["url"]
        editor = EditorScreen(owner_page)
        let_scripts_come = editor.start_early(url)
        expect(editor.canvas.get_by_role("heading", name="Clicked early")).to_be_visible()
        owner_page.mouse.click(640, 400)
        editor.type(", and typed")
        let_scripts_come()
        expect(editor.caret.locator("h1")).to_have_text("Clicked early, and typed")

    def test_keeps_a_letter_that_is_being_composed(self, owner_page: Page, owner_client: httpx.Client) -> None:
        url = create_page(owner_client, "Composed")["url"]
        editor = EditorScreen(owner_page)
        let_scripts_come = editor.start_early(url)
        keyboard = owner_page.context.new_cdp_session(owner_page)
        keyboard.send("Input.imeSetComposition", {"text": "に", "selectionStart": 1, "selectionEnd": 1})
        let_scripts_come()
        expect(editor.caret.locator("h1")).to_have_text("Composedに")

    def test_puts_what_was_pasted_into_a_heading_that_gets_the_caret(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        url = create_page(owner_client, "Pasted early")["url"]
        state = render(owner_client, url)
        pair = add_plugin(own_column(state), "cms.textImage", {"heading": "Boats", "text": "<p>Below</p>"})
        assert put_actions(owner_client, state, pair).status_code == 200
        editor = EditorScreen(owner_page)
        let_scripts_come = editor.start_early(url)
        # One line stays one line.
        owner_page.keyboard.insert_text(" to\nhire")
        let_scripts_come()
        shown = editor.canvas.locator("[data-ref='cms.textImage']")
        expect(shown.get_by_role("textbox", name="Heading")).to_have_text("Boats to hire")
        editor.type(" here")
        expect(shown.get_by_role("textbox", name="Heading")).to_have_text("Boats to hire here")
        expect(shown.locator("p")).to_have_text("Below")

    def test_where_there_is_no_page_gives_back_what_was_typed(self, owner_page: Page) -> None:
        editor = EditorScreen(owner_page)
        let_scripts_come = editor.start_early(f"/nothing-{uuid.uuid4().hex[:8]}")
        editor.type("Typed for nothing")
        let_scripts_come()
        expect(owner_page.get_by_text("There is no page at this address yet.")).to_be_visible()
        expect(owner_page.get_by_role("status").filter(has_text="Typed for nothing")).to_be_visible()
        expect(owner_page.locator("textarea")).to_have_count(0)

    def test_leaves_the_screen_to_the_toolbar_once_that_is_there(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        url = create_page(owner_client, "Awaited")["url"]
        let_page_come = hold(owner_page, "**/client/page-render?*")
        let_scripts_come = hold(owner_page, SCRIPTS)
        owner_page.goto(url, wait_until="commit")
        # Still held down when the toolbar comes: letting go over that is no click.
        owner_page.get_by_text("Edit", exact=True).hover()
        owner_page.mouse.down()
        let_scripts_come()
        expect(owner_page.get_by_role("radio", name="Edit")).to_be_attached()
        expect(owner_page.get_by_text("Edit", exact=True).filter(visible=True)).to_have_count(1)
        assert owner_page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        editor = EditorScreen(owner_page)
        editor.type(" at last")
        owner_page.mouse.up()
        let_page_come()
        expect(editor.caret.locator("h1")).to_have_text("Awaited at last")

    def test_takes_what_is_typed_after_it_is_pressed_in_the_toolbar_too(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        """Pressed once more, or for the first time, while the page was on its way, it kept nothing of what came then."""
        url = create_page(owner_client, "Pressed again")["url"]
        let_page_come = hold(owner_page, "**/client/page-render?*")
        editor = EditorScreen(owner_page)
        let_scripts_come = editor.start_early(url)
        editor.type(", once")
        let_scripts_come()
        expect(owner_page.get_by_role("radio", name="Edit")).to_be_attached()
        owner_page.get_by_text("Edit", exact=True).filter(visible=True).click()
        editor.type(", twice")
        owner_page.mouse.click(640, 400)
        editor.type(", for good")
        let_page_come()
        expect(editor.caret.locator("h1")).to_have_text("Pressed again, once, twice, for good")
        expect(owner_page.locator("textarea")).to_have_count(0)

    def test_is_not_done_unless_it_is_pressed(self, owner_page: Page, owner_client: httpx.Client) -> None:
        url = create_page(owner_client, "Not pressed")["url"]
        let_scripts_come = hold(owner_page, SCRIPTS)
        owner_page.goto(url, wait_until="commit")
        expect(owner_page.get_by_text("Edit", exact=True)).to_be_visible()
        # Who only looks at the page finds no field, by a screen reader either.
        expect(owner_page.get_by_role("textbox")).to_have_count(0)
        let_scripts_come()
        editor = EditorScreen(owner_page)
        expect(owner_page.get_by_role("radio", name="View")).to_be_checked()
        expect(editor.canvas.locator("#page [data-node]").first).to_be_visible()
        expect(editor.canvas.locator("[data-pw-node]")).to_have_count(0)
        expect(owner_page.locator("textarea")).to_have_count(0)


class TestCodeThatDoesNotCome:
    def test_reloads_nothing_while_it_is_of_the_present_release(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        """The editor loads ahead what may be opened next: a busy server's 503 of that reloaded the page under the caret."""
        url = create_page(owner_client, "Loaded ahead")["url"]
        owner_page.route(NEXT, lambda route: route.fulfill(status=503))
        owner_page.goto(url)
        owner_page.evaluate("window.isTheSame = true")
        editor = EditorScreen(owner_page)
        with owner_page.expect_response("**/cms-admin") as asked:
            editor.start()
        asked.value.finished()
        expect(editor.caret).to_be_visible()
        editor.type(" and there")
        expect(editor.caret.locator("h1")).to_have_text("Loaded ahead and there")
        assert owner_page.evaluate("window.isTheSame")
        # Loaded anew when it is wanted.
        owner_page.unroute(NEXT)
        owner_page.get_by_role("button", name="Outline", exact=True).click()
        expect(owner_page.get_by_role("tree", name="What is on the page")).to_be_visible()


class TestCaret:
    def test_of_a_new_page_stands_behind_its_title(self, owner_page: Page, owner_client: httpx.Client) -> None:
        url = create_page(owner_client, "News")["url"]
        editor = EditorScreen(owner_page).view(url)
        editor.start()
        expect(editor.caret).to_be_visible()
        editor.type(" of today")
        expect(editor.caret.locator("h1")).to_have_text("News of today")

    def test_stands_in_the_first_text_that_is_empty(self, owner_page: Page, owner_client: httpx.Client) -> None:
        url = create_page(owner_client, "To be filled")["url"]
        state = render(owner_client, url)
        empty = add_plugin(own_column(state), "cms.text", {"content": ""}, 1)
        assert put_actions(owner_client, state, empty).status_code == 200
        editor = EditorScreen(owner_page).view(url)
        editor.start()
        expect(editor.caret).to_be_visible()
        editor.type("Filled")
        expect(editor.caret).to_have_text("Filled")
        expect(editor.canvas.locator("h1")).to_have_text("To be filled")


class TestWithoutScripts:
    def test_an_editor_sees_the_page_and_why_it_cannot_be_edited(
        self, owner_page: Page, owner_client: httpx.Client, new_context: OpenContext
    ) -> None:
        url = create_page(owner_client, "Readable without scripts")["url"]
        page = without_scripts(owner_page, new_context)
        page.goto(url)
        expect(notice(page)).to_be_visible()
        shown = page.frame_locator("iframe")
        expect(shown.locator("h1")).to_have_text("Readable without scripts")
        shown.get_by_role("link", name="Home").first.click()
        expect(shown.locator("h1")).to_have_text("Your site starts here")

    def test_so_does_one_whose_session_was_to_be_renewed(
        self, owner_page: Page, new_context: OpenContext, stack: Stack
    ) -> None:
        page = without_scripts(owner_page, new_context)
        [cookie] = [cookie for cookie in page.context.cookies() if cookie["name"] == SESSION]
        page.context.clear_cookies(name=SESSION)
        old = lapsed(stack, cookie["value"])
        page.context.add_cookies([{"name": SESSION, "value": old, "url": stack.base_url, "httpOnly": True}])
        page.goto("/")
        expect(notice(page)).to_be_visible()
        expect(page.frame_locator("iframe").locator("h1")).to_have_text("Your site starts here")


def without_scripts(owner_page: Page, new_context: OpenContext) -> Page:
    """A tab of a browser without JavaScript that has the owner's session."""
    state = owner_page.context.storage_state()
    return new_context(java_script_enabled=False, storage_state=state).new_page()


def notice(page: Page) -> Locator:
    """What stands in place of the bar. By its element: Playwright's search for a text passes over noscript."""
    return page.locator("noscript > p", has_text="Editing needs JavaScript.")

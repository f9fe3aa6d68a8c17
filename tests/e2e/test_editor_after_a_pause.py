"""Editing with a token that has run out meanwhile: what only members see is on the page that is edited."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.editing import EditorScreen
from tests.e2e.identity import add_user, log_in_without_screen
from tests.e2e.waiting import hold
from tests.lapsed import lapsed
from tests.stack import Stack
from tests.whole.page_calls import add_plugin, create_page, new_id, own_column, put_actions, render

SESSION = "pagewright_session"
RENDER = "**/client/page-render?*"
MEMBERS_ONLY = "What members know"


@pytest.fixture
def url(owner_client: httpx.Client) -> str:
    """The address of a page with a text that is kept to members."""
    address: str = create_page(owner_client, "In the morning")["url"]
    state, node = render(owner_client, address), new_id()
    text = add_plugin(own_column(state), "cms.text", {"content": f"<p>{MEMBERS_ONLY}</p>"}, 1, node_id=node)
    keep = {"name": "NODE_SET_SCOPE_WHITELIST", "nodeId": node, "level": "page", "scopeWhitelist": ["logged-in"]}
    put_actions(owner_client, state, [*text, keep]).raise_for_status()
    return address


@pytest.fixture
def editor(new_context: OpenContext, owner_client: httpx.Client) -> EditorScreen:
    """The tab of somebody whose session no other test has."""
    page = new_context().new_page()
    page.goto("/robots.txt")
    log_in_without_screen(page, add_user(owner_client, "editor"))
    return EditorScreen(page)


def let_token_run_out(page: Page, stack: Stack) -> None:
    """The session lasts: the browser may renew it."""
    [cookie] = [cookie for cookie in page.context.cookies() if cookie["name"] == SESSION]
    page.context.clear_cookies(name=SESSION)
    old = lapsed(stack, cookie["value"])
    page.context.add_cookies([{"name": SESSION, "value": old, "url": stack.base_url, "httpOnly": True}])


def test_opens_the_whole_page_next_morning(editor: EditorScreen, url: str, stack: Stack) -> None:
    """The shell had the page fetched before the session was renewed: a row went with the column in it that nobody saw."""
    let_token_run_out(editor.page, stack)
    editor.page.evaluate("localStorage.claims = JSON.stringify({...JSON.parse(localStorage.claims), exp: 1})")
    editor.page.goto(url)
    editor.start()
    expect(editor.plugin(MEMBERS_ONLY)).to_be_visible()


def test_opens_the_whole_page_in_a_tab_that_was_left_open(editor: EditorScreen, url: str, stack: Stack) -> None:
    """The page's address is open to visitors: nothing but a mark on its answer says that the token has run out."""
    # What else is read then would renew the session before the page is read.
    let_renew = hold(editor.page, "**/auth/tokens")
    with editor.page.expect_response(RENDER):
        editor.view(url)
    let_token_run_out(editor.page, stack)
    # The tab is looked at again. What was read a moment ago is not read anew.
    with editor.page.expect_response(RENDER):
        editor.page.evaluate("window.looks = setInterval(() => dispatchEvent(new Event('visibilitychange')), 200)")
    editor.page.evaluate("clearInterval(looks)")
    let_renew()
    editor.start()
    expect(editor.plugin(MEMBERS_ONLY)).to_be_visible()

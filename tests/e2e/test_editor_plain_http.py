"""The editor at plain http in a network: browsers say less of what they ask for there, and scripts have less."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.editing import EditorScreen
from tests.foreign import IN_NETWORK
from tests.stack import Stack, running_stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, new_owner_login, set_up_site
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text

# Its copy is started twice before it is ready: once for all of them.
pytestmark = pytest.mark.xdist_group("site in a network")


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[Stack, str]]:
    """A copy that visitors know by a name in their network, and a page of it with a link to another one."""
    with running_stack() as started:
        set_up_site(started)
        cookies, _ = new_owner_login(started)
        origin = {"Origin": started.base_url}
        with httpx.Client(base_url=started.base_url, headers=origin, cookies=cookies, timeout=30) as owner:
            other = create_page(owner, "Other")["url"]
            url = str(create_page(owner, "Words")["url"])
            state = render(owner, url)
            link = set_text(first_text(state), f'<p>Before</p><p><a href="{other}">To the other</a></p>')
            assert put_actions(owner, state, [link]).is_success
        started.stop()
        name = f"http://{IN_NETWORK}:{started.port}"
        known = Stack(started.data_dir, started.port, {"PUBLIC_URL": name}).start()
        known.base_url = name
        yield known, url


@pytest.fixture(scope="module")
def stack(site: tuple[Stack, str]) -> Stack:
    return site[0]


@pytest.fixture
def page(new_context: OpenContext) -> Page:
    """A tab in which the owner has logged in."""
    page = new_context().new_page()
    page.goto("/cms-login")
    assert page.evaluate("isSecureContext") is False
    page.get_by_label("Email").fill(OWNER_EMAIL)
    page.get_by_label("Password", exact=True).fill(OWNER_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("iframe[title='Page']")).to_be_visible()
    return page


def place(page: Page) -> str:
    """Where the editor's frame is."""
    found: str = page.locator("iframe[title='Page']").evaluate(
        "frame => frame.contentWindow.location.pathname + frame.contentWindow.location.search"
    )
    return found


def test_a_page_is_edited_and_saved(page: Page, site: tuple[Stack, str]) -> None:
    stack, url = site
    editor = EditorScreen(page).edit(url)
    assert place(page) == url
    assert len(page.frames) == 2
    editor.type("After ")
    assert editor.save().status == 200
    assert "After Before" in httpx.get(f"http://localhost:{stack.port}{url}").text


def test_its_links_are_followed_in_the_frame(page: Page, site: tuple[Stack, str]) -> None:
    url = site[1]
    editor = EditorScreen(page).view(f"{url}?a=1")
    assert place(page) == f"{url}?a=1"
    editor.canvas.get_by_role("link", name="To the other").click()
    page.wait_for_url("**/other-*")
    expect(editor.canvas.get_by_role("heading", name="Other")).to_be_visible()
    page.wait_for_function("() => frames.length === 1 && !frames[0].location.search")
    editor.start()

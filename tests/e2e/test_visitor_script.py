"""Pages that follow one another in place, in a real browser; and the same pages without a script."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser_fixtures import OpenContext
from tests.e2e import waiting
from tests.stack import Stack
from tests.whole.page_calls import (
    add_plugin,
    create_page,
    first_text,
    new_id,
    own_column,
    put_actions,
    render,
    set_text,
)

TALL = "<p>Tall</p>" * 200


@pytest.fixture(scope="module")
def pages(stack: Stack, owner_cookies: httpx.Cookies) -> tuple[str, str]:
    """The addresses of two tall pages; the first links to the second in every way there is."""
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies, timeout=30
    ) as client:
        first = create_page(client, "First of two")
        second = create_page(client, "Second of two", meta={"description": "The second one."})
        write(client, second["url"], f"<h1>Second</h1>{TALL}", "far")
        links = (
            f'<p><a href="{second["url"]}">onward</a> <a href="{second["url"]}#far">far</a>'
            f' <a href="{second["url"]}" target="_blank">new tab</a> <a href="#here">down</a>'
            ' <a href="/files/none.pdf">file</a> <a href="/no-such-page">wrong</a></p>'
        )
        write(client, first["url"], f"<h1>First</h1>{links}{TALL}", "here")
    return first["url"], second["url"]


def write(client: httpx.Client, url: str, html: str, anchor: str) -> None:
    """Give a page its text and, below it, a second one that has an id."""
    state = render(client, url)
    node = new_id()
    actions = [
        set_text(first_text(state), html),
        *add_plugin(own_column(state), "cms.text", {"content": TALL}, 1, node_id=node),
        {"name": "NODE_SET_IDS", "nodeId": node, "level": "page", "ids": [anchor]},
    ]
    answer = put_actions(client, state, actions)
    assert answer.is_success, answer.text


@pytest.fixture
def browsed(visitor_page: Page, pages: tuple[str, str]) -> Page:
    """A visitor on the first page, marked so that a full load would show."""
    visitor_page.goto(pages[0])
    visitor_page.evaluate("window.stillTheSame = true")
    return visitor_page


def until(page: Page, holds: str) -> None:
    """Wait for an expression; Playwright's own way of it needs eval, which the site forbids."""
    waiting.until(page, lambda: page.evaluate(holds))


def is_same_document(page: Page) -> bool:
    return bool(page.evaluate("window.stillTheSame === true"))


class TestInPlace:
    def test_a_link_swaps_the_page_and_what_the_head_says(self, browsed: Page, pages: tuple[str, str]) -> None:
        browsed.evaluate("addEventListener('pagewright:navigated', (event) => { window.told = event.detail.url })")
        browsed.click("text=onward")
        expect(browsed.locator("h1")).to_have_text("Second")
        assert is_same_document(browsed)
        expect(browsed).to_have_url(re.compile(f"{pages[1]}$"))
        assert browsed.title() == "Second of two \u2013 Example"
        assert browsed.get_attribute("meta[name=description]", "content") == "The second one."
        assert str(browsed.get_attribute("link[rel=canonical]", "href")).endswith(pages[1])
        until(browsed, f"window.told?.endsWith('{pages[1]}')")

    def test_says_so_to_those_who_do_not_see_it(self, browsed: Page) -> None:
        browsed.click("text=onward")
        expect(browsed.get_by_role("status")).to_have_text("Second of two \u2013 Example")
        assert browsed.evaluate("document.activeElement.tagName") == "MAIN"

    def test_back_and_forward_find_the_place_again(self, browsed: Page) -> None:
        browsed.evaluate("scrollTo(0, 1500)")
        until(browsed, "history.state?.scroll?.[1] === 1500")
        browsed.evaluate("document.querySelectorAll('a[href*=second]')[0].click()")
        expect(browsed.locator("h1")).to_have_text("Second")
        assert browsed.evaluate("scrollY") == 0
        browsed.go_back()
        expect(browsed.locator("h1")).to_have_text("First")
        assert browsed.evaluate("scrollY") == 1500
        browsed.go_forward()
        expect(browsed.locator("h1")).to_have_text("Second")
        assert browsed.evaluate("scrollY") == 0
        assert is_same_document(browsed)

    def test_goes_to_the_anchor_of_the_next_page(self, browsed: Page) -> None:
        browsed.click("text='far'")
        expect(browsed.locator("#far")).to_be_in_viewport()
        expect(browsed).to_have_url(re.compile("#far$"))
        assert is_same_document(browsed)
        # The keyboard goes on from there.
        assert browsed.evaluate("document.activeElement.id") == "far"

    def test_a_reload_keeps_the_place(self, browsed: Page) -> None:
        browsed.evaluate("scrollTo(0, 1200)")
        until(browsed, "history.state?.scroll?.[1] === 1200")
        browsed.reload()
        until(browsed, "scrollY === 1200")

    def test_a_wrong_address_shows_the_error_page_in_place(self, browsed: Page) -> None:
        browsed.click("text=wrong")
        expect(browsed.locator("h1")).to_have_text("404 Page Not Found")
        expect(browsed).to_have_url(re.compile("/no-such-page$"))
        assert is_same_document(browsed)

    def test_the_last_click_wins(self, browsed: Page, pages: tuple[str, str]) -> None:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        waiting.intercept(browsed, f"**{pages[1]}", hold)
        with browsed.expect_request(f"**{pages[1]}"):
            browsed.evaluate("document.querySelector('a[href*=second]').click()")
        browsed.evaluate("document.querySelector('a[href=\"/\"]').click()")
        expect(browsed.locator("h1")).to_have_text("Your site starts here")
        for route in held:
            route.continue_()
        browsed.unroute(f"**{pages[1]}")
        # Whatever came of the first is there before the answer to a later question.
        browsed.evaluate("(url) => fetch(url).then((answer) => answer.text())", pages[1])
        assert browsed.url.rstrip("/").count("/") == 2
        expect(browsed.locator("h1")).to_have_text("Your site starts here")

    def test_back_from_an_anchor_finds_the_place_that_was_left_at_once(self, browsed: Page) -> None:
        browsed.evaluate("scrollTo(0, 300); document.querySelector('a[href=\"#here\"]').click()")
        expect(browsed.locator("#here")).to_be_in_viewport()
        browsed.go_back()
        until(browsed, "scrollY === 300")
        assert is_same_document(browsed)


class TestLeftToTheBrowser:
    def test_an_anchor_of_the_page(self, browsed: Page) -> None:
        browsed.click("text='down'")
        expect(browsed.locator("#here")).to_be_in_viewport()
        assert is_same_document(browsed)

    def test_a_new_tab(self, browsed: Page) -> None:
        with browsed.expect_popup() as opened:
            browsed.click("text=new tab")
        expect(opened.value.locator("h1")).to_have_text("Second")
        expect(browsed.locator("h1")).to_have_text("First")

    def test_a_click_with_control(self, browsed: Page) -> None:
        with browsed.context.expect_page():
            browsed.click("text=onward", modifiers=["Control"])
        expect(browsed.locator("h1")).to_have_text("First")

    def test_a_file(self, browsed: Page) -> None:
        with browsed.expect_navigation():
            browsed.click("text=file")
        assert not is_same_document(browsed)

    def test_what_cannot_be_fetched(self, browsed: Page, pages: tuple[str, str]) -> None:
        def refuse_scripts(request: Request) -> bool:
            return request.resource_type == "fetch"

        waiting.intercept(
            browsed,
            f"**{pages[1]}",
            lambda route: route.abort() if refuse_scripts(route.request) else route.continue_(),
        )
        browsed.click("text=onward")
        expect(browsed.locator("h1")).to_have_text("Second")
        assert not is_same_document(browsed)


class TestWaiting:
    def test_a_sign_appears_only_when_it_takes_long(self, browsed: Page, pages: tuple[str, str]) -> None:
        held: list[Route] = []
        waiting.intercept(browsed, f"**{pages[1]}", held.append)
        # Timed in the page: a look from here may take longer than the sign does to appear.
        waited = browsed.evaluate("""() => new Promise((tell) => {
            const pressed = performance.now();
            new MutationObserver(() => {
                if (document.querySelector('.pw-loading')) tell(performance.now() - pressed);
            }).observe(document, { subtree: true, childList: true, attributes: true });
            document.querySelector('a[href*=second]').click();
        })""")
        # Timers and clocks of a browser differ by parts of a millisecond.
        assert waited > 195
        waiting.until(browsed, lambda: held)
        held.pop().continue_()
        expect(browsed.locator("h1")).to_have_text("Second")
        expect(browsed.locator(".pw-loading")).not_to_be_attached()

    def test_hovering_fetches_the_page_once_and_ahead(self, browsed: Page, pages: tuple[str, str]) -> None:
        fetched: list[str] = []
        browsed.on("request", lambda request: fetched.append(request.url) if request.url.endswith(pages[1]) else None)
        with browsed.expect_response(f"**{pages[1]}"):
            browsed.hover("text=onward")
        # Where the pointer is, and at once: what was fetched ahead is good for some seconds.
        browsed.mouse.down()
        browsed.mouse.up()
        expect(browsed.locator("h1")).to_have_text("Second")
        assert len(fetched) == 1


class TestWithoutScript:
    def test_everything_can_be_read_and_followed(self, new_context: OpenContext, pages: tuple[str, str]) -> None:
        page = new_context(java_script_enabled=False, viewport={"width": 390, "height": 800}).new_page()
        page.goto(pages[0])
        page.click("text=onward")
        expect(page.locator("h1")).to_have_text("Second")
        page.click("summary")
        page.get_by_role("navigation").first.get_by_role("link", name="Home").click()
        expect(page.locator("h1")).to_have_text("Your site starts here")


class TestWeight:
    def test_a_visitor_loads_nothing_of_the_editor_and_nothing_from_elsewhere(
        self, visitor_page: Page, stack: Stack
    ) -> None:
        loaded: list[str] = []
        visitor_page.on("request", lambda request: loaded.append(request.url))
        visitor_page.goto("/")
        visitor_page.wait_for_load_state("networkidle")
        assert all(url.startswith(stack.base_url) for url in loaded)
        scripts = [url for url in loaded if url.endswith(".js")]
        assert [bool(re.search(r"/assets/visitor-[\w-]+\.js$", url)) for url in scripts] == [True]


class TestBack:
    def test_what_is_scrolled_while_waiting_is_not_the_other_pages_place(
        self, browsed: Page, pages: tuple[str, str]
    ) -> None:
        browsed.evaluate("scrollTo(0, 1500)")
        until(browsed, "history.state?.scroll?.[1] === 1500")
        browsed.evaluate("document.querySelectorAll('a[href*=second]')[0].click()")
        expect(browsed.locator("h1")).to_have_text("Second")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        waiting.intercept(browsed, re.compile(f"{pages[0]}$"), hold)
        browsed.evaluate("history.back()")
        waiting.until(browsed, lambda: held)
        # The first page's entry is current already, and the second page is still shown.
        browsed.evaluate("scrollTo(0, 700)")
        browsed.evaluate(
            "new Promise((told) => { addEventListener('scrollend', told, { once: true }); scrollTo(0, 710); })"
        )
        browsed.evaluate("dispatchEvent(new Event('pagehide'))")
        assert browsed.evaluate("history.state?.scroll?.[1]") == 1500
        held[0].continue_()
        expect(browsed.locator("h1")).to_have_text("First")
        until(browsed, "scrollY === 1500")


@pytest.fixture
def form(owner_client: httpx.Client, pages: tuple[str, str]) -> str:
    """The address of a page with a form and a link."""
    url = str(create_page(owner_client, "Half-written")["url"])
    state = render(owner_client, url)
    kinds = {"name": "text", "words": "longText", "room": "select"}
    fields = [{"kind": kind, "name": name, "label": name, "options": "Blue\nRed"} for name, kind in kinds.items()]
    actions = [
        set_text(first_text(state), f'<p><a href="{pages[1]}">onward</a></p>'),
        *add_plugin(own_column(state), "cms.contact", {"fields": fields, "button": "Send"}, 1),
    ]
    assert put_actions(owner_client, state, actions).is_success
    return url


class TestAHalfWrittenForm:
    """A browser gives back what was in one, as long as no script puts another page in its place."""

    def test_is_as_it_was_on_coming_back(self, browsed: Page, form: str, pages: tuple[str, str]) -> None:
        browsed.goto(form)
        fill(browsed)
        browsed.click("text=onward")
        browsed.wait_for_url(f"**{pages[1]}")
        browsed.go_back()
        assert_filled(browsed)

    def test_is_as_it_was_after_back_and_forward(self, browsed: Page, form: str, pages: tuple[str, str]) -> None:
        browsed.evaluate("url => document.querySelector('main a').setAttribute('href', url)", form)
        browsed.click("text=onward")
        expect(browsed.get_by_role("button", name="Send")).to_be_visible()
        assert is_same_document(browsed)
        fill(browsed)
        browsed.go_back()
        browsed.wait_for_url(f"**{pages[0]}")
        expect(browsed.locator("h1")).to_have_text("First")
        browsed.go_forward()
        assert_filled(browsed)


FILLED = {"name": "Zoe", "words": "Dear all", "room": "Red"}


def fill(page: Page) -> None:
    for name, value in FILLED.items():
        field = page.locator(f"[name='f-{name}']")
        field.select_option(value) if name == "room" else field.fill(value)


def assert_filled(page: Page) -> None:
    for name, value in FILLED.items():
        expect(page.locator(f"[name='f-{name}']")).to_have_value(value)

"""Plugins as visitors and editors meet them, in a real browser."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.accessibility import faults
from tests.e2e.editing import EditorScreen
from tests.stack import Stack
from tests.whole.page_calls import add_plugin, create_page, own_column, put_actions, render

QUESTIONS = [
    {"question": "Is it open?", "answer": "<p>On Sundays.</p>"},
    {"question": "Is it free?", "answer": "<p>Always.</p>"},
]


def put(client: httpx.Client, url: str, *plugins: tuple[str, dict[str, object]]) -> None:
    """Put plugins at the top of a page's own column."""
    state = render(client, url)
    added = [add_plugin(own_column(state), ref, fields, index) for index, (ref, fields) in enumerate(plugins)]
    answer = put_actions(client, state, [action for actions in added for action in actions])
    assert answer.is_success, answer.text


@pytest.fixture(scope="module")
def helping(stack: Stack, owner_cookies: httpx.Cookies) -> str:
    """The address of a page with a breadcrumb, questions and a login button."""
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies, timeout=30
    ) as client:
        url: str = create_page(client, "Help for all")["url"]
        faq = {"heading": "Questions", "items": QUESTIONS, "oneOpen": True}
        put(client, url, ("cms.breadcrumb", {}), ("cms.faq", faq), ("cms.loginButton", {}))
    return url


def test_an_editor_is_told_what_will_be_where_a_plugin_draws_nothing(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    url: str = create_page(owner_client, "Nothing to show")["url"]
    put(owner_client, url, ("cms.gallery", {}))
    editor = EditorScreen(owner_page).edit(url)
    gallery = editor.canvas.get_by_role("group", name="Gallery")
    hint = "Images appear here once you choose some."
    expect(gallery).to_match_aria_snapshot(f'- group "Gallery": "Gallery: {hint}"')
    assert hint not in visitor_client.get(url).text


class TestFaq:
    def test_opens_and_closes_by_keyboard_without_any_script_of_its_own(self, visitor_page: Page, helping: str) -> None:
        scripts: list[str] = []

        def note(request: Request) -> None:
            if request.resource_type == "script":
                scripts.append(request.url.rsplit("/", 1)[-1].split("-")[0])

        visitor_page.on("request", note)
        visitor_page.goto(helping)
        first, second = (visitor_page.locator(".pw-faq summary", has_text=words) for words in ("open", "free"))
        first.focus()
        visitor_page.keyboard.press("Enter")
        expect(visitor_page.get_by_text("On Sundays.")).to_be_visible()
        visitor_page.keyboard.press("Tab")
        expect(second).to_be_focused()
        visitor_page.keyboard.press("Space")
        expect(visitor_page.get_by_text("Always.")).to_be_visible()
        expect(visitor_page.get_by_text("On Sundays.")).to_be_hidden()
        visitor_page.wait_for_load_state("networkidle")
        # A login button does not load React for everybody.
        assert scripts == ["visitor"]

    def test_is_accessible(self, visitor_page: Page, helping: str) -> None:
        visitor_page.goto(helping)
        visitor_page.locator(".pw-faq summary").first.click()
        assert faults(visitor_page) == []


class TestBreadcrumb:
    def test_leads_up_in_place(self, visitor_page: Page, helping: str) -> None:
        visitor_page.goto(helping)
        trail = visitor_page.get_by_role("navigation", name="Breadcrumb")
        expect(trail.locator("[aria-current=page]")).to_have_text("Help for all")
        trail.get_by_role("link", name="Home").click()
        expect(visitor_page.locator(".pw-breadcrumb")).to_have_count(0)
        assert httpx.URL(visitor_page.url).path == "/"


class TestLoginButton:
    def test_leads_to_the_login_and_back(self, visitor_page: Page, helping: str) -> None:
        visitor_page.goto(helping)
        link = visitor_page.get_by_role("link", name="Log in")
        assert httpx.URL(str(link.get_attribute("href"))).params["redirectedFrom"] == helping


class TestInTheCanvas:
    def test_a_new_breadcrumb_shows_the_pages_above_before_it_is_saved(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        parent = create_page(owner_client, "Boats to hire")["url"]
        answer = owner_client.post("/client/pages", json={"title": "Small boats", "url": f"{parent}/small"})
        assert answer.is_success, answer.text
        editor = EditorScreen(owner_page).edit(f"{parent}/small")
        editor.leave_text()
        editor.button("Add").click()
        editor.type("breadcrumb")
        editor.keys("Enter")
        crumbs = editor.canvas.locator("[data-ref='cms.breadcrumb']")
        expect(crumbs).to_contain_text("Boats to hire")
        expect(editor.unsaved).to_be_visible()

    def test_a_login_is_drawn_for_those_whom_it_is_for_and_is_selected_rather_than_filled_in(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        url = create_page(owner_client, "Members")["url"]
        put(owner_client, url, ("cms.login", {"heading": "Come in"}))
        editor = EditorScreen(owner_page).view(url)
        login = editor.canvas.locator("[data-ref='cms.login']")
        expect(login).to_contain_text("You are logged in")
        editor.start()
        expect(login.get_by_role("heading")).to_have_text("Come in")
        login.get_by_role("textbox").first.click(force=True)
        expect(editor.canvas.locator("[data-pw-node='plugin']:focus")).to_contain_text("Come in")

    def test_a_text_that_is_too_long_says_by_how_much_while_it_is_written(
        self, owner_page: Page, owner_client: httpx.Client
    ) -> None:
        url = create_page(owner_client, "Too long")["url"]
        put(owner_client, url, ("cms.textImage", {"heading": "x" * 199, "text": "<p>Below</p>"}))
        editor = EditorScreen(owner_page).view(url)
        editor.start()
        heading = editor.canvas.locator("[data-ref='cms.textImage'] h2")
        heading.click()
        expect(editor.canvas.locator(":focus")).to_have_count(1)
        editor.keys("Control+End")
        editor.type("abc")
        said = editor.page.get_by_role("status").filter(has_text="too many")
        expect(said).to_contain_text("Heading: 2 characters too many to save.")
        editor.keys("Backspace", "Backspace")
        expect(said).to_have_count(0)
        assert editor.save().status == 200

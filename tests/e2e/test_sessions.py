"""Logging in, staying so, and what happens when a session ends, in a real browser."""

import re
import time

import httpx
import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e import identity
from tests.e2e.waiting import until
from tests.lapsed import lapsed
from tests.stack import Stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD

EXPIRED = "Your session has expired so you have been automatically logged out."
PAGES = "/cms-admin/pages?sort=url"


def log_in(page: Page, password: str = OWNER_PASSWORD) -> None:
    page.get_by_label("Email address").fill(OWNER_EMAIL)
    page.get_by_label("Password", exact=True).fill(password)
    page.keyboard.press("Enter")


def rows(page: Page) -> Locator:
    return page.get_by_role("table", name="Pages").locator("[data-row-link]")


@pytest.fixture
def context(new_context: OpenContext) -> BrowserContext:
    return new_context()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A tab in which the owner is logged in, with the list of pages."""
    page = context.new_page()
    page.goto("/robots.txt")
    identity.log_in_without_screen(page, identity.Somebody("", OWNER_EMAIL), OWNER_PASSWORD)
    page.goto(PAGES)
    expect(rows(page).first).to_be_visible()
    return page


class TestLogIn:
    def test_brings_back_to_where_one_was_going(self, visitor_page: Page) -> None:
        visitor_page.goto(PAGES)
        expect(visitor_page).to_have_url(re.compile("/cms-login$"))
        log_in(visitor_page)
        expect(rows(visitor_page).first).to_be_visible()
        expect(visitor_page).to_have_url(re.compile(re.escape(PAGES)))

    def test_set_up_is_closed(self, visitor_page: Page) -> None:
        visitor_page.goto("/cms-setup?code=anything")
        expect(visitor_page).to_have_url(re.compile("/cms-login$"))

    def test_says_nothing_about_the_account(self, visitor_page: Page) -> None:
        visitor_page.goto("/cms-login")
        visitor_page.get_by_label("Email address").fill("nobody@example.org")
        visitor_page.get_by_label("Password", exact=True).fill("some wrong password")
        visitor_page.keyboard.press("Enter")
        expect(visitor_page.get_by_text("Email or password is incorrect.")).to_be_visible()

    def test_never_leads_to_another_site(self, owner_page: Page) -> None:
        owner_page.goto("/cms-admin")
        owner_page.evaluate("sessionStorage.setItem('redirectedFrom', '//evil.example/')")
        owner_page.goto("/cms-login")
        expect(owner_page).to_have_url(re.compile("^http://localhost:[0-9]+/$"))


class TestStayingLoggedIn:
    def test_renews_an_access_token_that_is_gone(self, page: Page, context: BrowserContext) -> None:
        context.clear_cookies(name="pagewright_session")
        with page.expect_response(lambda answer: answer.url.endswith("/auth/tokens") and answer.ok):
            page.get_by_role("button", name="Title").click()
        expect(rows(page).first).to_be_visible()
        assert "pagewright_session" in {cookie["name"] for cookie in context.cookies()}

    def test_opens_a_page_in_the_editor_after_a_long_pause(
        self, page: Page, context: BrowserContext, stack: Stack
    ) -> None:
        [cookie] = [cookie for cookie in context.cookies() if cookie["name"] == "pagewright_session"]
        assert cookie["expires"] > time.time() + 24 * 60 * 60
        old = lapsed(stack, cookie["value"])
        context.clear_cookies(name="pagewright_session")
        context.add_cookies([{"name": "pagewright_session", "value": old, "url": stack.base_url, "httpOnly": True}])
        page.evaluate("localStorage.claims = JSON.stringify({...JSON.parse(localStorage.claims), exp: 1})")
        page.goto("/")
        expect(page.locator("iframe[title='Page']")).to_be_visible()

    def test_takes_the_claims_from_the_session_when_storage_was_cleared(self, page: Page) -> None:
        page.evaluate("localStorage.clear()")
        page.goto("/")
        # The page itself comes before them.
        until(page, lambda: page.evaluate("JSON.parse(localStorage.claims ?? '{}').scopes") == ["super"])


class TestTheEnd:
    def test_log_out_ends_it_in_every_tab(self, page: Page, context: BrowserContext) -> None:
        other = context.new_page()
        other.goto("/cms-admin")
        other.get_by_role("button", name="Log out", exact=True).click()
        expect(other).to_have_url(re.compile("/cms-login$"))
        expect(page).to_have_url(re.compile("/cms-login$"))
        assert context.cookies() == []
        assert page.evaluate("localStorage.getItem('claims')") is None

    def test_ended_from_another_device_the_pages_are_a_visitors(
        self, context: BrowserContext, owner_client: httpx.Client
    ) -> None:
        # Somebody of the test's own: the owner's other sessions are those of all other tests.
        who, page = identity.add_user(owner_client, "editor"), context.new_page()
        page.goto(PAGES)
        identity.log_in(page, who)
        expect(rows(page).first).to_be_visible()
        assert owner_client.delete(f"/auth/users/{who.id}/sessions").status_code == 204
        identity.wait_until_ended(page, "/client/pages")
        page.get_by_role("button", name="Title").click()
        expect(page.get_by_role("dialog", name="Logged out")).to_contain_text(EXPIRED)
        page.goto("/")
        expect(page.locator("#page")).to_be_visible()
        expect(page.locator("iframe[title='Page']")).to_have_count(0)

    def test_ended_from_another_device_a_member_is_told_with_the_next_page(
        self, context: BrowserContext, owner_client: httpx.Client
    ) -> None:
        member, page = identity.add_user(owner_client), context.new_page()
        page.goto("/cms-login")
        identity.log_in(page, member)
        expect(page.locator("#page")).to_be_visible()
        assert owner_client.delete(f"/auth/users/{member.id}/sessions").status_code == 204
        identity.wait_until_ended(page, "/client/pages")
        page.reload()
        notice = page.get_by_role("dialog")
        expect(notice).to_contain_text(EXPIRED)
        assert page.evaluate("localStorage.getItem('claims')") is None
        with page.expect_navigation():
            notice.get_by_role("button", name="OK").click()
        expect(page.locator("#page")).to_be_visible()
        expect(notice).to_have_count(0)

    def test_an_expired_session_says_so_until_it_was_read(self, page: Page, context: BrowserContext) -> None:
        context.clear_cookies()
        page.get_by_role("button", name="Title").click()
        notice = page.get_by_role("dialog", name="Logged out")
        expect(notice).to_contain_text(EXPIRED)
        expect(notice.get_by_role("button", name="OK")).to_be_focused()
        page.reload()
        expect(notice).to_contain_text(EXPIRED)
        expect(notice.get_by_role("button", name="OK")).to_be_focused()
        notice.get_by_role("button", name="OK").click()
        expect(notice).to_be_hidden()
        log_in(page)
        expect(page).to_have_url(re.compile("/cms-admin/pages"))

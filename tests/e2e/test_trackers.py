"""A tracker, from the snippet that is pasted to the visitor who agrees to it and thinks again."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser_contexts import VIEWPORT, log_in
from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults_in_both_schemes
from tests.e2e.connected import GROUP, owner, stack
from tests.e2e.mailing import untracked
from tests.e2e.waiting import until
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login

__all__ = ["owner", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

SNIPPET = """<script async src="https://www.stats.example/count.js"></script>
<script>window.visits = (window.visits || 0) + 1;</script>"""

RAN = "window.counted === true && window.visits === 1"


@pytest.fixture(scope="module", autouse=True)
def for_these_tests_alone(owner: httpx.Client) -> Iterator[None]:
    """While there are trackers, every page of the site asks for consent."""
    with untracked(owner):
        yield


def test_a_visitor_is_asked_agrees_and_changes_their_mind(
    stack: Stack, new_context: OpenContext, visitor_client: httpx.Client
) -> None:
    owner = new_context(viewport=VIEWPORT)
    log_in(owner, stack, *new_owner_login(stack))
    admin = owner.new_page()
    add_tracker(admin)
    until(admin, lambda: "data-trackers=" in visitor_client.get("/").text)

    visitor = new_context(viewport=VIEWPORT).new_page()
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(content_type="text/javascript", body="window.counted = true;")

    visitor.route("https://*.stats.example/**", answer)
    visitor.goto("/")
    banner = visitor.get_by_role("region", name="Your privacy")
    expect(banner).to_be_visible()
    assert faults_in_both_schemes(visitor) == []
    assert asked == []
    banner.get_by_role("button", name="Accept all").click()
    expect(banner).to_have_count(0)
    until(visitor, lambda: visitor.evaluate(RAN))

    visitor.reload()
    until(visitor, lambda: visitor.evaluate(RAN))
    expect(banner).to_have_count(0)
    assert asked == ["https://www.stats.example/count.js"] * 2

    visitor.get_by_role("link", name="Privacy settings").click()
    expect(banner.get_by_role("checkbox", name="Statistics")).to_be_checked()
    with visitor.expect_navigation():
        banner.get_by_role("button", name="Reject all").click()
    expect(visitor.get_by_role("link", name="Privacy settings")).to_be_visible()
    assert visitor.evaluate("window.visits") is None
    assert len(asked) == 2


def test_a_tracker_of_one_page_is_loaded_there_alone(
    stack: Stack, new_context: OpenContext, visitor_client: httpx.Client
) -> None:
    owner = new_context(viewport=VIEWPORT)
    log_in(owner, stack, *new_owner_login(stack))
    admin = owner.new_page()
    admin.goto("/cms-admin/trackers/new")
    admin.get_by_label("Name").fill("Campaign")
    admin.get_by_label("On all pages").uncheck(force=True)
    admin.get_by_label("Category", exact=True).select_option("necessary")
    admin.get_by_label("Snippet").fill("<script>window.campaigns = (window.campaigns || 0) + 1;</script>")
    admin.get_by_role("button", name="Create tracker").click()
    expect(admin.get_by_role("link", name="Campaign")).to_be_visible()
    admin.goto("/cms-admin/pages/new")
    admin.get_by_label("Title", exact=True).fill("Landing")
    admin.get_by_label("Show in the menu").check(force=True)
    admin.get_by_label("Only on this page").fill("Camp")
    admin.get_by_role("option", name="Campaign").click()
    assert faults_in_both_schemes(admin) == []
    admin.get_by_role("button", name="Create page").click()
    until(admin, lambda: 'name="pw-trackers"' in visitor_client.get("/landing").text)
    assert 'name="pw-trackers"' not in visitor_client.get("/").text

    visitor = new_context(viewport=VIEWPORT).new_page()
    until(admin, lambda: 'href="/landing"' in visitor_client.get("/").text)
    # The browser would look for an anchor alone when it goes back to this address.
    visitor.goto("/#start")
    visitor.evaluate("window.isFirstLoad = true")
    visitor.get_by_role("link", name="Landing").first.click()
    until(visitor, lambda: visitor.evaluate("window.campaigns === 1"))
    # It came in place, and is left for good.
    assert visitor.evaluate("window.isFirstLoad") is True
    with visitor.expect_event("load"):
        visitor.go_back()
    assert visitor.evaluate("window.isFirstLoad") is None
    expect(visitor).to_have_url(f"{stack.base_url}/#start")
    assert visitor.evaluate("[window.campaigns, document.querySelector('meta[name=pw-trackers]')]") == [None, None]

    admin.goto("/cms-admin/trackers")
    expect(admin.get_by_role("row", name="Campaign").get_by_role("link", name="1 page")).to_be_visible()
    admin.get_by_role("link", name="Campaign").click()
    admin.get_by_role("link", name="1 page").click()
    expect(admin.get_by_role("link", name="Landing", exact=True)).to_be_visible()


def add_tracker(page: Page) -> None:
    """Add one as an owner does."""
    page.goto("/cms-admin/trackers")
    page.get_by_role("link", name="New tracker").click()
    page.get_by_label("Name").fill("Visits")
    page.get_by_label("Snippet").fill("G-12345")
    page.get_by_role("button", name="Create tracker").click()
    expect(page.get_by_text("There is text outside any element")).to_be_visible()
    page.get_by_label("Snippet").fill(SNIPPET)
    page.get_by_label("Further hosts").fill("https://collect.stats.example/hit\n*.stats.example")
    page.get_by_role("button", name="Create tracker").click()
    page.get_by_role("link", name="Visits").click()
    expect(page.get_by_label("Further hosts")).to_have_value("collect.stats.example\n*.stats.example")

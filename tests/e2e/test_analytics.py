"""Analytics, from the configuration by way of Google to the numbers."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import VIEWPORT, log_in
from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults_in_both_schemes
from tests.e2e.connected import GROUP, Connected, stack
from tests.fakes.google import CLIENT, SECRET, Google, Visit
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login

__all__ = ["stack"]

pytestmark = pytest.mark.xdist_group(GROUP)


@pytest.fixture(scope="module")
def today() -> date:
    """The day on which the tests are run, and not that of their import."""
    return datetime.now(UTC).date()


@pytest.fixture(scope="module")
def google(connected: Connected, today: date) -> Google:
    """Some weeks of a small site: more visitors on each day than on the one before."""
    pages, sources = ("/", "/prices", "/blog/first"), ("google", "(direct)", "news.example")
    google = connected.outside.google
    google.visits = [
        Visit(today - timedelta(days=day), f"visitor {visitor}", pages[visitor % 3], sources[visitor % 3])
        for day in range(30)
        for visitor in range(30 - day)
    ]
    return google


def test_the_site_is_connected_shows_its_visits_and_is_disconnected(
    stack: Stack, google: Google, new_context: OpenContext, today: date
) -> None:
    owner = new_context(viewport=VIEWPORT)
    log_in(owner, stack, *new_owner_login(stack))
    page = owner.new_page()
    page.goto("/cms-admin/analytics")
    expect(page.get_by_text(f"{stack.base_url}/oauth2/callback/google")).to_be_visible()
    assert faults_in_both_schemes(page) == []
    configure(page)

    google.is_refused = True
    page.goto("/cms-admin/analytics")
    page.get_by_role("button", name="Connect with Google").click()
    expect(page.get_by_text("Google was not allowed to share the analytics.")).to_be_visible()
    assert faults_in_both_schemes(page) == []
    google.is_refused = False
    page.get_by_role("link", name="Back to Analytics").click()
    page.get_by_role("button", name="Connect with Google").click()

    expect(page.get_by_role("slider", name="Visits by day")).to_be_visible()
    assert page.url.endswith("/cms-admin/analytics")
    assert faults_in_both_schemes(page) == []
    chart = page.get_by_role("slider")
    chart.press("Home")
    chart.press("End")
    # By the browser's clock today is the last day: the thirty of them.
    expect(chart).to_have_attribute("aria-valuetext", f"{in_words(today)}: 30 visitors, 30 views")
    page.get_by_role("link", name="Only this: /prices").click()
    expect(page.get_by_role("textbox", name="Page:")).to_have_value("/prices")
    expect(page.get_by_role("rowheader", name="/blog/first")).to_have_count(0)

    page.goto("/cms-admin")
    expect(page.get_by_text("in the last 30 days")).to_be_visible()
    page.get_by_role("link", name="Analytics").last.click()
    page.get_by_role("button", name="Disconnect from Google").click()
    page.get_by_role("button", name="Disconnect", exact=True).click()
    expect(page.get_by_role("button", name="Connect with Google")).to_be_visible()
    assert len(google.revoked) == 1


def configure(page: Page) -> None:
    """Enter what Google gave the owner."""
    page.get_by_role("link", name="Open the configuration").click()
    page.get_by_label("Property ID").fill("4242")
    page.get_by_label("Client ID").fill(CLIENT)
    page.get_by_label("Client secret", exact=True).fill(SECRET)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The configuration was saved.")).to_be_visible()


def in_words(day: date) -> str:
    return f"{day.day} {day:%B %Y}"

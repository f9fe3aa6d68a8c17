"""The site's search as visitors use it: with and without scripts."""

from __future__ import annotations

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults_in_both_schemes
from tests.e2e.test_plugins import put
from tests.stack import Stack
from tests.whole.page_calls import create_page

# Words of this run alone: where its tests are shared out, each process has pages of its own on the one site.
_OWN = str.maketrans("0123456789", "ghijklmnop")
_INSTRUMENT = "marimba" + uuid.uuid4().hex.translate(_OWN)
_BEGUN = _INSTRUMENT[:20]
_PARTS = "mallet" + uuid.uuid4().hex.translate(_OWN)
_TEXT = f"Every autumn we haul the {_INSTRUMENT} up to the loft, tune its bars one by one, and wax each {_PARTS}."


@pytest.fixture(scope="module")
def finding(stack: Stack, owner_cookies: httpx.Cookies) -> str:
    """The address of a page with a search; another page has something to find."""
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies, timeout=30
    ) as client:
        workshop = create_page(client, "Marimba workshop")["url"]
        put(client, workshop, ("cms.text", {"content": f"<h2>Bars and mallets</h2><p>{_TEXT}</p>"}))
        url: str = create_page(client, "Find it")["url"]
        put(client, url, ("cms.search", {}))
    return url


def test_results_come_while_somebody_types(visitor_page: Page, finding: str) -> None:
    visitor_page.goto(finding)
    box = visitor_page.get_by_role("searchbox", name="Search")
    box.press_sequentially(_BEGUN)
    expect(visitor_page.get_by_role("search").get_by_role("status")).to_have_text(f"1 result for “{_BEGUN}”")
    expect(visitor_page.locator(".pw-search li > p > mark")).to_have_text([_INSTRUMENT])
    assert faults_in_both_schemes(visitor_page) == []
    box.press("ArrowDown")
    expect(visitor_page.get_by_role("link", name="Marimba workshop")).to_be_focused()
    visitor_page.keyboard.press("Enter")
    expect(visitor_page.get_by_role("heading", name="Bars and mallets")).to_be_visible()
    visitor_page.go_back()
    expect(visitor_page.get_by_role("search").get_by_role("status")).to_have_text(f"1 result for “{_BEGUN}”")
    expect(visitor_page.get_by_role("searchbox")).to_have_value(_BEGUN)


def test_without_scripts_the_page_has_the_results(new_context: OpenContext, finding: str) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(finding)
    page.get_by_role("searchbox").fill("zither")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("status")).to_have_text(re.compile("No results for “zither”"))
    page.get_by_role("searchbox").fill(_PARTS)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Marimba workshop")).to_be_visible()

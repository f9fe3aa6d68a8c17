"""The site's own settings: seen before they are saved, then by visitors, and taken back in one step."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_contexts import VIEWPORT, log_in
from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults_in_both_schemes
from tests.e2e.connected import GROUP, owner_cookies, stack
from tests.e2e.waiting import until
from tests.stack import Stack
from tests.stack_fixtures import new_owner_login
from tests.whole.page_calls import create_page

__all__ = ["owner_cookies", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

_OTHER = "#b3401f"


@pytest.fixture
def page(stack: Stack, new_context: OpenContext) -> Page:
    """A tab of the owner's browser."""
    context = new_context(viewport=VIEWPORT)
    log_in(context, stack, *new_owner_login(stack))
    return context.new_page()


@pytest.fixture
def same_settings(owner_client: httpx.Client) -> Iterator[None]:
    """The site's settings are after the test what they were before, also where it failed half-way."""
    before = {entry["id"]: entry["value"] for entry in owner_client.get("/cms/config").json()}
    yield
    for entry in owner_client.get("/cms/config").json():
        if entry["value"] != before[entry["id"]]:
            body = {"value": before[entry["id"]]}
            headers = {"If-Match": f'"{entry["version"]}"'}
            owner_client.put(f"/cms/config/{entry['id']}", json=body, headers=headers).raise_for_status()


def template_of(client: httpx.Client) -> dict[str, Any]:
    """The default template."""
    listed = client.get("/client/templates", params={"limit": 100}).json()["results"]
    found: dict[str, Any] = next(each for each in listed if each["isDefault"])
    return found


def save(page: Page) -> None:
    """Save once, however busy the machine is that compiles it."""
    page.keyboard.press("Control+s")
    expect(page.get_by_text("settings were saved.").first).to_be_visible()
    # Under the pointer it stays, with its Undo, however long the rest takes.
    page.get_by_role("button", name="Undo").hover()


@pytest.mark.usefixtures("same_settings")
def test_an_owner_changes_name_accent_and_font_and_takes_it_back(
    page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    url = create_page(owner_client, "Looks like the site")["url"]
    before = template_of(owner_client)

    def seen() -> str:
        return visitor_client.get(url).text

    name = f"Willow {uuid.uuid4().hex[:8]}"
    page.goto("/cms-admin/site")
    preview = page.frame_locator("iframe")
    expect(preview.locator("body")).to_be_visible(timeout=60_000)
    assert faults_in_both_schemes(page) == []

    page.get_by_role("textbox", name="Name", exact=True).fill(name)
    page.get_by_label("Language").select_option("de")
    page.get_by_role("textbox", name="Accent", exact=True).fill(_OTHER)
    page.get_by_role("combobox", name="Headings", exact=True).click()
    page.get_by_role("option", name="Playfair Display").click()
    # At once and without a save; what has to be compiled comes after it.
    expect(preview.locator("h1").first).to_have_css("font-family", re.compile("Playfair Display"))
    expect(preview.locator("html")).to_have_css("--accent", re.compile(_OTHER))
    assert name not in seen()

    save(page)
    saved = (name, '<html lang="de"', f"--accent:light-dark({_OTHER}", '--heading:"Playfair Display"')

    def is_seen() -> bool:
        text = seen()
        return all(each in text for each in saved)

    # The site's name and its template are told of one after the other.
    until(page, is_seen)
    # Where each stands in SCSS, and nothing else of it.
    stored = template_of(owner_client)
    lines = zip(before["sharedSCSS"].split("\n"), stored["sharedSCSS"].split("\n"), strict=True)
    assert [new for old, new in lines if old != new] == [
        f"$accent: {_OTHER}; // links, buttons, marks",
        '$heading-font: "Playfair Display", serif;',
    ]

    page.get_by_role("button", name="Undo").click()
    until(page, lambda: name not in seen())
    until(page, lambda: '<html lang="en' in seen())
    until(page, lambda: template_of(owner_client)["sharedSCSS"] == before["sharedSCSS"])

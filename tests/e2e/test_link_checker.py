"""A broken link, from the check that finds it to the page that is mended, and back."""

import re
import uuid

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.waiting import until
from tests.whole.page_calls import create_page, first_text, put_actions, render, set_text


# A check is one of the whole site: another that begins meanwhile would be refused.
@pytest.mark.xdist_group("check of all links")
def test_a_broken_link_is_found_mended_in_place_and_brought_back(
    owner_page: Page, owner_client: httpx.Client, visitor_client: httpx.Client
) -> None:
    name = f"quay-{uuid.uuid4().hex[:8]}"
    create_page(owner_client, f"Quay {name}", url=f"/{name}")
    state = render(owner_client, f"/{name}")
    html_before = f'<p><a href="/{name}-lost">the lost page</a></p>'
    assert put_actions(owner_client, state, [set_text(first_text(state), html_before)]).status_code == 200

    def html() -> str:
        return visitor_client.get(f"/{name}").text

    owner_page.goto("/cms-admin/link-checker")
    owner_page.get_by_role("button", name="Check all links").click()
    expect(owner_page.get_by_text(re.compile("Last checked"))).to_be_visible()
    owner_page.get_by_label("Search links").fill(name)
    row = owner_page.get_by_role("row").filter(has_text=f"/{name}-lost")
    expect(row).to_contain_text("There is no such page on this site.")

    row.get_by_role("button", name=re.compile("More actions")).click()
    owner_page.get_by_role("menuitem", name="Replace everywhere…").click()
    dialog = owner_page.get_by_role("dialog", name="Replace link")
    dialog.get_by_label("New address").fill("javascript:alert(1)")
    dialog.get_by_role("button", name="Replace link").click()
    expect(dialog.get_by_text("Enter a path, an #anchor")).to_be_visible()
    dialog.get_by_label("New address").fill("/")
    dialog.get_by_label("New address").press("Enter")
    undo = owner_page.get_by_role("button", name="Undo")
    # Its time does not run out while the pointer is on it.
    undo.hover()
    expect(owner_page.get_by_text("The link was replaced in 1 place.")).to_be_visible()
    expect(row).to_have_count(0)
    until(owner_page, lambda: '<a href="/">the lost page</a>' in html())

    undo.click()
    expect(owner_page.get_by_text("The link is back in 1 place.")).to_be_visible()
    expect(row).to_be_visible()
    until(owner_page, lambda: f'<a href="/{name}-lost">the lost page</a>' in html())

    owner_page.get_by_role("link", name="By page").click()
    place = owner_page.get_by_role("row").filter(has_text=f"Quay {name}")
    expect(place).to_contain_text("Text: the lost page")

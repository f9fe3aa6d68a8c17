"""The mail log of a site that has no mail server: how a link gets to somebody all the same."""

import re
import time
import uuid

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.stack import Stack


@pytest.fixture
def address(owner_client: httpx.Client, stack: Stack) -> str:
    """The email address of somebody who has asked for a new password."""
    made = f"{uuid.uuid4().hex[:10]}@example.org"
    person = {"firstName": "Mo", "lastName": "Member", "emailAddress": made, "timezone": "UTC"}
    owner_client.post("/auth/users", json={"person": person, "scopes": []}).raise_for_status()
    httpx.post(f"{stack.base_url}/cms/users/reset-password", json={"emailAddress": made}, timeout=30).raise_for_status()
    until = time.monotonic() + 60
    while not owner_client.get("/cms/emails", params={"q": made}).json()["total"]:
        assert time.monotonic() < until, "the email was not written"
        time.sleep(0.05)
    return made


def test_a_kept_email_is_read_its_link_opens_and_it_is_deleted(owner_page: Page, address: str) -> None:
    owner_page.goto("/cms-admin")
    owner_page.get_by_role("main").get_by_role("link", name="Emails", exact=True).click()
    owner_page.get_by_label("Search emails").fill(address)
    owner_page.get_by_role("combobox", name="State").select_option("Not sent")
    expect(owner_page.get_by_text("1 in all")).to_be_visible()
    owner_page.get_by_role("link", name="Choose a new password").click()
    expect(owner_page.get_by_text("it was stored here and never sent.")).to_be_visible()
    expect(owner_page.get_by_text("It can be sent from here once a mail server is set up.")).to_be_visible()

    letter = owner_page.frame_locator("iframe")
    expect(letter.get_by_text("Hello Mo Member,")).to_be_visible()
    with owner_page.expect_popup() as opened:
        letter.get_by_role("link", name="Choose a new password").click()
    expect(opened.value).to_have_url(re.compile("/cms-login/reset-password"))
    opened.value.close()
    owner_page.get_by_text("Plain text").click()
    expect(owner_page.get_by_text(re.compile(r"/cms-login/reset-password#token=\S{20,}"))).to_be_visible()

    owner_page.get_by_role("button", name="Delete").click()
    owner_page.get_by_role("button", name="Undo").click()
    owner_page.get_by_label("Search emails").fill(address)
    row = owner_page.get_by_role("link", name="Choose a new password")
    expect(row).to_have_count(1)
    row.click()
    with owner_page.expect_response(lambda response: response.request.method == "DELETE") as answer:
        owner_page.get_by_role("button", name="Delete").click()
        owner_page.get_by_role("button", name="Dismiss").click()
    assert answer.value.status == 204
    owner_page.goto(f"/cms-admin/emails?q={address}")
    expect(owner_page.get_by_text(f"Nothing found for “{address}”")).to_be_visible()

"""One's own account, in a real browser."""

import uuid

import httpx
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import faults, faults_everywhere
from tests.e2e.account_page import card, page, who
from tests.e2e.identity import (
    PASSWORD,
    Somebody,
    link_mailed,
    log_in,
    new_address,
)
from tests.e2e.waiting import until
from tests.stack import Stack

__all__ = ["page", "who"]


def test_it_is_reached_from_the_editor_and_from_the_admin(page: Page) -> None:
    page.goto("/cms-admin/pages")
    page.get_by_role("link", name="Your account").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("menuitem", name="Your account").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_name_and_time_zone(page: Page) -> None:
    details = card(page, "Details")
    expect(details.get_by_role("button", name="Save details")).to_be_disabled()
    details.get_by_label("First name").fill("Wilhelmina")
    details.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_role("link", name="Pages", exact=True).click()
    page.get_by_role("dialog", name="Unsaved changes").get_by_role("button", name="Stay").click()
    with page.expect_response(lambda answer: answer.url.endswith("/auth/tokens") and answer.ok):
        details.get_by_role("button", name="Save details").click()
    expect(page.get_by_text("Your details were saved.")).to_be_visible()
    until(page, lambda: page.evaluate("JSON.parse(localStorage.claims).timezone") == "Asia/Tokyo")
    page.reload()
    expect(details.get_by_label("First name")).to_have_value("Wilhelmina")
    expect(details.get_by_label("Time zone")).to_have_value("Asia/Tokyo")


def test_the_address_changes_once_its_mailbox_has_said_so(
    page: Page, who: Somebody, owner_client: httpx.Client
) -> None:
    new = new_address()
    page.get_by_role("button", name="Change the address").click()
    page.get_by_label("New email address").fill(new)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"{new} becomes your address once you open the link")).to_be_visible()
    expect(card(page, "Email address").get_by_text(who.address)).to_be_visible()
    page.goto(link_mailed(owner_client, new, "/cms-login/confirm"))
    page.get_by_role("button", name="Confirm the address").click()
    expect(page.get_by_text("Your new address is confirmed.")).to_be_visible()
    expect(card(page, "Email address").get_by_text(new)).to_be_visible()
    page.get_by_role("button", name="Log out", exact=True).click()
    log_in(page, Somebody(who.id, new))
    expect(page.locator("iframe[title='Page']")).to_be_visible()


def test_it_is_deleted_once_its_address_is_typed(page: Page, who: Somebody, stack: Stack) -> None:
    page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog", name="Delete your account?")
    expect(dialog.get_by_label("Your email address")).to_be_focused()
    page.keyboard.type("somebody@else.example")
    page.keyboard.press("Enter")
    expect(dialog.get_by_text(f"Enter {who.address} to continue.")).to_be_visible()
    assert faults(page) == []
    dialog.get_by_label("Your email address").fill(who.address)
    with page.expect_navigation(url=f"{stack.base_url}/"):
        page.keyboard.press("Enter")
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        answer = client.post("/auth/tokens", json={"email": who.address, "password": PASSWORD})
        assert answer.json()["code"] == "invalid_credentials"


def test_profile_data_is_drawn_from_its_schema(page: Page, owner_client: httpx.Client) -> None:
    kit, secret = f"Kit {uuid.uuid4().hex[:8]}", f"Secret {uuid.uuid4().hex[:8]}"
    document = {
        "type": "object",
        "required": ["size"],
        "properties": {
            "size": {"type": "integer", "minimum": 30, "title": "Shoe size"},
            "address": {"type": "object", "properties": {"town": {"type": "string"}}},
        },
    }
    made = [
        owner_client.post("/auth/schemas", json={"name": name, "schema": document, "memberAccess": access})
        for name, access in [(kit, "write"), (secret, "none")]
    ]
    assert [answer.status_code for answer in made] == [201, 201], made[0].text
    try:
        page.reload()
        form = card(page, kit)
        form.get_by_label("Shoe size").fill("12")
        form.get_by_label("Town").fill("Wells")
        form.get_by_role("button", name=f"Save {kit}").click()
        expect(form.get_by_label("Shoe size")).to_have_attribute("aria-invalid", "true")
        form.get_by_label("Shoe size").fill("44")
        form.get_by_role("button", name=f"Save {kit}").click()
        expect(page.get_by_text(f"“{kit}” was saved.")).to_be_visible()
        page.reload()
        expect(form.get_by_label("Town")).to_have_value("Wells")
        expect(card(page, secret)).to_have_count(0)
    finally:
        for answer in made:
            owner_client.delete(f"/auth/schemas/{answer.json()['id']}?with-data=true").raise_for_status()


def test_it_is_accessible(page: Page) -> None:
    expect(card(page, "Sessions").get_by_text("Chrome on Linux")).to_be_visible()
    page.get_by_role("button", name="Change the password").click()
    assert faults_everywhere(page) == []
    page.get_by_role("button", name="New token").click()
    expect(page.get_by_role("dialog", name="New API token")).to_be_visible()
    assert faults_everywhere(page) == []

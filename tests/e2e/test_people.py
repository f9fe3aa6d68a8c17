"""Users and their profile data in the admin, from the invitation to the end, in a real browser."""

import re
import time
import uuid
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults
from tests.e2e.identity import wait_until_ended

EXPIRED = "Your session has expired so you have been automatically logged out."
DISABLED = "This account has been disabled. Contact the site's administrators."
PASSWORD = "quilted harbour lantern"


@pytest.fixture
def mark() -> str:
    return uuid.uuid4().hex[:8]


def invitation_link(client: httpx.Client, address: str) -> str:
    """The link in the mail that is kept for want of a mail server, once the job has written it."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        mails = client.get("/cms/emails", params={"q": address}).raise_for_status().json()["results"]
        if mails:
            text = client.get(f"/cms/emails/{mails[0]['id']}").raise_for_status().json()["text"]
            if found := re.search(r"https?://\S+/cms-login/invitation#\S+", text or ""):
                return found[0]
        time.sleep(0.05)
    raise AssertionError(f"no invitation for {address} in the mail log")


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("link", name=name, exact=True))


def choose(page: Page, name: str, action: str) -> None:
    page.get_by_role("button", name=f"More actions: {name}").click()
    page.get_by_role("menuitem", name=action).click()


def log_in(page: Page, address: str) -> None:
    page.get_by_label("Email address").fill(address)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")


def test_an_editor_is_invited_comes_in_and_is_kept_out(
    owner_page: Page, owner_client: httpx.Client, new_context: OpenContext, mark: str
) -> None:
    name, address = f"Ada Lovelace-{mark}", f"ada-{mark}@example.org"
    owner_page.goto("/cms-admin/users")
    expect(owner_page.get_by_text("No mail server is set up")).to_be_visible()
    owner_page.get_by_role("link", name="New user").click()
    owner_page.get_by_label("First name").fill("Ada")
    owner_page.get_by_label("Last name").fill(f"Lovelace-{mark}")
    owner_page.get_by_label("Email address").fill(address)
    owner_page.get_by_role("checkbox", name="editor").check()
    owner_page.get_by_role("button", name="Create and invite").click()
    owner_page.get_by_label("Search users").fill(mark)
    expect(row(owner_page, name)).to_contain_text("Invited")

    editor = new_context().new_page()
    editor.goto(invitation_link(owner_client, address))
    editor.get_by_label("New password", exact=True).fill(PASSWORD)
    editor.get_by_role("button", name="Accept invitation").click()
    expect(editor.locator("iframe[title='Page']")).to_be_visible()
    editor.goto("/cms-admin/pages")
    expect(editor.get_by_role("table", name="Pages")).to_be_visible()

    owner_page.reload()
    expect(row(owner_page, name)).to_contain_text("Active")
    row(owner_page, name).get_by_role("link").click()
    expect(owner_page.get_by_role("list", name="Sessions").get_by_role("listitem")).to_have_count(1)
    owner_page.get_by_role("link", name="Users").first.click()
    owner_page.get_by_label("Search users").fill(mark)
    choose(owner_page, name, "Disable")
    disabled = owner_page.get_by_text(f"{name} is disabled and logged out everywhere.")
    # Under the pointer it stays, with its Undo, however long the rest takes.
    disabled.hover()

    wait_until_ended(editor, "/client/pages")
    editor.get_by_role("button", name="Title").click()
    notice = editor.get_by_role("dialog", name="Logged out")
    expect(notice).to_contain_text(EXPIRED)
    notice.get_by_role("button", name="OK").click()
    log_in(editor, address)
    expect(editor.get_by_text(DISABLED)).to_be_visible()

    owner_page.get_by_role("button", name="Undo").click()
    expect(row(owner_page, name)).to_contain_text("Active")
    editor.get_by_label("Password", exact=True).press("Enter")
    expect(editor.get_by_role("table", name="Pages")).to_be_visible()

    choose(owner_page, name, "Delete")
    owner_page.get_by_role("button", name="Undo").hover()
    expect(row(owner_page, name)).to_be_hidden()
    with owner_page.expect_response(lambda answer: answer.request.method == "DELETE") as answer:
        owner_page.get_by_role("link", name="Dashboard", exact=True).click()
    assert answer.value.status == 204


def test_somebody_the_site_knows_is_given_an_account(
    owner_page: Page, owner_client: httpx.Client, new_context: OpenContext, mark: str
) -> None:
    page, name, address = owner_page, f"Grace Hopper-{mark}", f"grace-{mark}@example.org"
    fields = {"type": "object", "properties": {"number": {"type": "string", "title": "Number"}}}
    form = {"name": f"Badge {mark}", "memberAccess": "none", "schema": fields}
    owner_client.post("/auth/schemas", json=form).raise_for_status()
    page.goto("/cms-admin/people")
    page.get_by_role("link", name="New person").click()
    page.get_by_label("First name").fill("Grace")
    page.get_by_label("Last name").fill(f"Hopper-{mark}")
    page.get_by_label("Email address").fill(address)
    page.get_by_role("button", name="Create person").click()
    page.get_by_label("Account", exact=True).select_option("Without an account")
    # The search is sent after a pause, and while a list is read anew it is paler than it may be for long.
    with page.expect_response(lambda answer: f"q={mark}" in answer.url):
        page.get_by_label("Search people").fill(mark)
    expect(page.locator("[aria-busy='true']")).to_have_count(0)
    expect(row(page, name)).to_contain_text("None")
    assert faults(page) == []

    row(page, name).get_by_role("link").click()
    page.get_by_role("button", name=f"Fill in Badge {mark}").click()
    card = page.get_by_role("region", name=f"Badge {mark}")
    card.get_by_label("Number").fill("17")
    card.get_by_role("button", name="Save").click()
    expect(page.get_by_text(f"“Badge {mark}” was saved.")).to_be_visible()
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("checkbox", name="editor").check()
    assert faults(page) == []
    page.get_by_role("button", name="Create and invite").click()
    expect(page).to_have_url(re.compile("/cms-admin/users/"))
    expect(page.get_by_role("main").get_by_text("Invited")).to_be_visible()
    expect(card.get_by_label("Number")).to_have_value("17")

    editor = new_context().new_page()
    editor.goto(invitation_link(owner_client, address))
    editor.get_by_label("New password", exact=True).fill(PASSWORD)
    editor.get_by_role("button", name="Accept invitation").click()
    expect(editor.locator("iframe[title='Page']")).to_be_visible()

    # The address of the person leads to the account from now on.
    page.go_back()
    expect(page).to_have_url(re.compile("/cms-admin/people"))
    page.get_by_label("Account", exact=True).select_option("With an account")
    row(page, name).get_by_role("link").click()
    expect(page).to_have_url(re.compile("/cms-admin/users/"))
    page.reload()
    expect(page.get_by_role("main").get_by_text("Active")).to_be_visible()


@pytest.fixture
def person(owner_client: httpx.Client, mark: str) -> Callable[[], str]:
    """Makes a member; the address of their screen."""

    def make() -> str:
        form = {"person": {"firstName": "Sam", "lastName": mark, "emailAddress": f"sam-{mark}@example.org"}}
        return f"/cms-admin/users/{owner_client.post('/auth/users', json=form).raise_for_status().json()['id']}"

    return make


def test_profile_fields_are_built_filled_in_and_changed_with_care(
    owner_page: Page, person: Callable[[], str], mark: str
) -> None:
    page, name = owner_page, f"Card {mark}"
    page.goto("/cms-admin/schemas")
    page.get_by_role("link", name="New set of fields").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    add_field(page, "Number")
    add_field(page, "Member since", kind="Date")
    # The last comes first, by keyboard alone.
    page.get_by_role("button", name="Member since Date").focus()
    page.keyboard.press("Alt+ArrowUp")
    page.get_by_role("button", name="Create profile fields").click()
    expect(page.get_by_text(f"“{name}” was created.")).to_be_visible()

    screen = person()
    page.goto(screen)
    page.get_by_role("button", name=f"Fill in {name}").click()
    card = page.get_by_role("region", name=name)
    expect(card.locator("label")).to_have_text(["Member since (optional)", "Number (optional)"])
    card.get_by_label("Number").fill("seventeen")
    card.get_by_role("button", name="Save").click()
    expect(page.get_by_text(f"“{name}” was saved.")).to_be_visible()

    page.goto("/cms-admin/schemas")
    page.get_by_label("Search profile fields").fill(mark)
    page.get_by_role("link", name=name).click()
    page.get_by_role("button", name="Number Text, one line").click()
    page.get_by_label("Kind").select_option("Whole number")
    page.get_by_role("button", name="Save").click()
    question = page.get_by_role("dialog", name=re.compile("^This would make one person"))
    expect(question).to_contain_text(f"Sam {mark}")
    expect(question).to_contain_text("number")
    assert faults(page) == []
    question.get_by_role("button", name="Go back").click()
    expect(page.get_by_label("Kind")).to_have_value("integer")
    page.get_by_role("button", name="Save").click()
    question.get_by_role("button", name="Save anyway").click()
    expect(page.get_by_text(f"“{name}” was saved.")).to_be_visible()

    page.goto(screen)
    expect(card).to_contain_text("Save to see which values need correcting")
    card.get_by_role("button", name="Save").click()
    number = card.get_by_label("Number")
    expect(number).to_have_attribute("aria-invalid", "true")
    expect(number).to_be_focused()
    number.fill("17")
    card.get_by_role("button", name="Save").click()
    expect(card.get_by_text("Save to see which values need correcting")).to_be_hidden()


def add_field(page: Page, label: str, kind: str | None = None) -> None:
    """A field of the builder, which stays open until the next one."""
    page.get_by_role("button", name="Add a field").click()
    expect(page.get_by_label("Label")).to_be_focused()
    page.keyboard.type(label)
    if kind:
        page.get_by_label("Kind").select_option(kind)

"""Members of the site, on its own pages: they register, log in, manage their account and leave."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults
from tests.e2e.identity import add_user, keep_passkeys, new_address
from tests.stack import Stack
from tests.waiting import eventually
from tests.whole.page_calls import add_plugin, create_page, first_text, own_column, put_actions, render, set_text

PASSWORD = "plum tractor violet seventeen"
OTHER_PASSWORD = "nine quiet herons waiting"


def page_with(client: httpx.Client, title: str, **plugins: dict[str, Any]) -> str:
    """The address of a new page that shows these plugins below its title, by the last part of their refs."""
    url: str = create_page(client, title)["url"]
    state = render(client, url)
    actions = [set_text(first_text(state), f"<h1>{title}</h1>")]
    for index, (name, fields) in enumerate(plugins.items(), start=1):
        actions += add_plugin(own_column(state), f"cms.{name}", fields, index)
    answer = put_actions(client, state, actions)
    assert answer.is_success, answer.text
    return url


@pytest.fixture
def open_registration(owner_client: httpx.Client) -> Iterator[None]:
    """The site lets visitors register for as long as the test lasts."""
    entry = next(each for each in owner_client.get("/cms/config").json() if each["key"] == "allowRegistration")
    address = f"/cms/config/{entry['id']}"
    any_version = {"If-Match": "*"}
    owner_client.put(address, json={"value": True}, headers=any_version).raise_for_status()
    yield
    owner_client.put(address, json={"value": False}, headers=any_version).raise_for_status()


def link_in_mail_to(client: httpx.Client, address: str) -> str:
    """The link in the one mail to an address, as the mail log keeps it on a site without SMTP."""
    search = {"q": address}
    eventually(lambda: client.get("/cms/emails", params=search).json()["total"] > 0)
    found = client.get("/cms/emails", params=search).json()["results"]
    mail = client.get(f"/cms/emails/{found[0]['id']}").raise_for_status().json()
    link = re.search(r"https?://\S+#token=[\w.~%&=-]+", mail["text"])
    assert link, mail
    return link[0]


@pytest.fixture
def address() -> str:
    return new_address()


def register(page: Page, address: str) -> None:
    page.get_by_label("First name").fill("Mira")
    page.get_by_label("Last name").fill("Member")
    page.get_by_label("Email address").fill(address)
    expect(page.get_by_label("Password")).to_have_count(0)
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("open the link in the email")).to_be_visible()


def log_in(page: Page, address: str, password: str) -> None:
    page.get_by_label("Email address").fill(address)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


@pytest.mark.usefixtures("open_registration")
def test_a_member_from_registering_to_leaving(
    owner_client: httpx.Client, visitor_page: Page, stack: Stack, address: str
) -> None:
    account = page_with(owner_client, "Account", accountManagement={"heading": "My account"})
    login = page_with(owner_client, "Login", login={"heading": "Log in", "afterLogin": account})
    join = page_with(owner_client, "Join", register={"heading": "Join us", "afterRegister": account})

    eventually(lambda: "You choose your password there" in httpx.get(f"{stack.base_url}{join}", timeout=30).text)
    visitor_page.goto(join)
    register(visitor_page, address)
    link = link_in_mail_to(owner_client, address)
    assert link.startswith(stack.base_url)
    visitor_page.goto(link)
    expect(visitor_page.get_by_text(address)).to_be_visible()
    expect(visitor_page.get_by_label("First name")).to_have_value("Mira")
    visitor_page.get_by_label("Password").fill("password1234")
    visitor_page.get_by_role("button", name="Create account").click()
    expect(visitor_page.get_by_label("Password")).to_have_attribute("aria-invalid", "true")
    visitor_page.get_by_label("Password").fill(PASSWORD)
    visitor_page.get_by_role("button", name="Create account").click()
    expect(visitor_page).to_have_url(re.compile(f"{account}$"))
    expect(visitor_page.get_by_role("heading", name="Password")).to_be_visible()

    visitor_page.get_by_label("First name").fill("Miranda")
    visitor_page.get_by_role("form", name="Name").get_by_role("button", name="Save").click()
    expect(visitor_page.get_by_text("Saved.")).to_be_visible()
    visitor_page.get_by_label("Current password").fill(PASSWORD)
    visitor_page.get_by_label("New password", exact=True).fill(OTHER_PASSWORD)
    visitor_page.get_by_role("button", name="Change the password").click()
    expect(visitor_page.get_by_text("Your password is changed.")).to_be_visible()

    visitor_page.goto(login)
    visitor_page.get_by_role("button", name="Log out", exact=True).click()
    expect(visitor_page.get_by_role("button", name="Log in")).to_be_visible()
    log_in(visitor_page, address, PASSWORD)
    expect(visitor_page.get_by_role("alert")).to_contain_text("is incorrect")
    log_in(visitor_page, address, OTHER_PASSWORD)
    expect(visitor_page).to_have_url(re.compile(f"{account}$"))
    expect(visitor_page.get_by_label("First name")).to_have_value("Miranda")

    # A member is nobody in the admin.
    admin = visitor_page.context.new_page()
    admin.goto("/cms-admin")
    expect(admin).to_have_url(re.compile("/cms-login$"))
    admin.close()

    visitor_page.get_by_role("button", name="Delete my account …").click()
    visitor_page.get_by_role("button", name="Delete my account", exact=True).click()
    expect(visitor_page).to_have_url(f"{stack.base_url}/")
    visitor_page.goto(login)
    log_in(visitor_page, address, OTHER_PASSWORD)
    expect(visitor_page.get_by_role("alert")).to_contain_text("is incorrect")


def test_a_forgotten_password_on_the_sites_own_page(
    owner_client: httpx.Client, visitor_page: Page, address: str
) -> None:
    reset = page_with(owner_client, "Forgotten", resetPassword={})
    person = {"firstName": "Rhea", "lastName": "Reset", "emailAddress": address, "timezone": "UTC"}
    created = owner_client.post("/auth/users", json={"person": person, "scopes": [], "password": PASSWORD})
    assert created.status_code == 201, created.text

    visitor_page.goto(reset)
    visitor_page.get_by_label("Email address").fill(address.upper())
    visitor_page.get_by_role("button", name="Send the link").click()
    expect(visitor_page.get_by_text("If there is an account with this address")).to_be_visible()
    visitor_page.goto(link_in_mail_to(owner_client, address))
    visitor_page.get_by_label("New password", exact=True).fill(OTHER_PASSWORD)
    visitor_page.get_by_role("button", name="Set the password").click()
    expect(visitor_page.get_by_text("Your new password is set")).to_be_visible()
    tokens = f"{visitor_page.url.rpartition('/')[0]}/auth/tokens"
    answer = httpx.post(tokens, json={"email": address, "password": OTHER_PASSWORD}, timeout=30)
    assert answer.status_code == 200


def test_a_passkey_with_its_recovery_codes(
    owner_client: httpx.Client, visitor_page: Page, new_context: OpenContext
) -> None:
    who = add_user(owner_client)
    account = page_with(owner_client, "Account", accountManagement={"heading": "My account"})
    login = page_with(owner_client, "Login", login={"heading": "Log in", "afterLogin": account})
    visitor_page.goto(login)
    log_in(visitor_page, who.address, PASSWORD)
    keep_passkeys(visitor_page)
    visitor_page.get_by_role("button", name="Add a passkey").click()
    codes = visitor_page.get_by_role("region", name="Recovery codes").locator("code")
    expect(codes).to_have_count(10)
    code = codes.first.inner_text()
    visitor_page.get_by_role("button", name="I've saved them").click()
    expect(visitor_page.get_by_text("you have 10 recovery codes")).to_be_visible()

    # A device that does not have the passkey.
    other = new_context().new_page()
    other.goto(login)
    log_in(other, who.address, PASSWORD)
    other.get_by_label("Recovery code").fill(code)
    other.keyboard.press("Enter")
    expect(other).to_have_url(re.compile(f"{account}$"))

    # The one that has it offers it as soon as somebody is in the form.
    visitor_page.goto(login)
    visitor_page.get_by_role("button", name="Log out", exact=True).click()
    expect(visitor_page.get_by_role("button", name="Log in")).to_be_visible()
    visitor_page.get_by_label("Email address").focus()
    expect(visitor_page).to_have_url(re.compile(f"{account}$"))


@pytest.mark.parametrize("scopes", [(), ("editor",)], ids=["a member", "an editor"])
def test_a_link_to_a_file_for_members_leads_through_the_login_to_the_file(
    owner_client: httpx.Client, new_context: OpenContext, stack: Stack, scopes: tuple[str, ...]
) -> None:
    name = f"members-{uuid.uuid4().hex}"
    folder = {"name": name, "metaData": {"scopeWhitelist": ["logged-in"]}}
    owner_client.post("/cms/buckets", json=folder).raise_for_status()
    form = {"bucketName": name}
    sent = owner_client.post("/cms/files", data=form, files={"files": ("prices.txt", b"Members pay less.")}, timeout=60)
    assert sent.is_success, sent.text
    page = new_context(viewport={"width": 390, "height": 800}).new_page()
    path = f"/files/{name}/prices.txt"
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 401
    expect(page.get_by_role("heading", name="Log in to see this file")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="Log in").click()
    # The login's own screen, or the page that another test has made for it: both lead back.
    page.get_by_label("Email address").fill(add_user(owner_client, *scopes).address)
    page.locator("input[type='password']").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{stack.base_url}{path}")
    expect(page.get_by_text("Members pay less.")).to_be_visible()

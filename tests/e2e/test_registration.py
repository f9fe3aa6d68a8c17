"""Registering on a copy that has a mail server: who holds the mailbox decides what the account is."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from email.message import EmailMessage

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser_contexts import open_context
from tests.e2e.accessibility import faults_everywhere
from tests.e2e.connected import GROUP, owner, server, stack
from tests.e2e.identity import new_address
from tests.e2e.mailing import configure
from tests.mail_server import MailServer
from tests.stack import Stack

__all__ = ["owner", "server", "stack"]

pytestmark = pytest.mark.xdist_group(GROUP)

PASSWORD = "plum tractor violet seventeen"
STRANGERS = "nine quiet herons waiting"


@pytest.fixture(scope="module")
def site(stack: Stack, owner: httpx.Client) -> Iterator[Stack]:
    """The copy while visitors may register."""
    configure(owner, "allowRegistration", value=True)
    yield stack
    configure(owner, "allowRegistration", value=False)


@pytest.fixture
def page(browser: Browser, site: Stack) -> Iterator[Page]:
    """A tab of a visitor's browser."""
    context = open_context(browser, site)
    yield context.new_page()
    context.close()


def caller(stack: Stack) -> httpx.Client:
    return httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30)


def register(stack: Stack, address: str, first_name: str) -> None:
    """Somebody, who need not have the mailbox, registers an address."""
    form = {"firstName": first_name, "lastName": "Member", "emailAddress": address}
    with caller(stack) as anybody:
        refused = anybody.post("/auth/registrations", json={**form, "password": STRANGERS})
        assert refused.status_code in {403, 422}
        end = time.monotonic() + 60
        # auth hears a moment later that the site has opened its registration.
        while (answer := anybody.post("/auth/registrations", json=form)).status_code == 403:
            assert time.monotonic() < end, answer.text
        assert answer.status_code == 202, answer.text


def mail_to(server: MailServer, address: str, number: int = 1) -> EmailMessage:
    """The mail to an address that came as this one, as soon as it has come."""
    end = time.monotonic() + 60
    while len(found := [each for each in server.messages if address in each["To"]]) < number:
        assert time.monotonic() < end, "nothing was mailed"
        time.sleep(0.05)
    return found[number - 1]


def link_in(message: EmailMessage, stack: Stack) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    text = part.get_content().replace("\r", "")
    found = re.search(rf"^{re.escape(stack.base_url)}/cms-login/confirm#token=\S+$", text, re.MULTILINE)
    assert found, text
    return found[0]


def login_status(stack: Stack, address: str, password: str) -> int:
    with caller(stack) as anybody:
        return anybody.post("/auth/tokens", json={"email": address, "password": password}).status_code


def test_a_stranger_registers_an_address_and_its_owner_gets_the_account(
    site: Stack, server: MailServer, page: Page
) -> None:
    address = new_address()
    register(site, address, "Mallory")
    message = mail_to(server, address)
    assert message["Subject"] == "Finish your registration at Example"
    assert "Mallory" not in message.as_string()
    link = link_in(message, site)

    page.goto(link)
    expect(page.get_by_text(f"You will log in with it and {address}.")).to_be_visible()
    assert "token" not in page.url
    assert faults_everywhere(page) == []
    first_name = page.get_by_label("First name")
    expect(first_name).to_have_value("Mallory")
    password = page.get_by_label("New password")
    expect(password).to_be_focused()
    # By the keyboard alone.
    page.keyboard.type("password1234")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(first_name).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This password is easy to guess.")).to_be_visible()
    expect(password).to_be_focused()
    expect(first_name).to_have_value("Ada")
    assert login_status(site, address, "password1234") == 401

    page.keyboard.press("Control+A")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site.base_url}/")
    account = page.request.get("/auth/account").json()["user"]
    assert (account["person"]["firstName"], account["person"]["emailAddress"]) == ("Ada", address)
    assert account["scopes"] == []
    assert login_status(site, address, PASSWORD) == 200
    assert login_status(site, address, STRANGERS) == 401

    # The link was good for once.
    again = page.context.new_page()
    again.goto(link)
    expect(again.get_by_text("This link does not work any more")).to_be_visible()
    logs = "".join(path.read_text(errors="replace") for path in (site.data_dir / "logs").iterdir())
    for secret in (link.partition("#token=")[2].partition("&")[0], PASSWORD, "password1234"):
        assert secret not in logs


def test_of_two_registrations_each_link_is_for_its_own(site: Stack, server: MailServer, page: Page) -> None:
    address = new_address()
    links = []
    for number, name in enumerate(("Ada", "Mallory"), start=1):
        register(site, address, name)
        links.append(link_in(mail_to(server, address, number), site))
    page.goto(links[0])
    expect(page.get_by_label("First name")).to_have_value("Ada")
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(f"{site.base_url}/")
    stranger = page.context.new_page()
    stranger.goto(links[1])
    expect(stranger.get_by_text("This link does not work any more")).to_be_visible()
    assert login_status(site, address, PASSWORD) == 200

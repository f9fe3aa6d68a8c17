"""A copy that sends its mail to a server of the tests: its owner, what arrives, and forms that visitors send on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage

import httpx
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.mail_server import MailServer
from tests.stack import Stack, running_stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site


@contextmanager
def mailing_stack(server: MailServer, **env: str) -> Iterator[Stack]:
    """A copy of its own whose site is set up. ``env`` as for `Stack`."""
    settings = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(server.port), "SMTP_SECURITY": "none"}
    with running_stack(**settings, **env) as started:
        set_up_site(started)
        yield started


@contextmanager
def owner_of(stack: Stack) -> Iterator[httpx.Client]:
    """Calls as the owner."""
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
        yield client


def configure(owner: httpx.Client, key: str, value: object) -> None:
    """Change a setting of the site."""
    [entry] = [each for each in owner.get("/cms/config").json() if each["key"] == key]
    version = {"If-Match": f'"{entry["version"]}"'}
    owner.put(f"/cms/config/{entry['id']}", json={"value": value}, headers=version).raise_for_status()


@contextmanager
def untracked(owner: httpx.Client) -> Iterator[None]:
    """Leaves the site without trackers: with them, every page asks for consent."""
    yield
    for tracker in owner.get("/cms/trackers").raise_for_status().json()["results"]:
        owner.delete(f"/cms/trackers/{tracker['id']}").raise_for_status()
    until = time.monotonic() + 60
    while "data-trackers" in httpx.get(f"{owner.base_url}", timeout=30).text:
        assert time.monotonic() < until, "there are trackers still"
        time.sleep(0.05)


def owner_tab(new_context: OpenContext, stack: Stack, owner: httpx.Client) -> Page:
    """A tab of the owner's browser, by the cookies of the calls."""
    context = new_context(viewport={"width": 1280, "height": 900})
    context.add_cookies(
        [{"name": each.name, "value": each.value or "", "url": stack.base_url} for each in owner.cookies.jar]
    )
    return context.new_page()


def arrived(server: MailServer, header: str, address: str) -> EmailMessage:
    """The message with this address in a header, as soon as it has come; it is the only one."""
    until = time.monotonic() + 60
    while not (found := [each for each in server.messages if address in str(each[header])]):
        assert time.monotonic() < until, "no mail"
        time.sleep(0.05)
    [message] = found
    return message


def text_of(message: EmailMessage) -> str:
    """What a message says in plain text."""
    part = message.get_body(("plain",))
    assert part is not None
    text: str = part.get_content()
    return text


def send_without_script(page: Page, button: str, said: str, fill_in: Callable[[], None]) -> None:
    """Send a form until its page says so: a ticket is good some seconds after it came; sent sooner, the form comes back."""
    until = time.monotonic() + 60
    while page.get_by_text(said).count() == 0:
        assert time.monotonic() < until, page.locator("main").inner_text()
        fill_in()
        with page.expect_navigation():
            page.get_by_role("button", name=button).click()
    expect(page.get_by_text(said)).to_be_visible()

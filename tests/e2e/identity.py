"""What the browser tests about accounts share: users, the links in their mails, and a device with passkeys."""

from __future__ import annotations

import re
import time
import uuid
from dataclasses import dataclass
from urllib.parse import urljoin

import httpx
from playwright.sync_api import Page

from tests.e2e.waiting import until

PASSWORD = "plum tractor violet seventeen"
OTHER_PASSWORD = "nine quiet herons waiting"


@dataclass(frozen=True)
class Somebody:
    """A user of a test's own."""

    id: str
    address: str


def new_address() -> str:
    """An email address of nobody yet, as long before its @ as there are: what has room for it has room for each."""
    return f"{'m' * 32}{uuid.uuid4().hex}@example.org"


def add_user(owner: httpx.Client, *scopes: str, is_invited: bool = False) -> Somebody:
    """A new user with these scopes, of whom those that are missing are made. An invited one has no password yet."""
    for scope in scopes:
        made = owner.post("/auth/scopes", json={"name": scope})
        assert made.status_code in {201, 409}, made.text
    address = new_address()
    person = {"firstName": "Wilma", "lastName": "Worker", "emailAddress": address, "timezone": "Europe/London"}
    form: dict[str, object] = {"person": person, "scopes": scopes}
    form |= {"invite": True} if is_invited else {"password": PASSWORD}
    answer = owner.post("/auth/users", json=form)
    assert answer.status_code == 201, answer.text
    return Somebody(answer.json()["id"], address)


def log_in(page: Page, who: Somebody, password: str = PASSWORD) -> None:
    """Fill the login in and send it."""
    page.get_by_role("textbox", name="Email address").fill(who.address)
    page.get_by_label("Password", exact=True).fill(password)
    page.keyboard.press("Enter")


def log_in_without_screen(page: Page, who: Somebody, password: str = PASSWORD) -> None:
    """Log the tab's browser in, as its login screen would, by the call alone. The tab is on some page of the site."""
    status = page.evaluate(
        """async (credentials) => {
            const headers = { 'Content-Type': 'application/json' };
            const answer = await fetch('/auth/tokens', { method: 'POST', headers, body: JSON.stringify(credentials) });
            const { public: shown } = await answer.json();
            localStorage.claims = JSON.stringify(shown?.claims);
            return answer.status;
        }""",
        {"email": who.address, "password": password},
    )
    assert status == 200


def link_mailed(owner: httpx.Client, address: str, path: str) -> str:
    """The link to ``path`` in a mail to an address, as the mail log keeps it on a site without SMTP."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for mail in owner.get("/cms/emails", params={"q": address}).raise_for_status().json()["results"]:
            text = owner.get(f"/cms/emails/{mail['id']}").raise_for_status().json()["text"]
            if found := re.search(rf"https?://\S+{re.escape(path)}#token=[\w.~%&=-]+", text or ""):
                return found[0]
        time.sleep(0.05)
    raise AssertionError(f"no link to {path} was mailed to {address}")


def wait_until_ended(page: Page, path: str) -> None:
    """Return once the service at a path refuses the browser's session, which was ended: it may hear of that a moment later.

    Not asked by the browser itself, whose cookies the answer could take away.
    """
    [session] = [each for each in page.context.cookies() if each["name"] == "pagewright_session"]
    cookies = {session["name"]: session["value"]}
    until(page, lambda: httpx.get(urljoin(page.url, path), cookies=cookies, timeout=30).status_code == 401)


def keep_passkeys(page: Page) -> None:
    """Let the tab run on a device that keeps passkeys, with its owner's finger on the sensor."""
    protocol = page.context.new_cdp_session(page)
    protocol.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    protocol.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def recovery_codes(page: Page) -> list[str]:
    """The codes that are on the screen."""
    return page.get_by_role("list", name="Recovery codes").get_by_role("listitem").all_inner_texts()


def authenticator_secret(page: Page) -> str:
    """What is on the screen to be typed into an authenticator app."""
    return page.locator("code", has_text=re.compile("^[A-Z2-7]{4} ")).inner_text().replace(" ", "")

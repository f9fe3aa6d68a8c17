"""Passkeys as a real browser makes and uses them, with the authenticator that Chromium has for tests."""

import uuid
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

PASSWORD = "nine brass cogwheels"

# What the browser gives goes to the service as it comes, and the other way round.
CALL = """async ([method, path, body]) => {
    const answer = await fetch(path, {
        method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null };
}"""
MAKE = """async (options) => (await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
})).toJSON()"""
USE = """async (options) => (await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
})).toJSON()"""


@pytest.fixture
def email(owner_client: httpx.Client) -> str:
    """The address of a new user."""
    email = f"{uuid.uuid4().hex}@example.org"
    person = {"firstName": "Pax", "lastName": "Keyes", "emailAddress": email, "timezone": "UTC"}
    owner_client.post("/auth/users", json={"person": person, "password": PASSWORD}).raise_for_status()
    return email


@pytest.fixture
def page(visitor_page: Page) -> Page:
    """A tab on a device that verifies its user and keeps passkeys."""
    visitor_page.goto("/")
    protocol = visitor_page.context.new_cdp_session(visitor_page)
    protocol.send("WebAuthn.enable")
    protocol.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return visitor_page


def call(page: Page, method: str, path: str, body: object, status: int) -> Any:
    """The body of what the service answers to the page, which has to have this status."""
    answer = page.evaluate(CALL, [method, path, body])
    assert answer["status"] == status, answer
    return answer["body"]


def use_passkey(page: Page, asked: dict[str, Any]) -> dict[str, Any]:
    """The claims of a login with the device's passkey."""
    passkey = page.evaluate(USE, asked["options"])
    answer = call(page, "POST", "/auth/tokens", {"challenge": asked["challenge"], "passkey": passkey}, 200)
    claims: dict[str, Any] = answer["public"]["claims"]
    return claims


def test_one_is_added_logs_in_by_itself_and_after_the_password(page: Page, email: str) -> None:
    login = {"email": email, "password": PASSWORD}
    user = call(page, "POST", "/auth/tokens", login, 200)["public"]["claims"]["user"]
    asked = call(page, "POST", "/auth/account/passkeys/options", None, 200)
    credential = page.evaluate(MAKE, asked["options"])
    form = {"challenge": asked["challenge"], "name": "Chromium", "credential": credential}
    added = call(page, "POST", "/auth/account/passkeys", form, 201)
    assert (added["name"], len(added["recoveryCodes"])) == ("Chromium", 10)

    call(page, "DELETE", "/auth/tokens", None, 204)
    assert use_passkey(page, call(page, "POST", "/auth/passkeys/authentication-options", {}, 200))["user"] == user

    call(page, "DELETE", "/auth/tokens", None, 204)
    needed = call(page, "POST", "/auth/tokens", login, 401)
    assert (needed["code"], needed["methods"]) == ("second_factor_needed", ["recovery", "passkey"])
    challenge = {"challenge": needed["challenge"]}
    assert (
        use_passkey(page, call(page, "POST", "/auth/passkeys/authentication-options", challenge, 200))["user"] == user
    )

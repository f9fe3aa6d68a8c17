"""How somebody logs in, as they change it on the screen of their account: password, sessions, second factors, tokens."""

import re

import httpx
import pyotp
from playwright.sync_api import Page, expect

from tests.browser_fixtures import OpenContext
from tests.e2e.accessibility import faults
from tests.e2e.account_page import card, forget_confirmation, open_account, page, who
from tests.e2e.identity import (
    OTHER_PASSWORD,
    PASSWORD,
    Somebody,
    authenticator_secret,
    keep_passkeys,
    log_in,
    recovery_codes,
    wait_until_ended,
)
from tests.e2e.waiting import until
from tests.stack import Stack

__all__ = ["page", "who"]

EXPIRED = "Your session has expired so you have been automatically logged out."


def test_a_new_password_ends_the_other_sessions(page: Page, who: Somebody, new_context: OpenContext) -> None:
    elsewhere = new_context().new_page()
    open_account(elsewhere, who)
    page.get_by_role("button", name="Change the password").click()
    present, chosen = page.get_by_label("Current password", exact=True), page.get_by_label("New password")
    present.fill("not my password")
    chosen.fill(OTHER_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("This is not your current password.")).to_be_visible()
    expect(present).to_be_focused()
    present.fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your password was changed")).to_be_visible()
    wait_until_ended(elsewhere, "/auth/account")
    elsewhere.get_by_role("button", name="New token").click()
    elsewhere.get_by_role("dialog").get_by_label("Name").fill("Late")
    elsewhere.get_by_role("button", name="Create token").click()
    expect(elsewhere.get_by_role("dialog", name="Logged out")).to_contain_text(EXPIRED)
    page.reload()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_sessions_are_listed_and_ended(page: Page, who: Somebody, new_context: OpenContext) -> None:
    phone = new_context(
        user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15"
        " (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1"
    ).new_page()
    open_account(phone, who)
    page.reload()
    sessions = card(page, "Sessions")
    expect(sessions.get_by_role("listitem")).to_have_count(2)
    expect(sessions.get_by_role("listitem").filter(has_text="This one")).to_contain_text("Chrome on Linux")
    page.get_by_role("button", name="End the session: Safari on iPhone").click()
    expect(page.get_by_text("The session was ended.")).to_be_visible()
    expect(sessions.get_by_role("listitem")).to_have_count(1)
    wait_until_ended(phone, "/auth/account")
    phone.get_by_role("button", name="Create token").or_(phone.get_by_role("button", name="New token")).click()
    phone.get_by_role("dialog").get_by_label("Name").fill("Late")
    phone.get_by_role("button", name="Create token").click()
    expect(phone.get_by_role("dialog", name="Logged out")).to_contain_text(EXPIRED)


def test_an_authenticator_app_is_confirmed_set_up_asked_for_and_removed(
    page: Page, who: Somebody, stack: Stack
) -> None:
    forget_confirmation(stack, who)
    factor = card(page, "Second factor")
    factor.get_by_role("button", name="Set up").click()
    question = page.get_by_role("dialog", name="Confirm that it is you")
    question.get_by_label("Password", exact=True).fill("not my password")
    page.keyboard.press("Enter")
    expect(question.get_by_text("This is not your current password.")).to_be_visible()
    question.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Set up an authenticator app")
    expect(dialog.get_by_role("img", name="QR code for your authenticator app")).to_be_visible()
    app = pyotp.TOTP(authenticator_secret(page))
    dialog.get_by_label("Code that the app shows").fill(app.now())
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Save these recovery codes")).to_be_visible()
    assert faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    codes = recovery_codes(page)
    kept = download.value.path().read_text(encoding="utf-8")
    assert download.value.suggested_filename == "recovery-codes.txt"
    assert all(code in kept for code in codes)
    page.get_by_role("button", name="I've saved them").click()
    expect(factor.get_by_text("10 are left.")).to_be_visible()

    page.get_by_role("button", name="Log out", exact=True).click()
    log_in(page, who)
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Recovery code").fill(codes[0])
    page.keyboard.press("Enter")
    expect(page.locator("iframe[title='Page']")).to_be_visible()
    page.goto("/cms-admin/account")
    expect(factor.get_by_text("9 are left.")).to_be_visible()
    forget_confirmation(stack, who)
    page.get_by_role("button", name="Remove the authenticator app").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    question.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    # With a second factor the password is half of it. The keyboard goes on where it is wanted.
    expect(question.get_by_label("Code")).to_be_focused()
    page.keyboard.type(codes[1])
    page.keyboard.press("Enter")
    expect(factor.get_by_role("button", name="Set up")).to_be_visible()


def test_passkeys_are_renamed_confirm_and_are_removed(page: Page, who: Somebody, stack: Stack) -> None:
    keep_passkeys(page)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="I've saved them").click()
    passkeys = card(page, "Passkeys")
    passkeys.get_by_role("button", name="Rename Chrome on Linux").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Work laptop")
    page.keyboard.press("Enter")
    expect(passkeys.get_by_text("Work laptop")).to_be_visible()

    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("This device has a passkey for your account already.")).to_be_visible()

    forget_confirmation(stack, who)
    passkeys.get_by_role("button", name="Remove Work laptop").click()
    page.get_by_role("dialog", name="Remove the passkey?").get_by_role("button", name="Remove").click()
    question = page.get_by_role("dialog", name="Confirm that it is you")
    question.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("“Work laptop” was removed.")).to_be_visible()
    expect(passkeys.get_by_text("None yet.")).to_be_visible()


def test_a_token_lets_a_program_in_until_it_is_revoked(page: Page, stack: Stack) -> None:
    page.get_by_role("button", name="New token").click()
    dialog = page.get_by_role("dialog", name="New API token")
    dialog.get_by_label("Name").fill("Importer")
    dialog.get_by_label("editor").check()
    page.get_by_role("button", name="Create token").click()
    made = page.get_by_role("dialog", name="Token for “Importer”")
    token = made.get_by_text(re.compile(r"^pwt_\w+")).first.inner_text()
    made.get_by_role("button", name=re.compile("saved it$")).click()
    tokens = card(page, "API tokens")
    expect(tokens.get_by_text("Importer")).to_be_visible()
    expect(tokens).to_contain_text("never used")

    with httpx.Client(base_url=stack.base_url, headers={"Authorization": f"Bearer {token}"}, timeout=30) as program:
        assert program.get("/client/pages").status_code == 200
        assert program.get("/auth/users").status_code == 403
        page.get_by_role("button", name="Revoke Importer").click()
        page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        expect(page.get_by_text("“Importer” was revoked.")).to_be_visible()
        until(page, lambda: program.get("/client/pages").status_code == 401)


def test_one_press_ends_everything_else(page: Page, who: Somebody, stack: Stack) -> None:
    keep_passkeys(page)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="I've saved them").click()
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as elsewhere:
        # It has a second factor now: this is half a login, and no session.
        credentials = {"email": who.address, "password": PASSWORD}
        assert elsewhere.post("/auth/tokens", json=credentials).json()["code"] == "second_factor_needed"
        page.get_by_role("button", name="Log out everywhere and revoke tokens").click()
        sure = page.get_by_role("dialog", name="Log out everywhere and revoke tokens?")
        sure.get_by_role("button", name="Log out everywhere and revoke tokens").click()
        expect(page.get_by_text("1 passkey was removed.")).to_be_visible()
        expect(card(page, "Passkeys").get_by_text("None yet.")).to_be_visible()
        assert elsewhere.post("/auth/tokens", json=credentials).status_code == 200

"""Every way into an account, and who is led where, in a real browser."""

import re
import uuid

import httpx
import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import faults_everywhere
from tests.e2e.identity import (
    OTHER_PASSWORD,
    PASSWORD,
    add_user,
    authenticator_secret,
    keep_passkeys,
    link_mailed,
    log_in,
    recovery_codes,
)

WRONG = "Email or password is incorrect."
UNUSABLE = "This link does not work any more"
# A browser that has passkeys, but does not offer them beside a field.
FILLS_NOTHING_IN = "PublicKeyCredential.isConditionalMediationAvailable = async () => false"


def test_an_invitation_to_work_with_a_second_factor(visitor_page: Page, owner_client: httpx.Client) -> None:
    page, vault = visitor_page, f"vault-{uuid.uuid4().hex[:8]}"
    made = owner_client.post("/auth/scopes", json={"name": vault, "requiresSecondFactor": True})
    made.raise_for_status()
    who = add_user(owner_client, "editor", vault, is_invited=True)
    link = link_mailed(owner_client, who.address, "/cms-login/invitation")
    not_found: list[str] = []
    page.on("response", lambda answer: not_found.append(answer.url) if answer.status == 404 else None)

    page.goto(link)
    expect(page.get_by_role("heading", name="Welcome, Wilma")).to_be_visible()
    assert "#" not in page.url
    chosen = page.get_by_label("New password")
    chosen.fill("password1234")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This password is easy to guess.")).to_be_visible()
    expect(chosen).to_have_attribute("aria-invalid", "true")
    chosen.fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Set up a second factor")).to_be_visible()
    app = pyotp.TOTP(authenticator_secret(page))
    code = page.get_by_label("Code that the app shows")
    code.fill("not a code")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This code is incorrect.")).to_be_visible()
    code.fill(app.now())
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Save these codes")).to_be_visible()
    codes = recovery_codes(page)
    assert len(codes) == 10
    page.get_by_role("button", name="I've saved them").click()
    expect(page.locator("iframe[title='Page']")).to_be_visible()
    assert not_found == []

    page.goto("/cms-admin/pages")
    page.get_by_role("button", name="Log out", exact=True).click()
    log_in(page, who)
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Recovery code").fill(codes[0].upper().replace("-", " "))
    page.keyboard.press("Enter")
    # A user who logs out has no page to come back to: the next user may be somebody else.
    expect(page.locator("iframe[title='Page']")).to_be_visible()

    page.goto(link)
    expect(page.get_by_role("heading", name=UNUSABLE)).to_be_visible()


def test_passkeys_by_the_button_and_by_what_the_browser_fills_in(
    visitor_page: Page, owner_client: httpx.Client
) -> None:
    page, who = visitor_page, add_user(owner_client, "editor")
    keep_passkeys(page)
    page.goto("/cms-admin/account")
    log_in(page, who)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("dialog", name="Save these recovery codes")).to_be_visible()
    page.get_by_role("button", name="I've saved them").click()
    passkeys = page.get_by_role("list", name="Passkeys")
    expect(passkeys.get_by_text("Chrome on Linux")).to_be_visible()
    expect(passkeys).to_contain_text("not used yet")

    # The browser offers the passkey beside the field by itself, and this one is at hand.
    site = page.locator("iframe[title='Page']")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(site).to_be_visible()
    page.goto("/cms-admin/account")
    expect(passkeys).to_contain_text("last used")

    page.add_init_script(FILLS_NOTHING_IN)
    page.reload()
    page.get_by_role("button", name="Log out", exact=True).click()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(site).to_be_visible()

    # With the password it is the second factor.
    page.goto("/cms-admin/account")
    page.get_by_role("button", name="Log out", exact=True).click()
    log_in(page, who)
    page.get_by_role("button", name="Use a passkey").click()
    expect(site).to_be_visible()


def test_a_forgotten_password(visitor_page: Page, owner_client: httpx.Client) -> None:
    page, who = visitor_page, add_user(owner_client, "editor")

    def ask(address: str) -> None:
        page.goto("/cms-login")
        page.get_by_role("link", name="Forgot password?").click()
        expect(page.get_by_role("heading", name="Forgot password?")).to_be_visible()
        page.get_by_label("Email address").fill(address)
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"If there is an account for {address}, a link")).to_be_visible()

    ask(f"{uuid.uuid4().hex}@example.org")
    ask(who.address)
    link = link_mailed(owner_client, who.address, "/cms-login/reset-password")
    page.goto(link)
    expect(page.get_by_text(who.address)).to_be_visible()
    assert "#" not in page.url
    page.get_by_label("New password").fill(OTHER_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your password was changed.")).to_be_visible()
    log_in(page, who)
    expect(page.get_by_text(WRONG)).to_be_visible()
    log_in(page, who, OTHER_PASSWORD)
    expect(page.locator("iframe[title='Page']")).to_be_visible()

    page.goto(link)
    expect(page.get_by_role("heading", name=UNUSABLE)).to_be_visible()
    page.get_by_role("button", name="Ask for a new link").click()
    expect(page.get_by_role("heading", name="Forgot password?")).to_be_visible()


@pytest.mark.parametrize(
    ("scope", "path", "leads", "later"),
    [
        ("editor", "/cms-admin/users", "/cms-admin/pages", {"/cms-admin/account": "/cms-admin/account"}),
        ("crm:read", "/cms-ecom/orders", "/cms-admin/crm", {"/cms-admin/crm/tags": "/cms-admin/crm/tags"}),
        ("ecom:read", "/cms-ecom/orders", "/cms-ecom/orders", {"/cms-admin/account": "/cms-admin/account"}),
    ],
)
def test_who_is_led_where(
    visitor_page: Page, owner_client: httpx.Client, scope: str, path: str, leads: str, later: dict[str, str]
) -> None:
    page, who = visitor_page, add_user(owner_client, scope)
    # First as a stranger: the address is remembered.
    page.goto(path)
    expect(page).to_have_url(re.compile("/cms-login$"))
    log_in(page, who)
    expect(page).to_have_url(re.compile(f"{leads}$"))
    assert page.evaluate("sessionStorage.getItem('redirectedFrom')") is None
    for asked, shown in {path: leads, **later}.items():
        page.goto(asked)
        expect(page).to_have_url(re.compile(f"{shown}$"))
        expect(page.get_by_role("banner")).to_be_visible()
        told = page.get_by_text("You cannot open “")
        expect(told).to_have_count(1 if shown != asked else 0)


def test_editors_have_the_screens_of_content(visitor_page: Page, owner_client: httpx.Client) -> None:
    page, who = visitor_page, add_user(owner_client, "editor")
    refused: list[str] = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status in {401, 403} else None)
    page.goto("/cms-login")
    log_in(page, who)
    expect(page).to_have_url(re.compile("/$"))
    refused.clear()
    page.goto("/cms-admin")
    navigation = page.get_by_role("navigation", name="Admin")
    expect(navigation.get_by_role("link", name="Redirects")).to_be_visible()
    links = {link.inner_text(): link.get_attribute("href") for link in navigation.get_by_role("link").all()}
    content = {"Pages", "Blog", "Files", "Layouts", "Shared blocks", "Linked data", "Plugin page finder"}
    assert links.keys() == content | {"Redirects", "Missing addresses", "Links", "Analytics"}
    for name, address in links.items():
        # Until it has all that it asks for.
        page.goto(address or "", wait_until="networkidle")
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
    assert refused == []


def test_an_address_of_the_shop_without_a_screen_says_so(owner_page: Page) -> None:
    owner_page.goto("/cms-ecom/warehouses")
    expect(owner_page.get_by_text("There is no screen at this address")).to_be_visible()


def test_members_are_kept_out_and_can_go_on_to_the_site(visitor_page: Page, owner_client: httpx.Client) -> None:
    page, who = visitor_page, add_user(owner_client)
    page.goto("/cms-admin/account")
    log_in(page, who)
    expect(page.get_by_text("You do not have sufficient permissions to open that page.")).to_be_visible()
    page.get_by_role("link", name="Go to the site").click()
    expect(page.locator("#page")).to_be_visible()
    page.goto("/cms-login")
    expect(page.locator("#page")).to_be_visible()


def test_somebody_comes_back_after_an_hour(visitor_page: Page, owner_client: httpx.Client) -> None:
    page, who = visitor_page, add_user(owner_client, "editor")
    page.goto("/cms-login")
    log_in(page, who)
    expect(page.locator("iframe[title='Page']")).to_be_visible()
    # What an hour leaves of a login: claims that have run out, and no token but the one to renew with.
    page.goto("/robots.txt")
    page.evaluate("localStorage.claims = JSON.stringify({ ...JSON.parse(localStorage.claims), exp: 1 })")
    page.context.clear_cookies(name="pagewright_session")
    page.goto("/cms-admin/pages?sort=url")
    expect(page.get_by_role("table", name="Pages").locator("[data-row-link]").first).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage.claims).exp * 1000 > Date.now()")


@pytest.mark.parametrize(
    ("path", "shows"),
    [
        ("/cms-login", "Log in with a passkey"),
        ("/cms-login/reset-password", "Send the link"),
        ("/cms-login/reset-password#token=used-up", "Ask for a new link"),
        ("/cms-login/invitation", "Ask the person who invited you"),
        ("/cms-login/confirm#token=t&kind=email-address", "Log in with your current address to confirm"),
    ],
)
def test_the_way_in_is_accessible(visitor_page: Page, path: str, shows: str) -> None:
    visitor_page.goto(path)
    expect(visitor_page.get_by_text(shows)).to_be_visible()
    assert faults_everywhere(visitor_page) == []

"""Forms for members without a script: logging in, a link for a new password, registering."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pyotp
import pytest

from tests.stack import Stack
from tests.web.plugin_pages import FIELD, page_with

pytestmark = pytest.mark.xdist_group("site of the web host")

PASSWORD = "a long enough password"
WRONG = "Email or password is incorrect."


@pytest.fixture
def browser(stack: Stack) -> Iterator[httpx.Client]:
    """A browser without a script, in which nobody is logged in."""
    headers = {"Origin": stack.base_url, "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"}
    with httpx.Client(base_url=stack.base_url, headers=headers, timeout=30) as client:
        yield client


@pytest.fixture
def member(stack: Stack, owner_cookies: httpx.Cookies) -> str:
    """The email address of a member."""
    email = f"{uuid.uuid4().hex}@example.org"
    person = {"firstName": "May", "lastName": "Member", "emailAddress": email, "timezone": "UTC"}
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=owner_cookies, timeout=30
    ) as owner:
        owner.post("/auth/users", json={"person": person, "password": PASSWORD}).raise_for_status()
    return email


@pytest.fixture(scope="module")
def login(stack: Stack, owner_cookies: httpx.Cookies) -> tuple[str, str]:
    """The address of a page with a login that leads to /welcome, and the login's id."""
    return page_with(stack, owner_cookies, "cms.login", {"afterLogin": "/welcome"})


@pytest.fixture
def open_registration(stack: Stack, owner_cookies: httpx.Cookies) -> Iterator[None]:
    """The site lets people register, and its pages say so."""
    url, _ = page_with(stack, owner_cookies, "cms.register")
    set_registration(stack, owner_cookies, is_open=True)
    try:
        with httpx.Client(base_url=stack.base_url, timeout=30) as client:
            end = time.monotonic() + 60
            while "You choose your password there" not in client.get(url).text:
                assert time.monotonic() < end
        yield
    finally:
        set_registration(stack, owner_cookies, is_open=False)


def is_logged_in(client: httpx.Client) -> bool:
    return client.get("/auth/account").status_code == 200


class TestTheLogin:
    def test_comes_from_the_address_of_the_browser(self, stack: Stack, login: tuple[str, str], member: str) -> None:
        url, plugin = login
        # An address of this machine that no process of the site calls from.
        elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        headers = {"Origin": stack.base_url}
        with httpx.Client(base_url=stack.base_url, headers=headers, timeout=30, transport=elsewhere) as browser:
            answer = browser.post(url, data={FIELD: plugin, "email": member, "password": PASSWORD})
            assert answer.status_code == 303
            [session] = browser.get("/auth/sessions").json()
        assert session["address"] == "127.0.0.2"

    def test_leads_on_with_the_cookies_of_a_session(
        self, browser: httpx.Client, login: tuple[str, str], member: str
    ) -> None:
        url, plugin = login
        shown = browser.get(url).text
        assert 'method="post"' in shown
        assert f'name="{FIELD}" value="{plugin}"' in shown
        answer = browser.post(url, data={FIELD: plugin, "email": f" {member} ", "password": PASSWORD})
        assert (answer.status_code, answer.headers["location"]) == (303, "/welcome")
        assert is_logged_in(browser)
        # Sessions are known by their device, which is the visitor's and not the host's.
        assert [each["device"] for each in browser.get("/auth/sessions").json()] == [browser.headers["User-Agent"]]
        # The page is made for them, so that a script, where there is one, follows the session.
        assert ' data-member=""' in browser.get(url).text
        assert browser.post(url, data={FIELD: plugin, "log-out": "yes"}).status_code == 303
        assert not is_logged_in(browser)

    @pytest.mark.parametrize(
        ("named", "leads"),
        [
            ("/members?page=2", "/members?page=2"),
            ("https://other.example/", "/welcome"),
            ("//other.example", "/welcome"),
        ],
    )
    def test_leads_back_to_where_one_was_going_and_never_elsewhere(
        self, browser: httpx.Client, login: tuple[str, str], member: str, named: str, leads: str
    ) -> None:
        url, plugin = login
        form = {FIELD: plugin, "email": member, "password": PASSWORD}
        answer = browser.post(url, params={"redirectedFrom": named}, data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, leads)

    def test_that_is_refused_is_shown_again_without_the_password(
        self, stack: Stack, browser: httpx.Client, login: tuple[str, str], member: str
    ) -> None:
        url, plugin = login
        typed = f"wrong {uuid.uuid4().hex}"
        texts = []
        for email in (member, f"{uuid.uuid4().hex}@example.org"):
            answer = browser.post(url, data={FIELD: plugin, "email": email, "password": typed})
            assert (answer.status_code, answer.headers["cache-control"]) == (422, "private, no-store")
            assert WRONG in answer.text
            assert f'value="{email}"' in answer.text
            assert typed not in unescape(answer.text)
            texts.append(answer.text.replace(email, "…"))
        # Nothing tells a known account from an unknown one.
        assert texts[0] == texts[1]
        assert not is_logged_in(browser)
        assert WRONG not in browser.get(url).text
        for name in ("web", "auth", "gateway"):
            assert typed not in stack.log(name)

    def test_is_answered_to_the_site_alone(self, browser: httpx.Client, login: tuple[str, str], member: str) -> None:
        url, plugin = login
        form = {FIELD: plugin, "email": member, "password": PASSWORD}
        answer = browser.post(url, data=form, headers={"Origin": "https://other.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin_mismatch")
        assert not browser.cookies

    def test_asks_for_the_second_step_and_takes_a_code(
        self, stack: Stack, browser: httpx.Client, login: tuple[str, str], member: str
    ) -> None:
        url, plugin = login
        codes = add_second_step(stack, member)
        first = browser.post(url, data={FIELD: plugin, "email": member, "password": PASSWORD})
        assert first.status_code == 200
        assert not is_logged_in(browser)
        challenge = hidden(first.text, "challenge")
        step = {FIELD: plugin, "challenge": challenge, "methods": hidden(first.text, "methods")}
        wrong = browser.post(url, data={**step, "code": "00000-00000"})
        assert wrong.status_code == 422
        assert "This code is incorrect" in wrong.text
        assert hidden(wrong.text, "challenge") == challenge
        assert not is_logged_in(browser)
        answer = browser.post(url, data={**step, "code": f" {codes[0]} "})
        assert (answer.status_code, answer.headers["location"]) == (303, "/welcome")
        assert is_logged_in(browser)

    def test_begins_anew_when_the_second_step_took_too_long(
        self, browser: httpx.Client, login: tuple[str, str]
    ) -> None:
        url, plugin = login
        step = {FIELD: plugin, "challenge": "x" * 43, "methods": "totp", "code": "123456"}
        answer = browser.post(url, data=step)
        assert answer.status_code == 422
        assert "Start again" in answer.text
        assert 'name="password"' in answer.text


class TestALinkForANewPassword:
    def test_is_asked_for_and_nothing_tells_whether_there_is_an_account(
        self, stack: Stack, browser: httpx.Client, owner_cookies: httpx.Cookies, member: str
    ) -> None:
        url, plugin = page_with(stack, owner_cookies, "cms.resetPassword")
        for email in (member, f"{uuid.uuid4().hex}@example.org"):
            answer = browser.post(url, data={FIELD: plugin, "emailAddress": email})
            assert answer.status_code == 200
            assert "is on its way" in answer.text
        refused = browser.post(url, data={FIELD: plugin, "emailAddress": "nobody"})
        assert refused.status_code == 422
        assert 'value="nobody"' in refused.text
        assert 'class="pw-field-fault"' in refused.text


class TestARegistration:
    def test_is_taken_where_the_site_lets_people_register(
        self, stack: Stack, browser: httpx.Client, owner_cookies: httpx.Cookies, open_registration: None
    ) -> None:
        url, plugin = page_with(stack, owner_cookies, "cms.register")
        email = f"{uuid.uuid4().hex}@example.org"
        form = {FIELD: plugin, "firstName": "Rae", "lastName": "New", "emailAddress": email}
        refused = browser.post(url, data={**form, "emailAddress": "nobody"})
        assert refused.status_code == 422
        assert 'class="pw-field-fault"' in refused.text
        assert 'value="Rae"' in refused.text
        assert 'type="password"' not in refused.text
        taken = browser.post(url, data=form)
        assert taken.status_code == 200
        assert "open the link in the email" in taken.text


def add_second_step(stack: Stack, email: str) -> list[str]:
    """Set an authenticator app up for somebody; the recovery codes."""
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        client.post("/auth/tokens", json={"email": email, "password": PASSWORD}).raise_for_status()
        secret: str = client.post("/auth/account/totp").raise_for_status().json()["secret"]
        answer = client.put("/auth/account/totp", json={"code": pyotp.TOTP(secret).now()})
        codes: list[str] = answer.raise_for_status().json()["recoveryCodes"]
        return codes


def hidden(html: str, name: str) -> str:
    """The value of a hidden input."""
    return unescape(html.split(f'name="{name}" value="')[1].split('"', maxsplit=1)[0])


def set_registration(stack: Stack, cookies: httpx.Cookies, *, is_open: bool) -> None:
    with httpx.Client(
        base_url=stack.base_url, headers={"Origin": stack.base_url}, cookies=cookies, timeout=30
    ) as owner:
        entries: list[dict[str, Any]] = owner.get("/cms/config").json()
        entry = next(each for each in entries if each["key"] == "allowRegistration")
        owner.put(
            f"/cms/config/{entry['id']}", json={"value": is_open}, headers={"If-Match": f'"{entry["version"]}"'}
        ).raise_for_status()

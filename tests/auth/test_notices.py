"""What people are told by mail of their accounts, from the call to the mailbox: real auth, cms and SMTP server."""

from collections.abc import AsyncIterator
from email.message import EmailMessage

import httpx
import pytest
from sqlalchemy import select, text

from auth.app import app
from cms.app import app as cms_app
from kit.tables import OutboxRow
from kit.testing import ServiceClient, Start
from kit.testing.identity import PUBLIC_URL
from tests.auth.authenticator import Authenticator
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user
from tests.auth.mailbox import mails
from tests.auth.programs import OWN, form
from tests.auth.second_factors import Clock, add_app, add_passkey, use_passkey
from tests.cms.working import take_up
from tests.mail_server import MailServer, mail_server

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36"
)
HERE = "203.0.113.7"

pytestmark = pytest.mark.beside_cms


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with mail_server() as running:
        yield running


@pytest.fixture
async def cms(start: Start, server: MailServer) -> ServiceClient:
    """The cms service, which has its mail taken by the server."""
    mounts = {"http://auth.test": app}
    return await start(cms_app, mounts=mounts, smtp_host="127.0.0.1", smtp_port=server.port, smtp_security="none")


@pytest.fixture
async def window(client: ServiceClient, account: Account) -> AsyncIterator[httpx.AsyncClient]:
    """Firefox, where the account's owner is logged in."""
    async with browser(client, HERE) as opened:
        opened.headers["User-Agent"] = FIREFOX
        assert (await log_in(opened, EMAIL)).status_code == 200
        yield opened


async def arrived(cms: ServiceClient, server: MailServer) -> list[EmailMessage]:
    """What has come to the mailboxes since this was asked last."""
    await take_up(cms)
    messages = [*server.messages]
    server.messages.clear()
    return messages


def words(message: EmailMessage, kind: str = "plain") -> str:
    part = message.get_body((kind,))
    assert part is not None
    content: str = part.get_content()
    return content.replace("\r", "")


async def the_notice(cms: ServiceClient, server: MailServer, subject: str, *said: str, to: str = EMAIL) -> str:
    """The one mail that came, which says when, from where and what to do. Its text."""
    [message] = await arrived(cms, server)
    plain, html = words(message), words(message, "html")
    assert (message["Subject"], message["To"].addresses[0].addr_spec) == (subject, to)
    assert "(Europe/London)" in plain
    assert f"Your account: {PUBLIC_URL}/cms-admin/account" in plain.splitlines()
    assert f'href="{PUBLIC_URL}/cms-admin/account"' in html
    assert "tell the site\u2019s administrator" in plain
    for part in said:
        assert part in plain
        assert part in html
    return plain


async def from_here(cms: ServiceClient, server: MailServer, subject: str, *said: str, to: str = EMAIL) -> str:
    return await the_notice(cms, server, subject, "Firefox on Linux", HERE, *said, to=to)


class TestPasskeys:
    async def test_that_are_added_and_taken_out(
        self, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        added = await add_passkey(window, {}, Authenticator(), "Ada's <phone>")
        [message] = await arrived(cms, server)
        assert message["Subject"] == "A passkey was added to your account at localhost"
        assert "The passkey “Ada's <phone>” was added" in words(message)
        assert "<phone>" not in words(message, "html")
        assert (await window.delete(f"/auth/account/passkeys/{added.json()['id']}")).status_code == 204
        await from_here(cms, server, "A passkey was removed from your account at localhost")

    async def test_that_are_kept_are_nothing_to_tell(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        added = await add_passkey(window, {}, Authenticator())
        assert len(await arrived(cms, server)) == 1
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE scopes SET requires_second_factor = true WHERE name = 'editor'"))
        assert (await window.delete(f"/auth/account/passkeys/{added.json()['id']}")).status_code == 409
        assert await arrived(cms, server) == []


class TestAuthenticator:
    async def test_from_its_set_up_to_its_end(
        self, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient, clock: Clock
    ) -> None:
        app = await add_app(window, {}, clock)
        await from_here(cms, server, "An authenticator app was set up for localhost")
        renewed = await window.post("/auth/account/recovery-codes")
        text_ = await from_here(cms, server, "New recovery codes for localhost were created")
        assert not any(code in text_ for code in [*app.recovery_codes, *renewed.json()["recoveryCodes"]])
        assert (await window.delete("/auth/account/totp")).status_code == 204
        await from_here(cms, server, "The authenticator app for localhost was removed")
        # There is none any more.
        assert (await window.delete("/auth/account/totp")).status_code == 204
        assert await arrived(cms, server) == []

    async def test_an_administrator_takes_out_says_nothing_of_theirs(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, account: Account
    ) -> None:
        await add_passkey(client, await bearer(client, account), Authenticator())
        await arrived(cms, server)
        admin = await make_user(client, "admin", first_name="Grace", last_name="Hopper")
        headers = {**await bearer(client, admin), "User-Agent": CHROME}
        answer = await client.delete(f"/auth/users/{account.id}/second-factors", headers=headers)
        assert answer.status_code == 204
        said = await the_notice(cms, server, "Your second factors for localhost were removed", "An administrator")
        assert not any(word in said for word in ("Grace", "Chrome", "127.0.0.1"))


class TestApiTokens:
    async def test_that_are_made(self, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient) -> None:
        made = await window.post(OWN, json=form("editor"))
        assert made.status_code == 201
        said = await from_here(cms, server, "An API token was created for your account at localhost", "Nightly import")
        assert "what these scopes allow: editor." in said
        assert made.json()["token"] not in said

    async def test_without_scopes_say_what_they_may_do(
        self, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        assert (await window.post(OWN, json=form())).status_code == 201
        [message] = await arrived(cms, server)
        assert "A program with this token can do what every account can." in words(message)


class TestPasswords:
    async def test_that_are_changed(self, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient) -> None:
        body = {"currentPassword": PASSWORD, "password": "four copper lanterns"}
        assert (await window.put("/auth/users/reset-password", json=body)).status_code == 204
        await from_here(cms, server, "Your password for localhost was changed")

    async def test_asked_for_by_the_previous_release_name_the_device(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        body = {"currentPassword": PASSWORD, "password": "four copper lanterns"}
        assert (await window.put("/auth/users/reset-password", json=body)).status_code == 204
        async with client.kit.database.transaction() as session:
            device = {"name": "Firefox on Linux", "address": HERE}
            row = (await session.scalars(select(OutboxRow).where(OutboxRow.name == "auth.notice_requested"))).one()
            row.payload = {**row.payload, "device": device}
        await from_here(cms, server, "Your password for localhost was changed")


class TestAddresses:
    async def test_that_change_are_told_to_the_old_mailbox_twice(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        new = "ada@engines.example"
        asked = await window.post("/auth/account/email-address", json={"emailAddress": new})
        assert asked.status_code == 202
        by_mailbox = {message["To"].addresses[0].addr_spec: message for message in await arrived(cms, server)}
        assert by_mailbox.keys() == {EMAIL, new}
        assert by_mailbox[EMAIL]["Subject"] == "Your email address at localhost is being changed"
        assert new in words(by_mailbox[EMAIL])
        link = {"token": link_token(words(by_mailbox[new]))}
        assert (await window.post("/auth/account/email-address/confirmation", json=link)).status_code == 204
        await from_here(cms, server, "Your email address at localhost was changed", new, to=EMAIL)


class TestLogins:
    async def test_with_the_same_browser_in_the_same_network_are_nothing_new(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        async with browser(client, "203.0.113.99") as other:
            other.headers["User-Agent"] = FIREFOX.replace("143", "151")
            assert (await log_in(other, EMAIL)).status_code == 200
        assert await arrived(cms, server) == []

    @pytest.mark.parametrize(
        ("agent", "address", "name"),
        [
            (CHROME, HERE, "Chrome on Windows"),
            (FIREFOX, "198.51.100.7", "Firefox on Linux"),
            (FIREFOX, "2001:db8::7", "Firefox on Linux"),
        ],
    )
    async def test_with_another_browser_or_in_another_network_are_told_once(
        self,
        client: ServiceClient,
        cms: ServiceClient,
        server: MailServer,
        window: httpx.AsyncClient,
        agent: str,
        address: str,
        name: str,
    ) -> None:
        for _ in range(2):
            async with browser(client, address) as other:
                other.headers["User-Agent"] = agent
                assert (await log_in(other, EMAIL)).status_code == 200
        await the_notice(cms, server, "A new login to your account at localhost", name, address)

    async def test_by_way_of_nat64_are_of_the_network_behind_it(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        async with browser(client, f"64:ff9b::{HERE}") as same, browser(client, "64:ff9b::198.51.100.7") as another:
            for opened in (same, another):
                opened.headers["User-Agent"] = FIREFOX
                assert (await log_in(opened, EMAIL)).status_code == 200
        await the_notice(cms, server, "A new login to your account at localhost", "64:ff9b::198.51.100.7")

    async def test_of_an_account_whose_sessions_are_all_forgotten_are_told(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("DELETE FROM sessions"))
        assert (await log_in(window, EMAIL)).status_code == 200
        await from_here(cms, server, "A new login to your account at localhost")

    async def test_that_fail_are_nothing_to_tell(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        async with browser(client, "198.51.100.7") as other:
            assert (await log_in(other, EMAIL, "a wrong password")).status_code == 401
        assert await arrived(cms, server) == []

    async def test_by_passkey_are_told_too(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer, window: httpx.AsyncClient
    ) -> None:
        device = Authenticator()
        await add_passkey(window, {}, device)
        await arrived(cms, server)
        async with browser(client, "198.51.100.7") as other:
            assert (await use_passkey(other, device)).status_code == 200
        await the_notice(cms, server, "A new login to your account at localhost", "198.51.100.7")


class TestNotices:
    async def test_wait_for_nobody_and_come_once_all_are_there(self, start: Start, server: MailServer) -> None:
        """Neither cms nor Redis is there when the account is changed."""
        alone = await start(
            app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE, redis_url="redis://127.0.0.1:1"
        )
        account = await make_user(alone, "editor", email=EMAIL)
        added = await add_passkey(alone, await bearer(alone, account), Authenticator())
        assert added.status_code == 201
        async with alone.kit.database.transaction() as session:
            [row] = (await session.scalars(select(OutboxRow))).all()
        assert (row.name, row.payload["kind"]) == ("auth.notice_requested", "passkey_added")

    async def test_of_members_lead_to_the_site(
        self, client: ServiceClient, cms: ServiceClient, server: MailServer
    ) -> None:
        """content is away: what the mail says is of use without the members' own page."""
        member = await make_user(client, email="mo@example.org")
        await add_passkey(client, await bearer(client, member), Authenticator())
        [message] = await arrived(cms, server)
        assert f"The site: {PUBLIC_URL}/" in words(message).splitlines()

    async def test_hold_no_secret(self, client: ServiceClient, cms: ServiceClient, window: httpx.AsyncClient) -> None:
        await add_passkey(window, {}, Authenticator())
        assert [mail.has_secret for mail in await mails(cms)] == [False]


def link_token(plain: str) -> str:
    """The token in the one link of a mail that has a fragment."""
    [line] = [line for line in plain.splitlines() if "#token=" in line]
    return line.partition("#token=")[2].partition("&")[0]

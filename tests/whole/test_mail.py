"""Mail of a whole copy, through the gateway: a forgotten password, what was done to an account, sending by hand."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import httpx
import psutil
import pytest

from deploy.local.mail import MAIL_SETTINGS
from tests.mail_server import MailServer, mail_server_in_thread
from tests.stack import Stack, running_stack
from tests.stack_fixtures import OWNER_EMAIL, OWNER_PASSWORD, set_up_site
from tests.waiting import eventually

# Some start a copy of their own.
NEW_PASSWORD = "nine quiet otters paddle"
# Characters that configuration files give a meaning of their own.
ODD = """p"a;s's #w%o(r)d\\ """


def new_user(owner: httpx.Client, name: str = "Mo") -> str:
    """Somebody who is on file and has no password; their email address."""
    address = f"{uuid.uuid4().hex}@example.org"
    person = {"firstName": name, "lastName": "Member", "emailAddress": address, "timezone": "UTC"}
    answer = owner.post("/auth/users", json={"person": person, "scopes": [], "password": "the old password it was"})
    assert answer.status_code == 201, answer.text
    return address


def ask(stack: Stack, address: str) -> None:
    answer = httpx.post(
        f"{stack.base_url}/cms/users/reset-password",
        json={"emailAddress": address},
        headers={"Origin": stack.base_url, "X-Forwarded-Host": "evil.example"},
        timeout=30,
    )
    assert (answer.status_code, answer.json()) == (202, {})


def token_in(text: str, stack: Stack) -> str:
    found = re.search(rf"^{re.escape(stack.base_url)}/cms-login/reset-password#token=(\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def plain(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    text: str = part.get_content()
    return text.replace("\r", "")


def choose_password(stack: Stack, token: str, address: str) -> None:
    """By the link, and then log in with it."""
    with httpx.Client(base_url=stack.base_url, headers={"Origin": stack.base_url}, timeout=30) as client:
        changed = client.put("/auth/users/reset-password", json={"token": token, "password": NEW_PASSWORD})
        assert changed.status_code == 204, changed.text
        login = client.post("/auth/tokens", json={"email": address, "password": NEW_PASSWORD})
        assert login.status_code == 200, login.text


class TestWithoutServer:
    def test_the_link_is_kept_for_the_owner(self, stack: Stack, owner_client: httpx.Client) -> None:
        address = new_user(owner_client)
        ask(stack, address)

        def line() -> Any:
            page = owner_client.get("/cms/emails", params={"q": address, "state": "kept"}).json()
            return next((each for each in page["results"] if each["kind"] == "reset_password"), None)

        email = owner_client.get(f"/cms/emails/{eventually(line)['id']}").json()
        choose_password(stack, token_in(email["text"], stack), address)
        assert owner_client.get("/cms/site").json()["hasMail"] is False


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    with mail_server_in_thread() as running:
        yield running


@pytest.fixture(scope="module")
def mailing(server: MailServer) -> Iterator[Stack]:
    """A copy with a mail server."""
    settings = {
        "SMTP_HOST": "127.0.0.1",
        "SMTP_PORT": str(server.port),
        "SMTP_SECURITY": "none",
        "SMTP_PASSWORD": ODD,
        "MAIL_FROM": '"Willow; Sons" <mail@willow.example>',
    }
    with running_stack(**settings) as stack:
        set_up_site(stack)
        yield stack


@pytest.fixture
def owner(mailing: Stack) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=mailing.base_url, headers={"Origin": mailing.base_url}, timeout=30) as client:
        client.post("/auth/tokens", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD}).raise_for_status()
        yield client


@pytest.mark.xdist_group("own stack")
class TestWithServer:
    def test_the_link_arrives_and_is_nowhere_else(
        self, mailing: Stack, owner: httpx.Client, server: MailServer
    ) -> None:
        address = new_user(owner, "Ann")
        ask(mailing, address)

        def arrived() -> Any:
            return next((each for each in server.messages if address in each["To"]), None)

        message = eventually(arrived)
        assert message["Subject"] == "Choose a new password for Example"
        token = token_in(plain(message), mailing)
        assert token in message.get_body(("html",)).get_content()

        def sent() -> Any:
            page = owner.get("/cms/emails", params={"q": address}).json()
            return next((each for each in page["results"] if each["state"] == "sent"), None)

        email = owner.get(f"/cms/emails/{eventually(sent)['id']}").json()
        assert (email["text"], email["html"], email["bodyHidden"]) == (None, None, "delivered")
        logs = "".join(path.read_text(errors="replace") for path in (mailing.data_dir / "logs").iterdir())
        assert token not in logs
        choose_password(mailing, token, address)
        assert owner.get("/cms/site").json()["hasMail"] is True

    def test_what_was_done_to_an_account_is_told(self, mailing: Stack, owner: httpx.Client, server: MailServer) -> None:
        name = f"Nightly export {uuid.uuid4().hex}"
        tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
        made = owner.post("/auth/account/api-tokens", json={"name": name, "scopes": ["editor"], "expiresAt": tomorrow})
        assert made.status_code == 201, made.text

        def told() -> Any:
            return next((each for each in server.messages if name in plain(each)), None)

        message = eventually(told)
        assert message["To"].addresses[0].addr_spec == OWNER_EMAIL
        assert f"Your account: {mailing.base_url}/cms-admin/account" in plain(message)
        assert made.json()["token"] not in message.as_string()

    def test_what_was_refused_is_sent_by_hand(self, mailing: Stack, owner: httpx.Client, server: MailServer) -> None:
        address = new_user(owner)
        server.answers["RCPT"] = "550 5.1.1 No such mailbox"
        try:
            ask(mailing, address)

            def failed() -> Any:
                page = owner.get("/cms/emails", params={"q": address, "state": "failed"}).json()
                return next(iter(page["results"]), None)

            email = eventually(failed)
        finally:
            server.answers.clear()
        sending = f"/cms/emails/{email['id']}/sending"
        answers = [owner.post(sending, headers={"Idempotency-Key": "once"}).status_code for _ in range(3)]
        assert answers == [202] * 3
        eventually(lambda: owner.get(f"/cms/emails/{email['id']}").json()["state"] == "sent")
        [message] = [each for each in server.messages if address in each["To"]]
        choose_password(mailing, token_in(plain(message), mailing), address)

    def test_the_settings_are_in_no_processs_first_environment(self, mailing: Stack) -> None:
        # That is what `ps e` shows. Who is given them: tests/deploy/test_forking.py.
        for process in map(psutil.Process, mailing.pids()):
            assert not set(MAIL_SETTINGS).intersection(process.environ())

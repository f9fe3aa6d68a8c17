"""What becomes of ``POST /private/emails``, without an SMTP server."""

from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from cms.emails.kinds import KINDS
from cms.emails.models import Email
from kit.tables import Job
from kit.testing import ServiceClient, Tokens
from kit.testing.identity import PUBLIC_URL
from tests.cms.factory import config_entry, stored_email

LINK = f"{PUBLIC_URL}/cms-login/reset-password#token=a-secret"
NOTICE = {
    "moment": "4 March 2026 at 09:05 (Europe/London)",
    "device": "Firefox on Linux",
    "address": "203.0.113.7",
    "link": f"{PUBLIC_URL}/cms-admin/account",
}
DATA: dict[str, dict[str, Any]] = {
    "reset_password": {"link": LINK},
    "password_changed": NOTICE,
    "invitation": {"link": LINK, "inviterName": "Ida Ito"},
    "confirm_registration": {"link": LINK},
    "already_registered": {"link": f"{PUBLIC_URL}/cms-login"},
    "confirm_address": {"link": LINK},
    "address_change_asked": {**NOTICE, "newAddress": "ida@new.example"},
    "address_changed": {**NOTICE, "newAddress": "ida@new.example"},
    "api_token_created": {**NOTICE, "tokenName": "Nightly export", "scopes": "editor, crm:read"},
    "authenticator_added": NOTICE,
    "authenticator_removed": NOTICE,
    "factors_removed": NOTICE,
    "login_unfamiliar": NOTICE,
    "passkey_added": {**NOTICE, "passkeyName": "Laptop"},
    "passkey_removed": {**NOTICE, "passkeyName": "Laptop"},
    "recovery_codes_renewed": NOTICE,
    "user_deleted": {**NOTICE, "link": f"{PUBLIC_URL}/"},
    "user_disabled": {**NOTICE, "link": f"{PUBLIC_URL}/"},
    "user_enabled": NOTICE,
    "user_scopes_changed": {**NOTICE, "added": ["editor: Pages, blog and files."], "taken": ["club", "crm:read"]},
    "other_access_ended": {**NOTICE, "passkeys": ["Laptop"], "apiTokens": ["Nightly export"], "sessions": "2"},
}


def request_for(kind: str = "password_changed", **changed: Any) -> dict[str, Any]:
    to = {"name": "Ann Ash", "emailAddress": "ann@example.org"}
    return {"kind": kind, "to": to, "data": DATA[kind], **changed}


async def ask(client: ServiceClient, tokens: Tokens, body: dict[str, Any]) -> httpx.Response:
    return await client.post("/private/emails", json=body, headers=tokens.internal("auth", to="cms"))


class TestCreate:
    @pytest.mark.parametrize("kind", sorted(KINDS))
    async def test_keeps_every_kind(self, client: ServiceClient, tokens: Tokens, kind: str) -> None:
        await config_entry(client, "siteName", "Willow & Sons")
        answer = await ask(client, tokens, request_for(kind))
        assert answer.status_code == 202
        email = await stored_email(client, answer.json()["id"])
        assert (email.state, email.kind, email.to_address) == ("kept", kind, "ann@example.org")
        assert email.has_secret == ("#token=" in str(DATA[kind]))
        assert "Willow & Sons" in email.subject
        assert email.text is not None
        assert email.html is not None
        assert "Willow &amp; Sons" in email.html
        assert "Willow & Sons" not in email.html
        for value in DATA[kind].values():
            for line in [value] if isinstance(value, str) else value:
                assert line in email.text
                assert line in email.html

    async def test_keeps_it_without_a_job(self, client: ServiceClient, tokens: Tokens) -> None:
        await ask(client, tokens, request_for())
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(Job)) == 0

    async def test_writes_one_email_for_one_key(self, client: ServiceClient, tokens: Tokens) -> None:
        first = await ask(client, tokens, request_for(idempotencyKey="reset 7"))
        again = await ask(client, tokens, request_for(idempotencyKey="reset 7"))
        other = await ask(client, tokens, request_for(idempotencyKey="reset 8"))
        assert first.json() == again.json() != other.json()
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(func.count()).select_from(Email)) == 2

    async def test_escapes_what_people_call_themselves(self, client: ServiceClient, tokens: Tokens) -> None:
        to = {"name": '<img src=x onerror="alert(1)">{{ link }}', "emailAddress": "ann@example.org"}
        answer = await ask(client, tokens, request_for("reset_password", to=to))
        email = await stored_email(client, answer.json()["id"])
        assert email.html is not None
        assert "<img" not in email.html
        assert "&lt;img src=x" in email.html
        assert "{{ link }}" in email.html

    async def test_makes_one_line_of_what_would_begin_a_header(self, client: ServiceClient, tokens: Tokens) -> None:
        data = {"link": LINK, "inviterName": "Ida\r\nBcc: all@example.org\r\n\r\nBuy\u2028this\u202e"}
        answer = await ask(client, tokens, request_for("invitation", data=data))
        email = await stored_email(client, answer.json()["id"])
        assert email.subject == "Ida Bcc: all@example.org Buy this invites you to localhost"

    async def test_lists_each_thing_in_a_line_of_its_own(self, client: ServiceClient, tokens: Tokens) -> None:
        data = {**NOTICE, "added": ["board: Its\r\n- admin", "<b>"], "taken": []}
        answer = await ask(client, tokens, request_for("user_scopes_changed", data=data))
        email = await stored_email(client, answer.json()["id"])
        assert "\n\nAdded:\n- board: Its - admin\n- <b>\n\nWhen: " in (email.text or "")
        assert "<li>board: Its - admin</li>\n<li>&lt;b&gt;</li>" in (email.html or "")
        assert "Taken away" not in f"{email.text}{email.html}"

    @pytest.mark.parametrize("kind", ["confirm_registration", "already_registered", "confirm_address"])
    async def test_says_no_name_that_a_stranger_chose(self, client: ServiceClient, tokens: Tokens, kind: str) -> None:
        to = {"name": "Free money at https://evil.example", "emailAddress": "ann@example.org"}
        email = await stored_email(client, (await ask(client, tokens, request_for(kind, to=to))).json()["id"])
        assert "evil" not in f"{email.subject}{email.text}{email.html}"

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"kind": "newsletter"}, "kind"),
            ({"kind": "reset_password", "data": {}}, "data.link"),
            ({"kind": "reset_password", "data": {"link": LINK, "state": "sent"}}, "data.state"),
            ({"kind": "reset_password", "data": {"link": "https://evil.example/#token=x"}}, "data.link"),
            ({"kind": "reset_password", "data": {"link": f"{PUBLIC_URL}.evil.example/#token=x"}}, "data.link"),
            ({"kind": "reset_password", "data": {"link": "javascript:alert(1)"}}, "data.link"),
            ({"to": {"name": "Ann", "emailAddress": "ann@example.org\r\nBcc: all@example.org"}}, "to.emailAddress"),
            ({"to": {"name": "Ann", "emailAddress": "ann"}}, "to.emailAddress"),
            ({"to": {"name": "A" * 501, "emailAddress": "ann@example.org"}}, "to.name"),
            ({"idempotencyKey": ""}, "idempotencyKey"),
            (request_for("user_scopes_changed", data={**NOTICE, "added": ["x" * 601], "taken": []}), "data.added.0"),
        ],
    )
    async def test_refuses(self, client: ServiceClient, tokens: Tokens, changed: dict[str, Any], field: str) -> None:
        answer = await ask(
            client, tokens, request_for(**changed) if "kind" not in changed else {**request_for(), **changed}
        )
        assert answer.status_code == 422
        assert [fault["field"] for fault in answer.json()["errors"]] == [field]

    async def test_is_for_services_only(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.post("/private/emails", json=request_for(), headers=tokens.bearer("super"))
        assert answer.status_code == 401

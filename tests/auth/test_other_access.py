"""What opens an account beside its password: named where the password is reset, and ended in one go."""

from typing import Any

import httpx
import pytest
from sqlalchemy import select, text, update

from auth.people.models import OneTimeToken, Scope
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Tokens
from tests.auth.authenticator import Authenticator
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user
from tests.auth.mailbox import mails
from tests.auth.programs import make_token, status
from tests.auth.second_factors import Clock, add_app, add_passkey, use_passkey

CHOSEN = "four copper lanterns"
OTHER_ACCESS = "/auth/account/other-access"
RESET = "/auth/users/reset-password"

pytestmark = pytest.mark.beside_cms


@pytest.fixture
async def account(client: ServiceClient) -> Account:
    return await make_user(client, "admin", email=EMAIL, password=PASSWORD)


@pytest.fixture
async def owner(client: ServiceClient, account: Account) -> dict[str, str]:
    return await bearer(client, account)


@pytest.fixture
async def program(client: ServiceClient, account: Account) -> dict[str, Any]:
    """An API token of the account, made in a session of its own."""
    return await make_token(client, account, "admin")


@pytest.fixture
async def device(client: ServiceClient, owner: dict[str, str]) -> Authenticator:
    """What holds a passkey of the account."""
    device = Authenticator()
    assert (await add_passkey(client, owner, device)).status_code == 201
    return device


@pytest.fixture
async def link(client: ServiceClient, account: Account, tokens: Tokens) -> str:
    """The token in the link that was mailed to the account."""
    as_cms = tokens.internal("cms", to="auth")
    answer = await client.post("/private/password-resets", json={"emailAddress": EMAIL}, headers=as_cms)
    return str(answer.json()["token"])


class TestReset:
    async def test_the_link_tells_how_much_else_opens_the_account(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, link: str
    ) -> None:
        await make_token(client, account, "admin")
        await make_token(client, await make_user(client, "admin"), "admin")
        expired = await make_token(client, account, "admin")
        async with client.kit.database.transaction() as session:
            lapse = text("UPDATE api_tokens SET expires_at = now() - interval '1 minute' WHERE id = :id")
            await session.execute(lapse, {"id": expired["id"]})
        answer = await visitor.post(f"{RESET}/inspection", json={"token": link})
        assert answer.json() == {"emailAddress": EMAIL, "apiTokens": 1, "passkeys": 0}

    async def test_the_tokens_go_on_unless_that_is_not_wanted(
        self, client: ServiceClient, visitor: httpx.AsyncClient, program: dict[str, Any], link: str
    ) -> None:
        assert (await visitor.put(RESET, json={"token": link, "password": CHOSEN})).status_code == 204
        assert await status(client, program) == 200

    async def test_they_are_refused_at_once_where_it_is_not(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, program: dict[str, Any], link: str
    ) -> None:
        others = await make_token(client, await make_user(client, "admin"), "admin")
        # Services keep what they were told about a token for half a minute.
        assert await status(client, program) == 200
        body = {"token": link, "password": CHOSEN, "revokeApiTokens": True}
        assert (await visitor.put(RESET, json=body)).status_code == 204
        assert await status(client, program) == 401
        assert await status(client, others) == 200
        async with client.kit.database.transaction() as session:
            query = select(AuditEntry).where(AuditEntry.action == "api_token.revoked")
            entry = (await session.scalars(query)).one()
        assert (entry.actor_id, entry.subject_id) == (account.id, account.id)

    async def test_a_link_takes_no_passkey_away(
        self, client: ServiceClient, visitor: httpx.AsyncClient, device: Authenticator, link: str
    ) -> None:
        found = (await visitor.post(f"{RESET}/inspection", json={"token": link})).json()
        assert found["passkeys"] == 1
        body = {"token": link, "password": CHOSEN, "revokeApiTokens": True}
        assert (await visitor.put(RESET, json=body)).status_code == 204
        answer = await log_in(visitor, EMAIL, CHOSEN)
        assert answer.json()["code"] == "second_factor_needed"

    async def test_nothing_is_revoked_by_a_link_that_is_none(
        self, client: ServiceClient, visitor: httpx.AsyncClient, program: dict[str, Any]
    ) -> None:
        body = {"token": "made up", "password": CHOSEN, "revokeApiTokens": True}
        assert (await visitor.put(RESET, json=body)).status_code == 404
        assert await status(client, program) == 200


class TestEnding:
    async def test_ends_everything_but_the_password_and_the_present_session(
        self,
        client: ServiceClient,
        visitor: httpx.AsyncClient,
        account: Account,
        owner: dict[str, str],
        program: dict[str, Any],
        device: Authenticator,
    ) -> None:
        elsewhere = await bearer(client, account)
        others = await bearer(client, await make_user(client, "admin"))
        body = {"emailAddress": "elsewhere@example.org"}
        assert (await client.post("/auth/account/email-address", json=body, headers=elsewhere)).status_code == 202
        answer = await client.delete(OTHER_ACCESS, headers=owner)
        assert answer.status_code == 200
        assert answer.json() == {"sessions": 2, "apiTokens": 1, "passkeys": 1, "passkeysKept": 0}
        assert (await client.get("/auth/account", headers=owner)).json()["passkeys"] == []
        assert (await client.get("/auth/account", headers=elsewhere)).status_code == 401
        assert (await client.get("/auth/account", headers=others)).status_code == 200
        assert await status(client, program) == 401
        assert (await use_passkey(visitor, device)).json()["code"] == "passkey_refused"
        assert (await log_in(visitor, EMAIL)).status_code == 200
        async with client.kit.database.transaction() as session:
            assert (await session.scalars(select(OneTimeToken))).all() == []
            actions = (await session.scalars(select(AuditEntry.action))).all()
        assert {"session.ended", "api_token.revoked", "passkey.removed"} <= {*actions}

    async def test_is_told_in_one_mail_that_lists_it(
        self, client: ServiceClient, cms: ServiceClient, account: Account, owner: dict[str, str]
    ) -> None:
        for name in ("Ada's <phone>", "Laptop"):
            assert (await add_passkey(client, owner, Authenticator(), name)).status_code == 201
        for name in ("Nightly import", "Backups"):
            await make_token(client, account, "admin", name=name)
        before = len(await mails(cms))
        assert (await client.delete(OTHER_ACCESS, headers=owner)).status_code == 200
        [mail] = (await mails(cms))[before:]
        assert (mail.kind, mail.to_address) == ("other_access_ended", EMAIL)
        lines = (mail.text or "").splitlines()
        ended = [line for line in lines if line.startswith("- ")]
        assert sorted(ended) == [
            "- 2 other sessions",
            "- The API token “Backups”",
            "- The API token “Nightly import”",
            "- The passkey “Ada's <phone>”",
            "- The passkey “Laptop”",
        ]
        assert "IP address: 127.0.0.1" in lines
        assert "<phone>" not in (mail.html or "")

    async def test_of_nothing_is_nothing_to_tell(
        self, client: ServiceClient, cms: ServiceClient, owner: dict[str, str]
    ) -> None:
        answer = await client.delete(OTHER_ACCESS, headers=owner)
        assert answer.json() == {"sessions": 0, "apiTokens": 0, "passkeys": 0, "passkeysKept": 0}
        assert await mails(cms) == []

    async def test_keeps_passkeys_that_a_scope_needs(
        self, client: ServiceClient, owner: dict[str, str], program: dict[str, Any], device: Authenticator
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(update(Scope).where(Scope.name == "admin").values(requires_second_factor=True))
        answer = await client.delete(OTHER_ACCESS, headers=owner)
        assert answer.json() == {"sessions": 1, "apiTokens": 1, "passkeys": 0, "passkeysKept": 1}
        assert len((await client.get("/auth/account", headers=owner)).json()["passkeys"]) == 1

    async def test_unless_there_is_an_authenticator_app(
        self, client: ServiceClient, owner: dict[str, str], device: Authenticator, clock: Clock
    ) -> None:
        await add_app(client, owner, clock)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Scope).where(Scope.name == "admin").values(requires_second_factor=True))
        answer = await client.delete(OTHER_ACCESS, headers=owner)
        assert answer.json() == {"sessions": 0, "apiTokens": 0, "passkeys": 1, "passkeysKept": 0}
        assert (await client.get("/auth/account", headers=owner)).json()["totp"]["isEnabled"] is True

    async def test_is_for_a_session_that_was_confirmed_lately(
        self, client: ServiceClient, owner: dict[str, str], program: dict[str, Any]
    ) -> None:
        assert await status(client, program, "/auth/account") == 200
        by_program = await client.delete(OTHER_ACCESS, headers={"Authorization": f"Bearer {program['token']}"})
        assert by_program.json()["code"] == "needs_session"
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'"))
        assert (await client.delete(OTHER_ACCESS, headers=owner)).json()["code"] == "confirmation_needed"
        assert (await client.delete(OTHER_ACCESS)).status_code == 401
        assert await status(client, program) == 200

    async def test_not_from_another_sites_page(self, client: ServiceClient, account: Account) -> None:
        async with browser(client) as window:
            await log_in(window, EMAIL)
            answer = await window.delete(OTHER_ACCESS, headers={"Origin": "https://evil.example"})
            assert answer.json()["code"] == "origin_mismatch"

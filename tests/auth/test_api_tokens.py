"""API tokens, from being made to being refused, as every service sees them."""

import hashlib
import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from auth.app import app
from auth.grants.api_tokens import MOST
from auth.grants.models import ApiToken
from auth.sessions.models import LoginSession
from cms.app import app as cms
from kit.api_tokens import digest_of
from kit.auth import Principal, table_of_guards
from kit.testing import ServiceClient, Start, Tokens
from tests.auth.factory import bearer, make_user
from tests.auth.programs import OWN, carrying, entries, forget_what_was_said, form, make_token, status, take_away


class TestCreate:
    async def test_answers_the_token_once(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor", "crm:read")
        made = await make_token(client, account, "editor")
        token = made["token"]
        assert token.startswith(made["start"])
        assert (made["start"][:4], len(made["start"]), len(token)) == ("pwt_", 8, 52)
        assert made["scopes"] == ["editor"]
        assert (made["lastUsedAt"], made["revokedAt"]) == (None, None)
        answer = await client.get(OWN, headers=await bearer(client, account))
        assert answer.json()["results"] == [{name: value for name, value in made.items() if name != "token"}]
        assert token not in answer.text

    async def test_keeps_only_a_digest(self, client: ServiceClient) -> None:
        made = await make_token(client, await make_user(client))
        async with client.kit.database.reading() as session:
            row = (await session.scalars(select(ApiToken))).one()
        assert row.digest == hashlib.sha256(made["token"].encode()).digest()
        assert made["token"] not in repr(row.__dict__)

    async def test_is_written_down_without_the_token(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor")
        made = await make_token(client, account, "editor")
        (entry,) = await entries(client, "api_token.created")
        assert (entry.actor_id, entry.subject_type, entry.subject_id) == (account.id, "user", account.id)
        assert entry.details["tokenId"] == made["id"]
        assert entry.details["scopes"] == ["editor"]
        assert made["token"][8:] not in repr(entry.details)

    @pytest.mark.parametrize(
        ("held", "asked"),
        [
            ((), ("editor",)),
            (("editor",), ("admin",)),
            (("editor",), ("editor", "super")),
            (("admin",), ("super",)),
            (("crm:read",), ("crm:write",)),
        ],
        ids=str,
    )
    async def test_nobody_gives_what_they_lack(
        self, client: ServiceClient, held: tuple[str, ...], asked: tuple[str, ...]
    ) -> None:
        account = await make_user(client, *held)
        answer = await client.post(OWN, json=form(*asked), headers=await bearer(client, account))
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_yours")
        assert answer.json()["errors"][0]["field"] == f"scopes.{len(asked) - 1}"

    @pytest.mark.parametrize(("held", "asked"), [("super", "super"), ("super", "editor"), ("admin", "crm:read")])
    async def test_what_a_scope_includes_may_be_given(self, client: ServiceClient, held: str, asked: str) -> None:
        made = await make_token(client, await make_user(client, held), asked)
        assert made["scopes"] == [asked]

    async def test_what_the_session_says_does_not_count(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor")
        headers = await bearer(client, account)
        await take_away(client, account)
        answer = await client.post(OWN, json=form("editor"), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_not_yours")

    async def test_a_scope_that_does_not_exist(self, client: ServiceClient) -> None:
        answer = await client.post(OWN, json=form("nonsense"), headers=await bearer(client, await make_user(client)))
        assert (answer.status_code, answer.json()["code"]) == (422, "scope_unknown")

    async def test_scopes_count_once(self, client: ServiceClient) -> None:
        made = await make_token(client, await make_user(client, "editor"), "editor", "editor")
        assert made["scopes"] == ["editor"]

    @pytest.mark.parametrize("days", [-400, -1, 0, 367, 100_000])
    async def test_expiry_is_within_a_year(self, client: ServiceClient, days: int) -> None:
        when = (datetime.now(UTC) + timedelta(days=days)).isoformat()
        headers = await bearer(client, await make_user(client))
        answer = await client.post(OWN, json=form(expiresAt=when), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "expiry_out_of_range")
        assert answer.json()["errors"][0]["field"] == "expiresAt"

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"name": ""}, "name"),
            ({"name": "x" * 201}, "name"),
            ({"name": 7}, "name"),
            ({"scopes": 7}, "scopes"),
            ({"scopes": ["Editor"]}, "scopes.0"),
            ({"scopes": [["editor"]]}, "scopes.0"),
            ({"scopes": {"editor": True}}, "scopes"),
            ({"scopes": ["x" * 101]}, "scopes.0"),
            ({"scopes": [f"s{n}" for n in range(101)]}, "scopes"),
            ({"expiresAt": "tomorrow"}, "expiresAt"),
            ({"expiresAt": "2026-12-01T00:00:00"}, "expiresAt"),
            ({"expiresAt": None}, "expiresAt"),
            ({"userId": str(uuid.UUID(int=1))}, "userId"),
            ({"token": "pwt_of_my_own"}, "token"),
        ],
        ids=str,
    )
    async def test_refuses_bad_input(self, client: ServiceClient, changed: dict[str, Any], field: str) -> None:
        headers = await bearer(client, await make_user(client, "editor"))
        answer = await client.post(OWN, json=form("editor", **changed), headers=headers)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == field

    async def test_there_is_a_most(self, client: ServiceClient) -> None:
        account = await make_user(client)
        expiry = datetime.now(UTC) + timedelta(days=1)
        async with client.kit.database.transaction() as session:
            session.add_all(
                ApiToken(user_id=account.id, name="x", start="pwt_", digest=bytes([n]), scopes=[], expires_at=expiry)
                for n in range(MOST)
            )
        answer = await client.post(OWN, json=form(), headers=await bearer(client, account))
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many_api_tokens")

    async def test_needs_a_session_that_was_confirmed_lately(self, client: ServiceClient) -> None:
        account = await make_user(client)
        headers = await bearer(client, account)
        async with client.kit.database.transaction() as session:
            long_ago = datetime.now(UTC) - timedelta(minutes=16)
            await session.execute(update(LoginSession).values(confirmed_at=long_ago))
        answer = await client.post(OWN, json=form(), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "confirmation_needed")
        assert (await client.post(OWN, json=form())).status_code == 401


class TestUse:
    async def test_does_what_its_scopes_allow(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin")
        assert await status(client, await make_token(client, account, "admin")) == 200
        assert await status(client, await make_token(client, account, "editor")) == 403
        assert await status(client, await make_token(client, account)) == 403

    async def test_reads_ones_own(self, client: ServiceClient) -> None:
        account = await make_user(client)
        token = await make_token(client, account)
        assert await status(client, token, f"/auth/users/{account.id}") == 200
        assert await status(client, token, f"/auth/users/{(await make_user(client)).id}") == 403
        own = (await client.get("/auth/account", headers=carrying(token))).json()
        assert (own["user"]["id"], own["confirmedUntil"]) == (str(account.id), None)

    async def test_is_noted(self, client: ServiceClient) -> None:
        account = await make_user(client, "admin")
        token = await make_token(client, account, "admin")
        before = datetime.now(UTC) - timedelta(seconds=1)
        await status(client, token)
        (found,) = (await client.get(OWN, headers=await bearer(client, account))).json()["results"]
        first = datetime.fromisoformat(found["lastUsedAt"])
        assert first > before
        forget_what_was_said(client)
        await status(client, token)
        (found,) = (await client.get(OWN, headers=await bearer(client, account))).json()["results"]
        assert datetime.fromisoformat(found["lastUsedAt"]) == first, "written down once a minute at most"

    async def test_ends_with_its_expiry(self, client: ServiceClient) -> None:
        token = await make_token(client, await make_user(client, "admin"), "admin")
        async with client.kit.database.transaction() as session:
            await session.execute(update(ApiToken).values(expires_at=datetime.now(UTC) - timedelta(seconds=1)))
        assert await status(client, token) == 401

    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("POST", OWN),
            ("DELETE", f"{OWN}/{uuid.UUID(int=1)}"),
            ("DELETE", f"/auth/users/{uuid.UUID(int=1)}/api-tokens/{uuid.UUID(int=2)}"),
        ],
    )
    async def test_does_not_change_credentials(self, client: ServiceClient, method: str, path: str) -> None:
        token = await make_token(client, await make_user(client, "super"), "super")
        answer = await client.request(method, path, json=form(), headers=carrying(token))
        assert (answer.status_code, answer.json()["code"]) == (403, "needs_session")


class TestIntrospection:
    PATH = "/private/api-tokens/introspection"

    async def test_tells_services_whose_it_is(self, client: ServiceClient, tokens: Tokens) -> None:
        account = await make_user(client, "editor")
        token = await make_token(client, account, "editor")
        question = {"digest": digest_of(token["token"]).hex()}
        answer = await client.post(self.PATH, json=question, headers=tokens.internal("content", to="auth"))
        assert answer.json() == {
            "isActive": True,
            "id": token["id"],
            "userId": str(account.id),
            "personId": str(account.person_id),
            "scopes": ["editor"],
            "timezone": "Europe/London",
            "expiresAt": token["expiresAt"],
        }

    async def test_tells_nothing_of_others(self, client: ServiceClient, tokens: Tokens) -> None:
        headers = tokens.internal("content", to="auth")
        answer = await client.post(self.PATH, json={"digest": "0" * 64}, headers=headers)
        assert (answer.status_code, answer.json()["isActive"], answer.json()["userId"]) == (200, False, None)

    @pytest.mark.parametrize("digest", ["", "0" * 63, "G" * 64, "0" * 65, 7, None, ["0" * 64]], ids=str)
    async def test_refuses_what_is_no_digest(self, client: ServiceClient, tokens: Tokens, digest: object) -> None:
        headers = tokens.internal("content", to="auth")
        assert (await client.post(self.PATH, json={"digest": digest}, headers=headers)).status_code == 422


class TestAtAnotherService:
    async def test_counts_there_and_is_refused_at_once(self, client: ServiceClient, start: Start) -> None:
        other = await start(cms, mounts={"http://auth.test": client})
        account = await make_user(client, "editor")
        token = await make_token(client, account, "editor")
        assert await status(other, token, "/cms/config") == 200
        await client.delete(f"{OWN}/{token['id']}", headers=await bearer(client, account))
        assert await status(other, token, "/cms/config") == 401


def test_no_route_that_changes_credentials_takes_one() -> None:
    """A thief of a token must not be able to make credentials with it that outlast the token."""
    program = Principal("user", "person", "token", frozenset({"super"}), "UTC", is_api_token=True)
    credentials = re.compile(
        r"/auth/account\b|/auth/sessions\b|/auth/users/\{id\}/(sessions|second-factors|invitation|scopes|api-tokens)\b"
    )
    taken = {
        f"{method} {path}"
        for method, path, guard in table_of_guards(app)
        if credentials.match(path) and guard.passes(program)
    }
    assert taken == {
        # To look at them is no harm.
        "GET /auth/account",
        "GET /auth/account/api-tokens",
        "GET /auth/users/{id}/api-tokens",
        "GET /auth/users/{id}/scopes",
    }

"""API tokens as services see them: auth is asked, seldom, and what is revoked is refused at once."""

import asyncio
import string
import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import httpx
import pytest
from fastapi import APIRouter

from kit.api_tokens import ANSWER_LIFETIME, new_api_token
from kit.app import create_service
from kit.auth import SESSION_COOKIE, InSession, Principal, requires, table_of_guards
from kit.keys import SecretKey
from kit.revocation import EPOCH
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.identity import PUBLIC_URL
from tests.kit.calls import DEAD_REDIS, GOOD, THINGS, bearer, code_of
from tests.kit.service import Settings, app


class Auth:
    """Where auth stands, counting the questions about API tokens; it can be away, or slow."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.asked = 0
        self.is_away = False
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"].endswith("/introspection"):
            self.asked += 1
            if self.is_away:
                raise httpx.ConnectError("away")
            await self.gate.wait()
        await self.tokens.app(scope, receive, send)

    def change(self, **changed: Any) -> None:
        """What is answered about its only token from now on."""
        (answer,) = self.tokens.api_tokens.values()
        answer.update(changed)


@pytest.fixture
def auth(keys_dir: Path) -> Auth:
    return Auth(Tokens(keys_dir=keys_dir))


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Stands still for the answers that are kept, however long the calls take: see `age`."""
    now = time.monotonic()
    clock = SimpleNamespace(time=time.time, monotonic=lambda: now)
    monkeypatch.setattr("kit.api_tokens.time", clock)
    return clock


@pytest.fixture
async def client(start: Start, auth: Auth) -> ServiceClient:
    return await start(app, mounts={"http://auth.test": auth})


def age(client: ServiceClient, seconds: float) -> None:
    """Have it be so much later for the answers that are kept."""
    answers = client.kit.api_tokens._answers
    for digest, answer in answers.items():
        answers[digest] = type(answer)(answer.claims, answer.asked_at - seconds)


class TestGoodToken:
    async def test_says_who_calls_and_what_they_may(self, client: ServiceClient, auth: Auth) -> None:
        user = str(uuid.uuid4())
        token = auth.tokens.api_token("crm:write", userId=user)
        answer = await client.put(f"{THINGS}/guarded", json=GOOD, headers=bearer(token))
        assert (answer.status_code, answer.json()) == (200, {"userId": user, "scopes": ["crm:write"]})

    async def test_may_no_more_than_its_scopes(self, client: ServiceClient, auth: Auth) -> None:
        assert await code_of(client, bearer(auth.tokens.api_token("crm:read"))) == (403, "scope_missing")
        assert await code_of(client, bearer(auth.tokens.api_token())) == (403, "scope_missing")

    async def test_counts_where_nobody_has_to_log_in(self, client: ServiceClient, auth: Auth) -> None:
        answer = await client.get(f"{THINGS}/whoami", headers=bearer(auth.tokens.api_token("crm:read")))
        assert answer.json()["scopes"] == ["crm:read"]

    async def test_is_asked_about_once_in_half_a_minute(self, client: ServiceClient, auth: Auth) -> None:
        headers = bearer(auth.tokens.api_token("crm:write"))
        for _ in range(3):
            assert (await code_of(client, headers))[0] == 200
        assert auth.asked == 1
        age(client, ANSWER_LIFETIME)
        auth.change(scopes=[])
        assert await code_of(client, headers) == (403, "scope_missing")
        assert auth.asked == 2

    async def test_ends_when_it_expires_whatever_was_answered(
        self, client: ServiceClient, auth: Auth, clock: SimpleNamespace
    ) -> None:
        expires_at = datetime.now(UTC) + timedelta(days=1)
        headers = bearer(auth.tokens.api_token("crm:write", expiresAt=expires_at.isoformat()))
        assert (await code_of(client, headers))[0] == 200
        auth.change(isActive=False)
        clock.time = expires_at.timestamp
        assert await code_of(client, headers) == (401, "token_invalid")

    async def test_does_not_count_as_a_cookie(self, client: ServiceClient, auth: Auth) -> None:
        cookie = {"Cookie": f"{SESSION_COOKIE}={auth.tokens.api_token('crm:write')}", "Origin": PUBLIC_URL}
        assert await code_of(client, cookie) == (401, "token_invalid")
        assert auth.asked == 0

    async def test_is_no_token_between_services(self, client: ServiceClient, auth: Auth) -> None:
        answer = await client.put(f"{THINGS}/internal", headers=bearer(auth.tokens.api_token("super")))
        assert answer.status_code == 401


class TestRevocation:
    async def test_holds_at_once(self, client: ServiceClient, auth: Auth) -> None:
        identifier = str(uuid.uuid4())
        headers = bearer(auth.tokens.api_token("crm:write", id=identifier))
        assert (await code_of(client, headers))[0] == 200
        await client.kit.redis.client.set(f"auth:revoked:{identifier}", b"1")
        assert await code_of(client, headers) == (401, "session_revoked")
        assert (await client.get(f"{THINGS}/whoami", headers=headers)).json()["userId"] is None

    async def test_holds_when_it_comes_while_auth_answers(self, client: ServiceClient, auth: Auth) -> None:
        identifier = str(uuid.uuid4())
        headers = bearer(auth.tokens.api_token("crm:write", id=identifier))
        auth.gate.clear()
        asking = asyncio.create_task(code_of(client, headers))
        while not auth.asked:
            await asyncio.sleep(0)
        await client.kit.redis.client.set(f"auth:revoked:{identifier}", b"1")
        auth.gate.set()
        assert await asking == (401, "session_revoked")

    async def test_auth_is_asked_more_often_while_redis_is_away(self, start: Start, auth: Auth) -> None:
        client = await start(app, mounts={"http://auth.test": auth}, redis_url=DEAD_REDIS)
        headers = bearer(auth.tokens.api_token("crm:write"))
        for _ in range(3):
            assert (await code_of(client, headers))[0] == 200
        assert auth.asked == 1
        auth.change(isActive=False)
        age(client, 5)
        assert await code_of(client, headers) == (401, "token_invalid")

    async def test_auth_is_asked_again_when_redis_has_lost_its_memory(self, client: ServiceClient, auth: Auth) -> None:
        headers = bearer(auth.tokens.api_token("crm:write"))
        assert (await code_of(client, headers))[0] == 200
        auth.change(isActive=False)
        await client.kit.redis.client.flushdb()
        assert await code_of(client, headers) == (401, "token_invalid")
        auth.change(isActive=True)
        await client.kit.redis.client.set(EPOCH, b"later")
        age(client, 10)
        asked = auth.asked
        assert [(await code_of(client, headers))[0] for _ in range(2)] == [200, 200]
        assert auth.asked == asked + 1
        auth.change(isActive=False)
        await client.kit.redis.client.set(EPOCH, b"later still")
        assert await code_of(client, headers) == (401, "token_invalid")

    async def test_without_either_it_is_503(self, start: Start, auth: Auth) -> None:
        client = await start(app, mounts={"http://auth.test": auth}, redis_url=DEAD_REDIS)
        headers = bearer(auth.tokens.api_token("crm:write"))
        auth.is_away = True
        assert await code_of(client, headers) == (503, "identity_unavailable")
        assert (await client.get(f"{THINGS}/whoami", headers=headers)).json()["userId"] is None
        auth.is_away = False
        assert (await code_of(client, headers))[0] == 200


class TestFlood:
    async def test_invented_tokens_are_never_asked_about(self, client: ServiceClient, auth: Auth) -> None:
        for number in range(300):
            invented = new_api_token([SecretKey("other", f"a key of somebody else, number {number}".encode())])
            assert await code_of(client, bearer(invented)) == (401, "token_invalid")
        assert auth.asked == 0

    @pytest.mark.parametrize("position", [4, 20, 43, 44, 51])
    async def test_neither_are_those_with_one_character_changed(
        self, client: ServiceClient, auth: Auth, position: int
    ) -> None:
        token = auth.tokens.api_token("crm:write")
        other = next(c for c in string.ascii_letters if c != token[position])
        assert await code_of(client, bearer(token[:position] + other + token[position + 1 :])) == (401, "token_invalid")
        assert auth.asked == 0

    @pytest.mark.parametrize(
        "token", ["pwt_", "pwt_x", "pwt_" + "a" * 48, "pwt_" + "a" * 10_000, "pwt_..%2f", "pwt_" + "é" * 48, "PWT_abc"]
    )
    async def test_neither_is_anything_else(self, client: ServiceClient, auth: Auth, token: str) -> None:
        headers = [(b"authorization", b"Bearer " + token.encode())]
        answer = await client.put(f"{THINGS}/guarded", json=GOOD, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "token_invalid")
        assert auth.asked == 0

    async def test_a_refused_one_is_remembered_for_a_moment(self, client: ServiceClient, auth: Auth) -> None:
        headers = bearer(new_api_token(auth.tokens.keys_of("auth").api_tokens))
        for _ in range(20):
            assert await code_of(client, headers) == (401, "token_invalid")
        assert auth.asked == 1
        age(client, 10)
        assert await code_of(client, headers) == (401, "token_invalid")
        assert auth.asked == 2

    async def test_many_at_once_share_one_question(self, client: ServiceClient, auth: Auth) -> None:
        headers = bearer(auth.tokens.api_token("crm:write"))
        auth.gate.clear()
        calls = [asyncio.create_task(code_of(client, headers)) for _ in range(30)]
        while not auth.asked:
            await asyncio.sleep(0)
        calls[0].cancel()
        auth.gate.set()
        assert {await call for call in calls[1:]} == {(200, "")}
        assert auth.asked == 1

    async def test_no_more_answers_are_kept_than_there_is_room_for(
        self, client: ServiceClient, auth: Auth, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("kit.api_tokens._REMEMBERED", 3)
        for _ in range(5):
            await code_of(client, bearer(auth.tokens.api_token("crm:write")))
        assert len(client.kit.api_tokens._answers) == 3


class TestInSession:
    """Routes that are for people who have logged in, not for their programs."""

    @pytest.fixture
    async def client(self, start: Start, auth: Auth) -> ServiceClient:
        router = APIRouter(prefix="/crm")

        @router.get("/mine")
        async def mine(principal: Annotated[Principal, InSession]) -> bool:
            return principal.is_api_token

        @router.get("/admins")
        async def admins(principal: Annotated[Principal, requires("admin", in_session=True)]) -> bool:
            return principal.is_api_token

        return await start(create_service(Settings, routers=[router]), mounts={"http://auth.test": auth})

    @pytest.mark.parametrize("path", ["/crm/mine", "/crm/admins"])
    async def test_refuse_api_tokens(self, client: ServiceClient, auth: Auth, path: str) -> None:
        answer = await client.get(path, headers=bearer(auth.tokens.api_token("super")))
        assert (answer.status_code, answer.json()["code"]) == (403, "needs_session")
        assert (await client.get(path, headers=auth.tokens.bearer("super"))).json() is False

    async def test_need_their_scope_nevertheless(self, client: ServiceClient, auth: Auth) -> None:
        answer = await client.get("/crm/admins", headers=auth.tokens.bearer("editor"))
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert (await client.get("/crm/mine")).status_code == 401

    def test_say_so_in_the_table(self, client: ServiceClient) -> None:
        rows = [(method, path, guard.label) for method, path, guard in table_of_guards(client.app)]
        assert ("GET", "/crm/mine", "logged in, no API token") in rows
        assert ("GET", "/crm/admins", "admin, no API token") in rows

"""Passkeys that log nobody in, whatever is wrong with them."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text, update

from auth.credentials.models import Passkey
from auth.people.models import User
from auth.sessions.models import LoginSession
from kit.testing import ServiceClient
from kit.testing.identity import PUBLIC_URL
from tests.auth.authenticator import Authenticator, encoded
from tests.auth.factory import Account, bearer, browser, make_user
from tests.auth.passkey_calls import OVER, REFUSED, device, sent
from tests.auth.second_factors import add_passkey, ask_passkey, use_passkey

__all__ = ["device"]


class TestRefused:
    async def test_an_answer_that_was_used(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account
    ) -> None:
        device = Authenticator(is_counting=False)
        await add_passkey(client, await bearer(client, account), device)
        challenge, options = await ask_passkey(visitor)
        credential = device.get(options)
        assert await sent(visitor, challenge, credential) == (200, "")
        assert await sent(visitor, challenge, credential) == OVER
        assert await sent(visitor, (await ask_passkey(visitor))[0], credential) == REFUSED

    async def test_of_one_answer_sent_many_times_at_once_one_logs_in(
        self, client: ServiceClient, account: Account
    ) -> None:
        device = Authenticator(is_counting=False)
        await add_passkey(client, await bearer(client, account), device)
        async with browser(client) as window:
            challenge, options = await ask_passkey(window)
            credential = device.get(options)
            answers = await asyncio.gather(*[sent(window, challenge, credential) for _ in range(4)])
        assert sorted(answers) == [(200, ""), OVER, OVER, OVER]

    async def test_a_challenge_that_was_not_asked_for(self, visitor: httpx.AsyncClient, device: Authenticator) -> None:
        challenge, options = await ask_passkey(visitor)
        assert await sent(visitor, challenge, device.get(options, challenge=encoded(b"x" * 32))) == REFUSED
        assert await sent(visitor, "made up", device.get(options)) == OVER

    async def test_a_challenge_that_has_expired(
        self, client: ServiceClient, visitor: httpx.AsyncClient, device: Authenticator
    ) -> None:
        challenge, options = await ask_passkey(visitor)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE login_challenges SET expires_at = now() - interval '1 second'"))
        assert await sent(visitor, challenge, device.get(options)) == OVER

    @pytest.mark.parametrize(
        "origin", ["https://evil.example", "http://localhost:8081", "http://localhost:8080.evil.example", "null", ""]
    )
    async def test_another_origin(self, visitor: httpx.AsyncClient, device: Authenticator, origin: str) -> None:
        device.origin = origin
        assert (await use_passkey(visitor, device)).json()["code"] == "passkey_refused"

    async def test_another_site(self, visitor: httpx.AsyncClient, device: Authenticator) -> None:
        device.rp_id = "evil.example"
        assert (await use_passkey(visitor, device)).json()["code"] == "passkey_refused"

    async def test_nobody_verified(self, visitor: httpx.AsyncClient, device: Authenticator) -> None:
        device.verifies_user = False
        assert (await use_passkey(visitor, device)).json()["code"] == "passkey_refused"
        device.verifies_user = True
        assert (await use_passkey(visitor, device)).status_code == 200

    @pytest.mark.parametrize("count", [0, 3, 5])
    async def test_a_sign_count_that_went_back_or_stood_still(
        self, client: ServiceClient, visitor: httpx.AsyncClient, device: Authenticator, count: int
    ) -> None:
        device.credentials[0].count = 4
        assert (await use_passkey(visitor, device)).status_code == 200
        # The authenticator adds one before it signs.
        device.credentials[0].count = count - 1 if count else 0
        device.is_counting = count > 0
        assert (await use_passkey(visitor, device)).json()["code"] == "passkey_refused"
        async with client.kit.database.transaction() as session:
            assert await session.scalar(select(Passkey.sign_count)) == 5

    async def test_a_passkey_that_the_site_does_not_know(
        self, visitor: httpx.AsyncClient, device: Authenticator
    ) -> None:
        stranger = Authenticator()
        challenge, options = await ask_passkey(visitor)
        create = {"pubKeyCredParams": [{"type": "public-key", "alg": -7}], "excludeCredentials": []}
        stranger.create({**create, "rp": {"id": "localhost"}, "user": {"id": "AAAA"}, "challenge": "AAAA"})
        unknown = await visitor.post("/auth/tokens", json={"challenge": challenge, "passkey": stranger.get(options)})
        known = device.get(options, challenge="AAAA")
        wrong = await visitor.post("/auth/tokens", json={"challenge": challenge, "passkey": known})
        bodies = [{**answer.json(), "requestId": ""} for answer in (unknown, wrong)]
        assert bodies[0]["code"] == "passkey_refused"
        assert bodies[0] == bodies[1]

    async def test_somebody_elses_key_under_the_accounts_id(
        self, client: ServiceClient, visitor: httpx.AsyncClient, device: Authenticator
    ) -> None:
        thief = Authenticator()
        await add_passkey(client, await bearer(client, await make_user(client)), thief)
        thief.credentials[0].id = device.credentials[0].id
        for handle in (device.credentials[0].user_handle, thief.credentials[0].user_handle):
            thief.credentials[0].user_handle = handle
            thief.credentials[0].count = 100
            assert (await use_passkey(visitor, thief)).json()["code"] == "passkey_refused"

    async def test_a_passkey_kept_for_another_user(self, visitor: httpx.AsyncClient, device: Authenticator) -> None:
        device.credentials[0].user_handle = bytes(16)
        assert (await use_passkey(visitor, device)).json()["code"] == "passkey_refused"

    async def test_a_disabled_account(
        self, client: ServiceClient, visitor: httpx.AsyncClient, device: Authenticator
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(state="disabled"))
        answer = await use_passkey(visitor, device)
        assert (answer.status_code, answer.json()["code"]) == (401, "account_disabled")
        async with client.kit.database.transaction() as session:
            opened = await session.scalars(select(LoginSession).where(LoginSession.device != "tests"))
            assert opened.all() == []

    async def test_an_account_that_is_gone(
        self, client: ServiceClient, visitor: httpx.AsyncClient, device: Authenticator
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("DELETE FROM people"))
        assert (await use_passkey(visitor, device)).json()["code"] == "passkey_refused"

    @pytest.mark.parametrize(
        ("where", "value"),
        [
            ("signature", encoded(b"\x30\x06\x02\x01\x01\x02\x01\x01")),
            ("signature", "!!!"),
            ("signature", "é"),
            ("authenticatorData", "AAAA"),
            ("authenticatorData", encoded(bytes(37))),
            ("clientDataJSON", encoded(b"[]")),
            ("clientDataJSON", encoded(b"{" * 3000)),
            ("clientDataJSON", encoded(b'{"type": {}, "challenge": [], "origin": 1}')),
            ("clientDataJSON", encoded(b"\xff\xfe")),
            ("userHandle", "a"),
            ("userHandle", "é"),
        ],
    )
    async def test_what_is_no_answer_at_all(
        self, visitor: httpx.AsyncClient, device: Authenticator, where: str, value: str
    ) -> None:
        challenge, options = await ask_passkey(visitor)
        credential = device.get(options)
        credential["response"][where] = value
        assert await sent(visitor, challenge, credential) == REFUSED

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"type": "password"}, "passkey.type"),
            ({"id": ""}, "passkey.id"),
            ({"rawId": None}, "passkey.rawId"),
            ({"response": []}, "passkey.response"),
            ({"response": {}}, "passkey.response.clientDataJSON"),
        ],
    )
    async def test_another_shape_names_the_field(
        self, visitor: httpx.AsyncClient, device: Authenticator, change: dict[str, Any], field: str
    ) -> None:
        challenge, options = await ask_passkey(visitor)
        body = {"challenge": challenge, "passkey": {**device.get(options), **change}}
        answer = await visitor.post("/auth/tokens", json=body)
        assert answer.status_code == 422
        assert field in [error["field"] for error in answer.json()["errors"]]

    async def test_tries_are_counted(self, visitor: httpx.AsyncClient, device: Authenticator) -> None:
        challenge, options = await ask_passkey(visitor)
        device.origin = "https://evil.example"
        answers = [await sent(visitor, challenge, device.get(options)) for _ in range(6)]
        assert answers == [REFUSED] * 5 + [OVER]

    async def test_and_those_of_an_address(self, client: ServiceClient, device: Authenticator) -> None:
        async with browser(client, "198.51.100.1") as window:
            device.origin = "https://evil.example"
            statuses = [(await use_passkey(window, device)).status_code for _ in range(51)]
            assert statuses == [401] * 50 + [429]
            device.origin = PUBLIC_URL
            assert (await use_passkey(window, device)).status_code == 429

    async def test_asking_is_limited_by_address_too(self, client: ServiceClient) -> None:
        async with browser(client, "198.51.100.1") as window:
            for _ in range(300):
                await ask_passkey(window)
            answer = await window.post("/auth/passkeys/authentication-options", json={})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_attempts")
        async with browser(client, "198.51.100.2") as other:
            await ask_passkey(other)

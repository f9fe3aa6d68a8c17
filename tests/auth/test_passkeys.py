"""Logging in with passkeys, by an authenticator in software and the real verifier."""

import asyncio

import httpx
from sqlalchemy import select, update

from auth.app import app
from auth.credentials.models import LoginChallenge, Passkey
from auth.people.models import User
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Start
from tests.auth.authenticator import Authenticator, encoded
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import EMAIL, Account, bearer, browser, log_in, make_user
from tests.auth.passkey_calls import OVER, REFUSED, device, sent
from tests.auth.second_factors import add_passkey, ask_passkey, use_passkey

__all__ = ["device"]


class TestAlone:
    """Without a password, without an address."""

    async def test_is_enough(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, device: Authenticator
    ) -> None:
        answer = await use_passkey(visitor, device)
        assert answer.status_code == 200
        assert answer.json()["public"]["claims"]["user"] == str(account.id)
        assert (await visitor.get(f"/auth/users/{account.id}")).status_code == 200
        async with client.kit.database.transaction() as session:
            details = await session.scalars(select(AuditEntry.details).where(AuditEntry.action == "login"))
            assert details.one() == {"by": ["passkey"]}
            passkey = (await session.scalars(select(Passkey))).one()
            assert (passkey.sign_count, passkey.is_backed_up) == (1, False)
            assert passkey.last_used_at is not None
            assert (await session.get_one(User, account.id)).last_login_at is not None
            assert (await session.scalars(select(LoginChallenge))).all() == []

    async def test_again_and_again(self, visitor: httpx.AsyncClient, device: Authenticator) -> None:
        for _ in range(3):
            assert (await use_passkey(visitor, device)).status_code == 200

    async def test_an_authenticator_may_not_count(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account
    ) -> None:
        device = Authenticator(is_counting=False, is_backed_up=True)
        await add_passkey(client, await bearer(client, account), device)
        for _ in range(3):
            assert (await use_passkey(visitor, device)).status_code == 200

    async def test_many_at_once(self, client: ServiceClient, account: Account) -> None:
        device = Authenticator(is_counting=False)
        await add_passkey(client, await bearer(client, account), device)
        async with browser(client) as window:
            answers = await asyncio.gather(*[use_passkey(window, device) for _ in range(12)])
        assert {answer.status_code for answer in answers} == {200}

    async def test_the_options_tell_nothing_about_accounts(
        self, visitor: httpx.AsyncClient, device: Authenticator
    ) -> None:
        challenge, options = await ask_passkey(visitor)
        other, _ = await ask_passkey(visitor)
        assert challenge != other
        options.pop("challenge")
        assert options == {
            "rpId": "localhost",
            "timeout": 300_000,
            "allowCredentials": [],
            "userVerification": "required",
        }

    async def test_the_host_header_does_not_say_whose_site_it_is(self, visitor: httpx.AsyncClient) -> None:
        headers = {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
        answer = await visitor.post("/auth/passkeys/authentication-options", json={}, headers=headers)
        assert answer.json()["options"]["rpId"] == "localhost"

    async def test_on_a_site_with_a_name(self, start: Start) -> None:
        public_url = "https://www.example.org:8443"
        client = await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE, public_url=public_url)
        account = await make_user(client)
        device = Authenticator(origin=public_url)
        assert (await add_passkey(client, await bearer(client, account), device)).status_code == 201
        async with browser(client) as window:
            window.headers["Origin"] = public_url
            assert (await use_passkey(window, device)).status_code == 200
            device.origin = "https://www.example.org"
            assert (await use_passkey(window, device)).status_code == 401


class TestAfterThePassword:
    async def test_is_asked_for_and_logs_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient, device: Authenticator
    ) -> None:
        needed = (await log_in(visitor, EMAIL)).json()
        assert (needed["code"], needed["methods"]) == ("second_factor_needed", ["recovery", "passkey"])
        challenge, options = await ask_passkey(visitor, needed["challenge"])
        assert challenge == needed["challenge"]
        assert [item["id"] for item in options["allowCredentials"]] == [encoded(device.credentials[0].id)]
        assert options["allowCredentials"][0]["transports"] == ["internal", "hybrid"]
        assert await sent(visitor, challenge, device.get(options)) == (200, "")
        async with client.kit.database.transaction() as session:
            details = await session.scalars(select(AuditEntry.details).where(AuditEntry.action == "login"))
            assert details.one() == {"by": ["password", "passkey"]}

    async def test_somebody_elses_is_refused(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, device: Authenticator
    ) -> None:
        other = Authenticator()
        await add_passkey(client, await bearer(client, await make_user(client)), other)
        challenge = (await log_in(visitor, EMAIL)).json()["challenge"]
        _, options = await ask_passkey(visitor, challenge)
        assert await sent(visitor, challenge, other.get({**options, "allowCredentials": []})) == REFUSED
        assert await sent(visitor, challenge, device.get(options)) == (200, "")

    async def test_after_the_password_was_changed(
        self, client: ServiceClient, visitor: httpx.AsyncClient, device: Authenticator
    ) -> None:
        challenge = (await log_in(visitor, EMAIL)).json()["challenge"]
        _, options = await ask_passkey(visitor, challenge)
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(password_hash="another"))
        assert await sent(visitor, challenge, device.get(options)) == OVER

    async def test_no_options_for_a_challenge_that_is_over(self, visitor: httpx.AsyncClient) -> None:
        answer = await visitor.post("/auth/passkeys/authentication-options", json={"challenge": "made up"})
        assert (answer.status_code, answer.json()["code"]) == (401, "challenge_expired")

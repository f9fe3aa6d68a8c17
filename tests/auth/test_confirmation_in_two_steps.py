"""`POST /auth/sessions/current/confirmation` by users with a second factor: it asks for as much as a login."""

import httpx
import pytest
from sqlalchemy import text, update

from auth.people.models import User
from kit.testing import ServiceClient
from tests.auth.authenticator import Authenticator
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user
from tests.auth.second_factors import App, Clock, add_app, add_passkey, ask_passkey, use_code

CONFIRMATION = "/auth/sessions/current/confirmation"


@pytest.fixture
async def app(client: ServiceClient, account: Account, clock: Clock) -> App:
    """The account's authenticator app, which shows a code that has not been used."""
    app = await add_app(client, await bearer(client, account), clock)
    clock.next_step()
    return app


@pytest.fixture
async def owner(client: ServiceClient, account: Account, app: App) -> dict[str, str]:
    """Headers of a session of the account that was confirmed long ago."""
    headers = await bearer(client, account)
    async with client.kit.database.transaction() as session:
        await session.execute(text("UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour'"))
    return headers


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def confirm(client: ServiceClient, headers: dict[str, str], **body: object) -> httpx.Response:
    return await client.post(CONFIRMATION, json=body, headers=headers)


async def is_confirmed(client: ServiceClient, headers: dict[str, str]) -> bool:
    return (await client.post("/auth/account/recovery-codes", headers=headers)).status_code == 200


async def challenge_of(client: ServiceClient, headers: dict[str, str]) -> str:
    """What the right password gives to carry on with."""
    answer = await confirm(client, headers, password=PASSWORD)
    assert refused(answer) == (403, "second_factor_needed")
    return str(answer.json()["challenge"])


class TestThePasswordAlone:
    async def test_is_not_enough(self, client: ServiceClient, owner: dict[str, str]) -> None:
        answer = await confirm(client, owner, password=PASSWORD)
        assert refused(answer) == (403, "second_factor_needed")
        assert answer.json()["methods"] == ["totp", "recovery"]
        assert not await is_confirmed(client, owner)

    async def test_a_wrong_one_does_not_tell_that_there_is_more(
        self, client: ServiceClient, owner: dict[str, str]
    ) -> None:
        assert refused(await confirm(client, owner, password="wrong")) == (403, "wrong_password")

    async def test_nor_by_way_of_a_new_password(self, client: ServiceClient, owner: dict[str, str]) -> None:
        body = {"currentPassword": PASSWORD, "password": "four copper lanterns"}
        assert (await client.put("/auth/users/reset-password", json=body, headers=owner)).status_code == 204
        assert not await is_confirmed(client, owner)


class TestByCode:
    @pytest.mark.parametrize("kind", ["app", "recovery code"])
    async def test_confirms(self, client: ServiceClient, owner: dict[str, str], app: App, kind: str) -> None:
        challenge = await challenge_of(client, owner)
        code = app.code() if kind == "app" else app.recovery_codes[0]
        answer = await confirm(client, owner, challenge=challenge, code=code)
        assert answer.status_code == 200
        assert answer.json().keys() == {"confirmedUntil"}
        assert await is_confirmed(client, owner)
        again = await confirm(client, owner, challenge=challenge, code=app.recovery_codes[1])
        assert refused(again) == (422, "challenge_expired")

    async def test_a_wrong_code_leaves_the_challenge_usable_for_a_few_tries(
        self, client: ServiceClient, owner: dict[str, str], app: App
    ) -> None:
        challenge = await challenge_of(client, owner)
        for n in range(4):
            answer = await confirm(client, owner, challenge=challenge, code=app.wrong_code(n))
            assert refused(answer) == (422, "wrong_code")
            assert answer.json()["errors"][0]["field"] == "code"
        assert not await is_confirmed(client, owner)
        assert (await confirm(client, owner, challenge=challenge, code=app.code())).status_code == 200

    async def test_wrong_codes_count_as_those_of_a_login(
        self, client: ServiceClient, owner: dict[str, str], app: App
    ) -> None:
        for _ in range(2):
            challenge = await challenge_of(client, owner)
            for n in range(5):
                answer = await confirm(client, owner, challenge=challenge, code=app.wrong_code(n))
                assert refused(answer) == (422, "wrong_code")
            assert refused(await confirm(client, owner, challenge=challenge, code=app.code())) == (
                422,
                "challenge_expired",
            )
        challenge = await challenge_of(client, owner)
        assert refused(await confirm(client, owner, challenge=challenge, code=app.code())) == (429, "too_many_attempts")
        async with browser(client, "192.0.2.1") as elsewhere:
            begun = (await log_in(elsewhere, EMAIL)).json()["challenge"]
            assert (await use_code(elsewhere, begun, app.code())).status_code == 429

    async def test_a_used_code(self, client: ServiceClient, owner: dict[str, str], app: App) -> None:
        code = app.code()
        challenge = await challenge_of(client, owner)
        assert (await confirm(client, owner, challenge=challenge, code=code)).status_code == 200
        challenge = await challenge_of(client, owner)
        assert refused(await confirm(client, owner, challenge=challenge, code=code)) == (422, "wrong_code")

    async def test_somebody_elses_challenge(self, client: ServiceClient, owner: dict[str, str], clock: Clock) -> None:
        other = await make_user(client, password=PASSWORD)
        theirs = await bearer(client, other)
        their_app = await add_app(client, theirs, clock)
        challenge = await challenge_of(client, owner)
        answer = await confirm(client, theirs, challenge=challenge, code=their_app.recovery_codes[0])
        assert refused(answer) == (422, "challenge_expired")

    async def test_a_challenge_is_for_what_it_was_given_for(
        self, client: ServiceClient, visitor: httpx.AsyncClient, owner: dict[str, str], app: App
    ) -> None:
        of_login = (await log_in(visitor, EMAIL)).json()["challenge"]
        assert refused(await confirm(client, owner, challenge=of_login, code=app.code())) == (422, "challenge_expired")
        of_confirmation = await challenge_of(client, owner)
        assert refused(await use_code(visitor, of_confirmation, app.code())) == (401, "challenge_expired")

    async def test_after_the_password_was_changed(self, client: ServiceClient, owner: dict[str, str], app: App) -> None:
        challenge = await challenge_of(client, owner)
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).where(User.has_second_factor).values(password_hash="another"))
        assert refused(await confirm(client, owner, challenge=challenge, code=app.code())) == (422, "challenge_expired")


class TestByPasskey:
    async def test_alone_is_enough(self, client: ServiceClient, account: Account, owner: dict[str, str]) -> None:
        device = Authenticator()
        assert (await add_passkey(client, await bearer(client, account), device)).status_code == 201
        assert "passkey" in (await confirm(client, owner, password=PASSWORD)).json()["methods"]
        challenge, options = await ask_passkey(client)
        answer = await confirm(client, owner, challenge=challenge, passkey=device.get(options))
        assert answer.status_code == 200
        assert await is_confirmed(client, owner)

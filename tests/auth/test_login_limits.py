"""The limits of `POST /auth/tokens`, by account and by address."""

import asyncio

import httpx
from sqlalchemy import text

from auth.app import app
from kit.testing import ServiceClient, Start
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import PASSWORD, browser, log_in, make_user

EMAIL = "ada@example.org"


class TestByAccountAndAddress:
    async def test_fifty_wrong_passwords_for_one_account(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        answers = [await log_in(visitor, EMAIL, f"wrong password {n}") for n in range(50)]
        assert [answer.status_code for answer in answers] == [401] * 10 + [429] * 40
        assert answers[-1].json()["code"] == "too_many_attempts"
        assert 0 < int(answers[-1].headers["retry-after"]) <= 900

    async def test_at_once_no_more_are_judged_than_one_after_the_other(self, client: ServiceClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        async with browser(client) as window:
            answers = await asyncio.gather(*[log_in(window, EMAIL, f"wrong password {n}") for n in range(50)])
        statuses = [answer.status_code for answer in answers]
        assert statuses.count(401) == 10
        assert statuses.count(429) == 40

    async def test_the_right_password_is_refused_too(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        for _ in range(10):
            await log_in(visitor, EMAIL, "wrong password")
        assert (await log_in(visitor, EMAIL)).status_code == 429
        async with browser(client, "198.51.100.1") as elsewhere:
            assert (await log_in(elsewhere, EMAIL)).status_code == 429

    async def test_other_spellings_are_the_same_account(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        for spelling in ["ADA@example.org", " ada@EXAMPLE.org", "\uff41da@example.org", EMAIL, "ada@example.org\t"] * 2:
            assert (await log_in(visitor, spelling, "wrong password")).status_code == 401
        assert (await log_in(visitor, "aDa@example.org", "wrong password")).status_code == 429

    async def test_other_accounts_go_on(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        await make_user(client, email="grace@example.org", password=PASSWORD)
        for _ in range(11):
            await log_in(visitor, EMAIL, "wrong password")
        assert (await log_in(visitor, "grace@example.org")).status_code == 200

    async def test_an_address_that_tries_many_accounts_is_stopped_and_others_are_not(
        self, client: ServiceClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        async with browser(client, "2001:db8:1:2::1") as spray:
            for n in range(50):
                assert (await log_in(spray, f"guess{n}@example.org")).status_code == 401
            assert (await log_in(spray, EMAIL)).status_code == 429
        async with browser(client, "2001:db8:1:2:ffff::9") as same_network:
            assert (await log_in(same_network, EMAIL)).status_code == 429
        async with browser(client, "2001:db8:1:3::1") as other_network:
            assert (await log_in(other_network, EMAIL)).status_code == 200

    async def test_the_block_ends(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        for _ in range(12):
            await log_in(visitor, EMAIL, "wrong password")
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE failure_counts SET window_ends_at = now() - interval '1 second'"))
        assert (await log_in(visitor, EMAIL, "wrong password")).status_code == 401
        assert (await log_in(visitor, EMAIL)).status_code == 200

    async def test_a_login_forgives_the_failures_before_it(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        for _ in range(3):
            for _ in range(9):
                assert (await log_in(visitor, EMAIL, "wrong password")).status_code == 401
            assert (await log_in(visitor, EMAIL)).status_code == 200

    async def test_many_right_logins_at_once_are_no_failures(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        answers = await asyncio.gather(*[log_in(visitor, EMAIL) for _ in range(30)])
        assert {answer.status_code for answer in answers} == {200}

    async def test_holds_without_redis(self, start: Start) -> None:
        mounts = {"http://auth.test": app}
        client = await start(app, mounts=mounts, setup_code=SETUP_CODE, redis_url="redis://127.0.0.1:1/0")
        await make_user(client, email=EMAIL, password=PASSWORD)
        async with browser(client) as window:
            for _ in range(10):
                assert (await log_in(window, EMAIL, "wrong password")).status_code == 401
            assert (await log_in(window, EMAIL)).status_code == 429

"""The limits of `POST /auth/tokens`, by account and by address."""

import asyncio
from datetime import timedelta

import httpx
from sqlalchemy import func, text

from auth.app import app
from auth.credentials.attempts import Failures
from auth.credentials.limits import Limit, from_network
from auth.credentials.models import FailureCount
from auth.device import Device
from auth.login.limits import by_checks
from kit.testing import ServiceClient, Start
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import EMAIL, PASSWORD, browser, log_in, make_user
from tests.auth.hashing import passwords_in


async def fill(client: ServiceClient, *limits: Limit) -> None:
    """Have been counted as much as the limits allow."""
    async with client.kit.database.transaction() as session:
        until = func.now() + timedelta(minutes=10)
        session.add_all(FailureCount(bucket=x.bucket, failures=x.most, window_ends_at=until) for x in limits)


async def counted(client: ServiceClient, limit: Limit) -> int:
    """How much has been counted under a limit."""
    async with client.kit.database.transaction() as session:
        row = await session.get(FailureCount, limit.bucket)
    return 0 if row is None else row.failures


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

    async def test_a_site_with_many_ipv6_networks_is_stopped_too(self, client: ServiceClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        await fill(client, *from_network("login address", "2001:db8:1:2::1", 50, 900)[1:])
        async with browser(client, "2001:db8:1:ffff::1") as same_site:
            assert (await log_in(same_site, EMAIL)).status_code == 429
        async with browser(client, "2001:db8:2:2::1") as other_site:
            assert (await log_in(other_site, EMAIL)).status_code == 200

    async def test_each_of_its_networks_counts_for_the_site(self, client: ServiceClient) -> None:
        for network in (1, 2, 1):
            async with browser(client, f"2001:db8:1:{network}::1") as window:
                assert (await log_in(window, "nobody@example.org")).status_code == 401
        one, site = from_network("login address", "2001:db8:1:1::1", 50, 900)
        assert [await counted(client, limit) for limit in (one, site)] == [2, 3]

    async def test_an_ipv4_address_is_the_same_written_as_ipv6(self, client: ServiceClient) -> None:
        await fill(client, *from_network("login address", "192.0.2.7", 50, 900))
        async with browser(client, "::ffff:192.0.2.7") as window:
            assert (await log_in(window, EMAIL)).status_code == 429

    async def test_many_right_logins_at_once_are_no_failures(self, client: ServiceClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        async with browser(client) as window:
            answers = await asyncio.gather(*[log_in(window, EMAIL) for _ in range(20)])
        assert [answer.status_code for answer in answers] == [200] * 20

    async def test_holds_without_redis(self, start: Start) -> None:
        mounts = {"http://auth.test": app}
        client = await start(app, mounts=mounts, setup_code=SETUP_CODE, redis_url="redis://127.0.0.1:1/0")
        await make_user(client, email=EMAIL, password=PASSWORD)
        async with browser(client) as window:
            for _ in range(10):
                assert (await log_in(window, EMAIL, "wrong password")).status_code == 401
            assert (await log_in(window, EMAIL)).status_code == 429


class TestCounting:
    async def test_attempts_that_share_several_limits_do_not_lock_each_other_out(self, client: ServiceClient) -> None:
        failures = Failures(client.kit.database.pool)
        limits = [Limit("test", str(n), 10_000, 900) for n in range(8)]
        # As they lie in the table, which is how a statement without an order would go through them.
        for limit in sorted(limits, key=lambda limit: limit.bucket, reverse=True):
            await failures.consume(limit)

        async def attempt(n: int) -> None:
            for _ in range(20):
                await failures.consume(*limits)
                await failures.refund(*limits)
                if n == 0:
                    await failures.reset(*limits[:2])

        await asyncio.gather(*[attempt(n) for n in range(6)])
        assert {await counted(client, limit) for limit in limits[2:]} == {1}


class TestRightPasswords:
    """They cost as much as wrong ones: one's own account must not make others wait."""

    async def test_hundreds_at_once_are_refused_and_another_account_gets_in_meanwhile(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        passwords = passwords_in(client)
        await make_user(client, email=EMAIL, password=PASSWORD)
        await make_user(client, email="grace@example.org", password=PASSWORD)
        async with passwords.slot(), passwords.slot():
            flood = [asyncio.create_task(log_in(visitor, EMAIL)) for _ in range(300)]
            while sum(task.done() for task in flood) < 280:
                await asyncio.sleep(0)
            refused = [task.result() for task in flood if task.done()]
            other = asyncio.create_task(log_in(visitor, "grace@example.org"))
            while passwords.waiting < 21:
                await asyncio.sleep(0)
        assert {(answer.status_code, answer.headers["retry-after"]) for answer in refused} == {(429, "2")}
        assert refused[0].json()["code"] == "too_many_attempts"
        assert (await other).status_code == 200
        statuses = [answer.status_code for answer in await asyncio.gather(*flood)]
        assert (statuses.count(200), statuses.count(429)) == (20, 280)
        assert (await log_in(visitor, EMAIL)).status_code == 200

    async def test_only_so_many_a_minute(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        device = Device("127.0.0.1", "")
        account, network = by_checks(EMAIL, device)
        assert (await log_in(visitor, EMAIL)).status_code == 200
        assert [await counted(client, limit) for limit in (account, network)] == [1, 1]
        async with client.kit.database.transaction() as session:
            await session.execute(text("DELETE FROM failure_counts"))
        await fill(client, account)
        answer = await log_in(visitor, " ADA@example.org")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_attempts")
        assert 0 < int(answer.headers["retry-after"]) <= 600

    async def test_nor_from_one_network(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        await make_user(client, email=EMAIL, password=PASSWORD)
        await fill(client, *by_checks(EMAIL, Device("127.0.0.1", ""))[1:])
        assert (await log_in(visitor, EMAIL)).status_code == 429
        async with browser(client, "198.51.100.1") as elsewhere:
            assert (await log_in(elsewhere, EMAIL)).status_code == 200

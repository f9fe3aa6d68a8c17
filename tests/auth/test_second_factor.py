"""The second step of a login by password: codes of an authenticator app, and recovery codes."""

import asyncio

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, text, update

from auth.credentials.models import LoginChallenge
from auth.people.models import User
from auth.sessions.models import LoginSession
from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user
from tests.auth.hashing import passwords_in
from tests.auth.second_factors import App, Clock, add_app, use_code


@pytest.fixture
async def app(client: ServiceClient, account: Account, clock: Clock) -> App:
    """The account's authenticator app, which shows a code that has not been used."""
    app = await add_app(client, await bearer(client, account), clock)
    clock.next_step()
    return app


async def challenge_of(window: httpx.AsyncClient, email: str = EMAIL) -> str:
    """What a login with the right password gives to carry on with."""
    answer = await log_in(window, email)
    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_needed")
    return str(answer.json()["challenge"])


async def sessions_since(client: ServiceClient, agent: str = "python-httpx") -> int:
    """How many sessions a browser of the test opened."""
    async with client.kit.database.transaction() as session:
        rows = await session.scalars(select(LoginSession).where(LoginSession.device.startswith(agent)))
        return len(rows.all())


class TestAfterThePassword:
    async def test_a_code_is_asked_for_and_nobody_is_logged_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient, app: App
    ) -> None:
        answer = await log_in(visitor, EMAIL)
        assert answer.status_code == 401
        assert answer.json()["methods"] == ["totp", "recovery"]
        assert "set-cookie" not in answer.headers
        assert await sessions_since(client) == 0

    async def test_a_wrong_password_does_not_tell_that_there_is_one(self, visitor: httpx.AsyncClient, app: App) -> None:
        answer = await log_in(visitor, EMAIL, "wrong password")
        assert answer.json()["code"] == "invalid_credentials"
        assert "challenge" not in answer.json()

    async def test_the_code_logs_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, app: App
    ) -> None:
        answer = await use_code(visitor, await challenge_of(visitor), app.code())
        assert answer.status_code == 200
        assert answer.json().keys() == {"public"}
        assert answer.json()["public"]["claims"]["user"] == str(account.id)
        assert (await visitor.get(f"/auth/users/{account.id}")).status_code == 200
        async with client.kit.database.transaction() as session:
            entry = (await session.scalars(select(AuditEntry).where(AuditEntry.action == "login"))).one()
            user = await session.get_one(User, account.id)
            assert (await session.scalars(select(LoginChallenge))).all() == []
        assert entry.details == {"by": ["password", "totp"]}
        assert (entry.actor_id, entry.actor_name, entry.subject_name) == (account.id, "Ada Lovelace", "Ada Lovelace")
        assert user.last_login_at is not None

    @pytest.mark.parametrize("later", [-1, 1])
    async def test_the_apps_clock_may_be_half_a_minute_off(
        self, visitor: httpx.AsyncClient, app: App, clock: Clock, later: int
    ) -> None:
        clock.next_step()
        assert (await use_code(visitor, await challenge_of(visitor), app.code(later=later))).status_code == 200

    @pytest.mark.parametrize("later", [-2, 2])
    async def test_but_not_more(self, visitor: httpx.AsyncClient, app: App, clock: Clock, later: int) -> None:
        clock.now += 300
        assert (await use_code(visitor, await challenge_of(visitor), app.code(later=later))).status_code == 401

    async def test_spaces_do_not_matter(self, visitor: httpx.AsyncClient, app: App) -> None:
        code = app.code()
        assert (await use_code(visitor, await challenge_of(visitor), f" {code[:3]} {code[3:]} ")).status_code == 200

    async def test_it_ends_the_session_that_the_browser_had(
        self, client: ServiceClient, visitor: httpx.AsyncClient, app: App, clock: Clock
    ) -> None:
        for _ in range(2):
            assert (await use_code(visitor, await challenge_of(visitor), app.code())).status_code == 200
            clock.next_step()
        async with client.kit.database.transaction() as session:
            reasons = await session.scalars(
                select(LoginSession.end_reason).where(LoginSession.device != "tests").order_by(LoginSession.created_at)
            )
            assert reasons.all() == ["logout", None]

    async def test_a_hash_that_was_made_cheaper_does_not_stand_in_the_way(
        self, client: ServiceClient, visitor: httpx.AsyncClient, app: App
    ) -> None:
        cheap = PasswordHasher(time_cost=1, memory_cost=8192, parallelism=1).hash(PASSWORD)
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(password_hash=cheap))
        assert (await use_code(visitor, await challenge_of(visitor), app.code())).status_code == 200


class TestCodesOnce:
    async def test_a_code_that_was_used_is_refused(self, visitor: httpx.AsyncClient, app: App) -> None:
        assert (await use_code(visitor, await challenge_of(visitor), app.code())).status_code == 200
        again = await use_code(visitor, await challenge_of(visitor), app.code())
        assert (again.status_code, again.json()["code"]) == (401, "wrong_code")

    async def test_so_is_an_earlier_one(self, visitor: httpx.AsyncClient, app: App, clock: Clock) -> None:
        clock.next_step()
        assert (await use_code(visitor, await challenge_of(visitor), app.code())).status_code == 200
        assert (await use_code(visitor, await challenge_of(visitor), app.code(later=-1))).status_code == 401

    async def test_so_is_the_one_that_set_the_app_up(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, clock: Clock
    ) -> None:
        app = await add_app(client, await bearer(client, account), clock)
        assert (await use_code(visitor, await challenge_of(visitor), app.code())).status_code == 401
        assert (await use_code(visitor, await challenge_of(visitor), app.code(later=1))).status_code == 200

    async def test_of_many_at_once_one_logs_in(self, client: ServiceClient, app: App) -> None:
        async with browser(client) as window:
            challenges = [await challenge_of(window) for _ in range(6)]
            answers = await asyncio.gather(*[use_code(window, challenge, app.code()) for challenge in challenges])
        assert sorted(answer.status_code for answer in answers) == [200] + [401] * 5

    async def test_a_challenge_is_good_for_one_login(self, visitor: httpx.AsyncClient, app: App, clock: Clock) -> None:
        challenge = await challenge_of(visitor)
        assert (await use_code(visitor, challenge, app.code())).status_code == 200
        clock.next_step()
        again = await use_code(visitor, challenge, app.code())
        assert (again.status_code, again.json()["code"]) == (401, "challenge_expired")


class TestWrongCodes:
    async def test_of_six_the_sixth_ends_the_challenge(self, visitor: httpx.AsyncClient, app: App) -> None:
        challenge = await challenge_of(visitor)
        answers = [await use_code(visitor, challenge, app.wrong_code(n)) for n in range(6)]
        assert [answer.json()["code"] for answer in answers] == ["wrong_code"] * 5 + ["challenge_expired"]
        right = await use_code(visitor, challenge, app.code())
        assert (right.status_code, right.json()["code"]) == (401, "challenge_expired")
        assert (await use_code(visitor, await challenge_of(visitor), app.code())).status_code == 200

    async def test_at_once_no_more_are_judged(self, client: ServiceClient, app: App) -> None:
        async with browser(client) as window:
            challenge = await challenge_of(window)
            answers = await asyncio.gather(*[use_code(window, challenge, app.wrong_code(n)) for n in range(20)])
        codes = [answer.json()["code"] for answer in answers]
        assert (codes.count("wrong_code"), codes.count("challenge_expired")) == (5, 15)

    async def test_new_challenges_do_not_give_more_tries(
        self, client: ServiceClient, visitor: httpx.AsyncClient, app: App, clock: Clock
    ) -> None:
        for n in range(10):
            wrong = await use_code(visitor, await challenge_of(visitor), app.wrong_code(n))
            assert wrong.json()["code"] == "wrong_code"
        challenge = await challenge_of(visitor)
        async with browser(client, "198.51.100.7") as elsewhere:
            blocked = await use_code(elsewhere, challenge, app.code())
        assert (blocked.status_code, blocked.json()["code"]) == (429, "too_many_attempts")
        assert 0 < int(blocked.headers["retry-after"]) <= 900

    async def test_over_a_day_they_end_too(self, client: ServiceClient, app: App) -> None:
        codes: list[str] = []
        for n in range(31):
            # Another network for each, so that only the account's own limits are met.
            async with browser(client, f"203.0.113.{n}") as window:
                answer = await use_code(window, await challenge_of(window), app.wrong_code(n))
            codes.append(answer.json()["code"])
            if n % 10 == 9:
                await self._pass_a_quarter_of_an_hour(client)
        assert codes == ["wrong_code"] * 30 + ["too_many_attempts"]

    async def test_a_new_password_lifts_the_block(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, app: App
    ) -> None:
        for n in range(10):
            await use_code(visitor, await challenge_of(visitor), app.wrong_code(n))
        passwords = passwords_in(client)
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(password_hash=await passwords.hash("seven tin whistles")))
        answer = await log_in(visitor, EMAIL, "seven tin whistles")
        assert (await use_code(visitor, answer.json()["challenge"], app.code())).status_code == 200

    @pytest.mark.parametrize("code", ["", "1" * 41, 123456, None, ["123456"], {"$ne": ""}])
    async def test_what_is_no_code_at_all(self, visitor: httpx.AsyncClient, app: App, code: object) -> None:
        answer = await visitor.post("/auth/tokens", json={"challenge": await challenge_of(visitor), "code": code})
        assert answer.status_code == 422

    @pytest.mark.parametrize(
        "code", ["000000\u0660", "\u0661\u0662\u0663\u0664\u0665\u0666", "-", "0x1234", "12345", "%"]
    )
    async def test_odd_ones(self, visitor: httpx.AsyncClient, app: App, code: str) -> None:
        answer = await use_code(visitor, await challenge_of(visitor), code)
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong_code")

    async def _pass_a_quarter_of_an_hour(self, client: ServiceClient) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(
                text("UPDATE failure_counts SET window_ends_at = window_ends_at - interval '15 minutes'")
            )


class TestChallenges:
    async def test_one_that_has_expired(self, client: ServiceClient, visitor: httpx.AsyncClient, app: App) -> None:
        challenge = await challenge_of(visitor)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE login_challenges SET expires_at = now() - interval '1 second'"))
        answer = await use_code(visitor, challenge, app.code())
        assert (answer.status_code, answer.json()["code"]) == (401, "challenge_expired")

    async def test_one_that_somebody_made_up(self, visitor: httpx.AsyncClient, app: App) -> None:
        for made_up in ("a", "a" * 43, "0" * 100, "' OR 1=1 --"):
            answer = await use_code(visitor, made_up, app.code())
            assert (answer.status_code, answer.json()["code"]) == (401, "challenge_expired")

    async def test_one_for_something_else(self, visitor: httpx.AsyncClient, app: App) -> None:
        asked = await visitor.post("/auth/passkeys/authentication-options", json={})
        answer = await use_code(visitor, asked.json()["challenge"], app.code())
        assert answer.json()["code"] == "challenge_expired"
        set_up = await visitor.post("/auth/tokens/setup", json={"challenge": await challenge_of(visitor)})
        assert (set_up.status_code, set_up.json()["code"]) == (401, "challenge_expired")

    async def test_somebody_elses_code(
        self, client: ServiceClient, visitor: httpx.AsyncClient, app: App, clock: Clock
    ) -> None:
        other = await make_user(client, email="grace@example.org", password=PASSWORD)
        others = await add_app(client, await bearer(client, other), clock)
        for code in (others.code(later=1), others.recovery_codes[0]):
            assert (await use_code(visitor, await challenge_of(visitor), code)).json()["code"] == "wrong_code"

    async def test_after_the_password_was_changed(
        self, client: ServiceClient, visitor: httpx.AsyncClient, app: App
    ) -> None:
        challenge = await challenge_of(visitor)
        passwords = passwords_in(client)
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(password_hash=await passwords.hash("seven tin whistles")))
        assert (await use_code(visitor, challenge, app.code())).json()["code"] == "challenge_expired"

    async def test_after_the_account_was_disabled(
        self, client: ServiceClient, visitor: httpx.AsyncClient, app: App
    ) -> None:
        challenge = await challenge_of(visitor)
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(state="disabled"))
        for code in (app.code(), app.recovery_codes[0]):
            assert (await use_code(visitor, challenge, code)).json()["code"] == "challenge_expired"
        assert await sessions_since(client) == 0

    async def test_the_database_does_not_tell_it(
        self, client: ServiceClient, visitor: httpx.AsyncClient, app: App
    ) -> None:
        challenge = await challenge_of(visitor)
        async with client.kit.database.transaction() as session:
            for query in (
                "SELECT login_challenges::text FROM login_challenges",
                "SELECT authenticators::text FROM authenticators",
                "SELECT recovery_codes::text FROM recovery_codes",
            ):
                rows = (await session.execute(text(query))).scalars().all()
                assert rows
                for secret in (challenge, app.secret, *app.recovery_codes):
                    assert all(form not in row for row in rows for form in (secret, secret.encode().hex()))

    async def test_from_another_sites_page(self, visitor: httpx.AsyncClient, app: App) -> None:
        challenge = await challenge_of(visitor)
        visitor.headers["Origin"] = "https://evil.example"
        assert (await use_code(visitor, challenge, app.code())).status_code == 403

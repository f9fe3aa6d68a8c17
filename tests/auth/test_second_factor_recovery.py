"""Recovery codes at the login, and second factors that are set up there."""

import asyncio

import httpx
import pytest
from sqlalchemy import select, text, update

from auth.people.models import Scope, User
from kit.audit import AuditEntry
from kit.testing import ServiceClient
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user
from tests.auth.second_factors import App, Clock, add_app, use_code
from tests.auth.test_second_factor import app, challenge_of

__all__ = ["app"]


class TestRecoveryCodes:
    async def test_each_logs_in_once(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, app: App
    ) -> None:
        assert len(set(app.recovery_codes)) == 10
        first, second = app.recovery_codes[:2]
        assert (await use_code(visitor, await challenge_of(visitor), first)).status_code == 200
        used = await use_code(visitor, await challenge_of(visitor), first)
        assert (used.status_code, used.json()["code"]) == (401, "wrong_code")
        assert (await use_code(visitor, await challenge_of(visitor), second)).status_code == 200
        async with client.kit.database.transaction() as session:
            entries = await session.scalars(select(AuditEntry.details).where(AuditEntry.action == "login"))
            assert entries.all() == [{"by": ["password", "recovery"]}] * 2

    async def test_of_many_at_once_one_logs_in(self, client: ServiceClient, app: App) -> None:
        async with browser(client) as window:
            challenges = [await challenge_of(window) for _ in range(6)]
            code = app.recovery_codes[0]
            answers = await asyncio.gather(*[use_code(window, challenge, code) for challenge in challenges])
        assert sorted(answer.status_code for answer in answers) == [200] + [401] * 5

    @pytest.mark.parametrize("spelling", ["{0}", "{0} ", "{1}", "{2}", "{3}"])
    async def test_however_it_is_typed(self, visitor: httpx.AsyncClient, app: App, spelling: str) -> None:
        code = app.recovery_codes[0]
        typed = spelling.format(code, code.upper(), code.replace("-", ""), code.replace("-", " ").replace("0", "O"))
        assert (await use_code(visitor, await challenge_of(visitor), typed)).status_code == 200

    async def test_a_login_with_one_leaves_the_rest(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, app: App
    ) -> None:
        await use_code(visitor, await challenge_of(visitor), app.recovery_codes[0])
        async with client.kit.database.transaction() as session:
            assert await session.scalar(text("SELECT count(*) FROM recovery_codes")) == 9


class TestSetUpAtLogin:
    """Where a scope that one holds requires a second factor and one has none."""

    @pytest.fixture
    async def challenge(self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account) -> str:
        async with client.kit.database.transaction() as session:
            await session.execute(update(Scope).where(Scope.name == "editor").values(requires_second_factor=True))
        answer = await log_in(visitor, EMAIL)
        assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_setup_needed")
        assert "set-cookie" not in answer.headers
        return str(answer.json()["challenge"])

    async def test_an_app_is_set_up_and_logs_in(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, clock: Clock, challenge: str
    ) -> None:
        secret = (await visitor.post("/auth/tokens/setup", json={"challenge": challenge})).json()
        app = App(secret["secret"], clock)
        assert secret["otpauthUri"].startswith("otpauth://totp/localhost:ada%40example.org?secret=" + app.secret)
        assert secret["qrCode"].startswith("data:image/svg+xml")
        wrong = await use_code(visitor, challenge, app.wrong_code())
        assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_code")
        answer = await use_code(visitor, challenge, app.code())
        assert answer.status_code == 200
        codes = answer.json()["recoveryCodes"]
        assert len(codes) == 10
        clock.next_step()
        needed = await log_in(visitor, EMAIL)
        assert needed.json()["methods"] == ["totp", "recovery"]
        assert (await use_code(visitor, needed.json()["challenge"], codes[0])).status_code == 200
        async with client.kit.database.transaction() as session:
            user = await session.get_one(User, account.id)
            assert user.has_second_factor
            actions = await session.scalars(select(AuditEntry.action).order_by(AuditEntry.id))
            assert actions.all() == ["authenticator.added", "login", "login"]

    async def test_only_so_many_secrets_are_made(
        self, client: ServiceClient, visitor: httpx.AsyncClient, challenge: str
    ) -> None:
        async def asked(window: httpx.AsyncClient) -> int:
            return (await window.post("/auth/tokens/setup", json={"challenge": challenge})).status_code

        assert [await asked(visitor) for _ in range(21)] == [200] * 20 + [429]
        async with browser(client, "198.51.100.1") as elsewhere:
            assert await asked(elsewhere) == 429

    async def test_made_up_challenges_are_failures_of_their_network(
        self, client: ServiceClient, visitor: httpx.AsyncClient, challenge: str
    ) -> None:
        bodies = [
            ("/auth/tokens/setup", {"challenge": "made up"}),
            ("/auth/tokens", {"challenge": "made up", "code": "123456"}),
        ]
        for path, body in bodies * 25:
            assert (await visitor.post(path, json=body)).json()["code"] == "challenge_expired"
        for path, body in bodies:
            assert (await visitor.post(path, json=body)).json()["code"] == "too_many_attempts"
        async with browser(client, "198.51.100.1") as elsewhere:
            answer = await elsewhere.post("/auth/tokens/setup", json={"challenge": challenge})
            assert answer.status_code == 200

    async def test_a_code_before_there_is_an_app(self, visitor: httpx.AsyncClient, challenge: str) -> None:
        assert (await use_code(visitor, challenge, "123456")).json()["code"] == "wrong_code"

    async def test_who_has_set_one_up_since_keeps_it(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, clock: Clock, challenge: str
    ) -> None:
        planted = (await visitor.post("/auth/tokens/setup", json={"challenge": challenge})).json()["secret"]
        await add_app(client, await bearer(client, account), clock)
        again = await visitor.post("/auth/tokens/setup", json={"challenge": challenge})
        assert (again.status_code, again.json()["code"]) == (401, "challenge_expired")
        answer = await use_code(visitor, challenge, App(planted, clock).code())
        assert (answer.status_code, answer.json()["code"]) == (401, "challenge_expired")

    async def test_not_for_a_disabled_account(
        self, client: ServiceClient, visitor: httpx.AsyncClient, challenge: str
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(state="disabled"))
        answer = await visitor.post("/auth/tokens/setup", json={"challenge": challenge})
        assert (answer.status_code, answer.json()["code"]) == (401, "challenge_expired")

    async def test_whoever_holds_no_such_scope_is_not_asked(
        self, client: ServiceClient, visitor: httpx.AsyncClient, challenge: str
    ) -> None:
        await make_user(client, "admin", email="grace@example.org", password=PASSWORD)
        assert (await log_in(visitor, "grace@example.org")).status_code == 200

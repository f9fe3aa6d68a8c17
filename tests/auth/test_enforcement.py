"""Scopes that require a second factor, and the sessions of those who have none."""

import asyncio
import uuid

import httpx
import pytest
from sqlalchemy import select, update

from auth.credentials.enforcement import end_sessions_without_factor
from auth.people.models import Scope
from kit.testing import ServiceClient
from tests.auth.factory import PASSWORD, Account, bearer, browser, log_in, make_user, signed_in
from tests.auth.second_factors import Clock, add_app
from tests.waiting_transactions import until_somebody_waits


async def turn_on(client: ServiceClient, name: str, headers: dict[str, str] | None = None) -> None:
    """Have the scope require a second factor, as an administrator does."""
    headers = headers or await signed_in(client, "super")
    scopes = (await client.get("/auth/scopes", params={"limit": 100}, headers=headers)).json()["results"]
    scope = next(scope for scope in scopes if scope["name"] == name)
    form = {"name": name, "description": scope["description"], "requiresSecondFactor": True}
    answer = await client.put(f"/auth/scopes/{scope['id']}", json=form, headers=headers)
    assert answer.status_code == 200, answer.text


async def turn_off(client: ServiceClient) -> None:
    """Have no scope require one."""
    async with client.kit.database.transaction() as session:
        await session.execute(update(Scope).values(requires_second_factor=False))


async def stands(client: ServiceClient, account: Account, headers: dict[str, str]) -> bool:
    return (await client.get(f"/auth/users/{account.id}", headers=headers)).status_code == 200


class TestTurningOn:
    async def test_ends_the_sessions_of_holders_without_one(self, client: ServiceClient, clock: Clock) -> None:
        without, holder, other = (
            await make_user(client, "editor", "crm:read"),
            await make_user(client, "editor"),
            await make_user(client, "admin"),
        )
        sessions = {account: await bearer(client, account) for account in (without, holder, other)}
        second = await bearer(client, without)
        await add_app(client, sessions[holder], clock)
        await turn_on(client, "editor")
        assert [await stands(client, account, sessions[account]) for account in (without, holder, other)] == [
            False,
            True,
            True,
        ]
        assert not await stands(client, without, second)

    async def test_a_refresh_does_not_bring_them_back(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        account = await make_user(client, "editor", password=PASSWORD)
        assert (await log_in(visitor, account.email)).status_code == 200
        await turn_on(client, "editor")
        answer = await visitor.post("/auth/tokens", json={"refresh": True})
        assert (answer.status_code, answer.json()["code"]) == (401, "session_expired")
        assert (await log_in(visitor, account.email)).json()["code"] == "second_factor_setup_needed"

    async def test_whoever_turns_it_on_has_until_the_next_refresh_to_set_one_up(
        self, client: ServiceClient, visitor: httpx.AsyncClient, clock: Clock
    ) -> None:
        for is_set_up in (False, True):
            account = await make_user(client, "editor", "admin", password=PASSWORD)
            assert (await log_in(visitor, account.email)).status_code == 200
            headers = {"Authorization": f"Bearer {visitor.cookies['pagewright_session']}"}
            await turn_on(client, "editor", headers)
            assert await stands(client, account, headers)
            if is_set_up:
                await add_app(client, headers, clock)
            answer = await visitor.post("/auth/tokens", json={"refresh": True})
            assert answer.status_code == (200 if is_set_up else 401)
            await turn_off(client)

    async def test_a_login_that_is_under_way_does_not_slip_through(self, client: ServiceClient) -> None:
        account = await make_user(client, "editor", password=PASSWORD)
        async with browser(client) as window, client.kit.database.transaction() as session:
            scope = (await session.scalars(select(Scope).where(Scope.name == "editor"))).one()
            scope.requires_second_factor = True
            await end_sessions_without_factor(session, client.kit.redis, scope.id, but=uuid.UUID(int=0))
            login = asyncio.create_task(log_in(window, account.email))
            # The password is right, and the login waits for what this transaction will say.
            await until_somebody_waits(session)
            await session.commit()
            answer = await login
        assert answer.json()["code"] == "second_factor_setup_needed"


class TestRequired:
    @pytest.mark.parametrize("scopes", [("editor",), ("editor", "crm:read")])
    async def test_by_one_of_several_scopes(
        self, client: ServiceClient, visitor: httpx.AsyncClient, scopes: tuple[str, ...]
    ) -> None:
        account = await make_user(client, *scopes, password=PASSWORD)
        await turn_on(client, "editor")
        assert (await log_in(visitor, account.email)).json()["code"] == "second_factor_setup_needed"

    async def test_not_of_those_who_hold_another(self, client: ServiceClient, visitor: httpx.AsyncClient) -> None:
        account = await make_user(client, "crm:read", password=PASSWORD)
        await turn_on(client, "editor")
        assert (await log_in(visitor, account.email)).status_code == 200

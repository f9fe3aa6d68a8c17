"""What is under way while a scope is renamed or deleted: nothing of it keeps the scope."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from auth.grants import api_tokens
from auth.grants.api_token_schemas import ApiTokenIn
from auth.login import service as login
from auth.people.repository import Account as Credentials
from auth.people.repository import UserRepository
from kit.auth import Principal
from kit.testing import ServiceClient
from tests.auth.factory import DEVICE, Account, make_user, signed_in
from tests.auth.programs import form, status
from tests.auth.test_scopes import made
from tests.waiting_transactions import until_somebody_waits

Change = Callable[[ServiceClient, str, dict[str, str]], Awaitable[int]]


async def rename(client: ServiceClient, path: str, headers: dict[str, str]) -> int:
    return (await client.put(path, json={"name": "society", "description": ""}, headers=headers)).status_code


async def delete(client: ServiceClient, path: str, headers: dict[str, str]) -> int:
    return (await client.delete(path, headers=headers)).status_code


async def while_under_way(session: AsyncSession, change: Awaitable[int]) -> int:
    """What a change of the scope answers that comes while the session's transaction is open, which is committed then."""
    changing = asyncio.ensure_future(change)
    await until_somebody_waits(session)
    await session.commit()
    return await changing


@pytest.mark.parametrize("change", [rename, delete])
class TestUnderWay:
    async def test_a_login_is_waited_for_and_ended(self, client: ServiceClient, change: Change) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        account = await make_user(client, "club")
        async with client.kit.database.transaction() as session:
            user = await UserRepository(session).get_account_for_update(Credentials(account.id, None, "active"))
            assert user is not None
            issued = await login.issue(session, user, ("password",), device=DEVICE)
            assert await while_under_way(session, change(client, f"/auth/scopes/{scope['id']}", headers)) < 300
        member = {"Authorization": f"Bearer {issued.access_token}"}
        answer = await client.get(f"/auth/users/{account.id}", headers=member)
        assert (answer.status_code, answer.json()["code"]) == (401, "session_revoked")

    @pytest.mark.parametrize("held", ["club", "admin"])
    async def test_an_api_token_is_waited_for_and_revoked(
        self, client: ServiceClient, change: Change, held: str
    ) -> None:
        headers = await signed_in(client, "admin")
        scope = await made(client, headers)
        account = await make_user(client, held)
        async with client.kit.database.transaction() as session:
            data = ApiTokenIn.model_validate(form("club"))
            _, token = await api_tokens.create(session, _principal(account, held), data, device=DEVICE)
            assert await while_under_way(session, change(client, f"/auth/scopes/{scope['id']}", headers)) < 300
        assert await status(client, {"token": token}, "/auth/account") == 401


def _principal(account: Account, *scopes: str) -> Principal:
    return Principal(str(account.id), str(account.person_id), str(account.id), frozenset(scopes), "Europe/London")

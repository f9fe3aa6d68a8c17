"""`DELETE /auth/tokens`."""

import httpx
from sqlalchemy import select

from auth.app import app
from auth.sessions.models import LoginSession
from kit.testing import ServiceClient, Start
from kit.testing.identity import PUBLIC_URL
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user


async def test_ends_the_session_at_once(client: ServiceClient, visitor: httpx.AsyncClient, account: Account) -> None:
    login = await log_in(visitor, EMAIL)
    copied = {"Authorization": f"Bearer {visitor.cookies['pagewright_session']}"}
    refresh = login.cookies.get("pagewright_refresh", path="/auth/tokens")
    assert (await client.get(f"/auth/users/{account.id}", headers=copied)).status_code == 200
    answer = await visitor.delete("/auth/tokens")
    assert (answer.status_code, answer.content) == (204, b"")
    assert not visitor.cookies
    revoked = await client.get(f"/auth/users/{account.id}", headers=copied)
    assert (revoked.status_code, revoked.json()["code"]) == (401, "session_revoked")
    headers = {"Cookie": f"pagewright_refresh={refresh}", "Origin": PUBLIC_URL}
    renewed = await client.post("/auth/tokens", json={"refresh": True}, headers=headers)
    assert (renewed.status_code, renewed.json()["code"]) == (401, "session_expired")


async def test_with_an_expired_access_token_the_refresh_cookie_ends_it(
    client: ServiceClient, visitor: httpx.AsyncClient, account: Account
) -> None:
    await log_in(visitor, EMAIL)
    visitor.cookies.delete("pagewright_session")
    assert (await visitor.delete("/auth/tokens")).status_code == 204
    async with client.kit.database.transaction() as session:
        assert await session.scalar(select(LoginSession.end_reason)) == "logout"


async def test_with_a_bearer_token(client: ServiceClient, account: Account) -> None:
    headers = await bearer(client, account)
    assert (await client.delete("/auth/tokens", headers=headers)).status_code == 204
    assert (await client.get(f"/auth/users/{account.id}", headers=headers)).status_code == 401


async def test_of_nobody_is_no_fault(visitor: httpx.AsyncClient) -> None:
    assert (await visitor.delete("/auth/tokens")).status_code == 204
    assert (await visitor.delete("/auth/tokens")).status_code == 204


async def test_leaves_the_other_sessions(client: ServiceClient, visitor: httpx.AsyncClient, account: Account) -> None:
    await log_in(visitor, EMAIL)
    other = await bearer(client, account)
    await visitor.delete("/auth/tokens")
    assert (await client.get(f"/auth/users/{account.id}", headers=other)).status_code == 200


async def test_another_sites_page_cannot_log_anybody_out(
    client: ServiceClient, visitor: httpx.AsyncClient, account: Account
) -> None:
    await log_in(visitor, EMAIL)
    assert (await visitor.delete("/auth/tokens", headers={"Origin": "https://evil.example"})).status_code == 403
    assert (await visitor.get(f"/auth/users/{account.id}")).status_code == 200


async def test_without_redis_auth_itself_says_that_it_is_ended(start: Start) -> None:
    mounts = {"http://auth.test": app}
    client = await start(app, mounts=mounts, setup_code=SETUP_CODE, redis_url="redis://127.0.0.1:1/0")
    account = await make_user(client, email=EMAIL, password=PASSWORD)
    async with browser(client) as window:
        await log_in(window, EMAIL)
        copied = {"Authorization": f"Bearer {window.cookies['pagewright_session']}"}
        # Without the access token, so that no answer about it is remembered before it is ended.
        window.cookies.delete("pagewright_session")
        assert (await window.delete("/auth/tokens")).status_code == 204
    assert (await client.get(f"/auth/users/{account.id}", headers=copied)).status_code == 401

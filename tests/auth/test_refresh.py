"""`POST /auth/tokens` with `{"refresh": true}`."""

import asyncio
import base64
import re
import secrets
import uuid
from datetime import timedelta

import httpx
import jwt
import pytest
from sqlalchemy import select, text, update

from auth.app import app
from auth.people.models import User
from auth.sessions import repository
from auth.sessions.models import LoginSession
from kit.audit import AuditEntry
from kit.testing import ServiceClient, Start, Tokens
from kit.testing.identity import PUBLIC_URL
from tests.auth.conftest import SETUP_CODE
from tests.auth.factory import EMAIL, PASSWORD, Account, bearer, browser, log_in, make_user


@pytest.fixture
async def credential(visitor: httpx.AsyncClient, account: Account) -> str:
    """The refresh credential of a fresh login in the visitor's browser."""
    return refresh_cookie(await log_in(visitor, EMAIL))


def refresh_cookie(answer: httpx.Response) -> str:
    """The refresh credential that an answer sets; empty when it sets none."""
    return answer.cookies.get("pagewright_refresh", default="", path="/auth/tokens") or ""


def session_of(access_token: str) -> str:
    """The session that an access token belongs to."""
    return str(jwt.decode(access_token, options={"verify_signature": False})["sid"])


async def refresh(client: httpx.AsyncClient, credential: str) -> httpx.Response:
    """Refresh with this very credential, whatever cookies the client has."""
    headers = {"Cookie": f"pagewright_refresh={credential}", "Origin": PUBLIC_URL}
    return await client.post("/auth/tokens", json={"refresh": True}, headers=headers)


async def sessions(client: ServiceClient) -> list[LoginSession]:
    async with client.kit.database.transaction() as session:
        return list(await session.scalars(select(LoginSession)))


async def age_rotation(client: ServiceClient, by: timedelta) -> None:
    """Make the latest refresh of every session lie so far in the past."""
    async with client.kit.database.transaction() as session:
        await session.execute(update(LoginSession).values(rotated_at=LoginSession.rotated_at - by))


@pytest.fixture
def grace(monkeypatch: pytest.MonkeyPatch) -> timedelta:
    """How long a lost answer is waited for: in place of ten seconds so long that no test outlasts it on a busy machine."""
    assert repository.GRACE.total_seconds() == 10
    longer = timedelta(hours=1)
    monkeypatch.setattr(repository, "GRACE", longer)
    return longer


class TestRotation:
    async def test_a_browser_refreshes_by_its_cookies(
        self, visitor: httpx.AsyncClient, account: Account, credential: str
    ) -> None:
        first = visitor.cookies["pagewright_session"]
        answer = await visitor.post("/auth/tokens", json={"refresh": True})
        assert answer.status_code == 200
        assert answer.json()["public"]["claims"]["user"] == str(account.id)
        second = visitor.cookies["pagewright_session"]
        assert session_of(first) == session_of(second)
        assert refresh_cookie(answer) not in ("", credential)
        assert (await visitor.post("/auth/tokens", json={"refresh": True})).status_code == 200

    async def test_the_claims_are_those_of_now(self, client: ServiceClient, credential: str) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("DELETE FROM user_scopes"))
            await session.execute(text("UPDATE people SET timezone = 'Asia/Tokyo'"))
        claims = (await refresh(client, credential)).json()["public"]["claims"]
        assert claims["scopes"] == []
        assert claims["timezone"] == "Asia/Tokyo"

    async def test_moves_the_expiry_on_but_not_past_the_end(self, client: ServiceClient, credential: str) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE sessions SET expires_at = now() + interval '1 hour'"))
        answer = await refresh(client, credential)
        (row,) = await sessions(client)
        # A clock for each of the two columns: they may be microseconds apart.
        assert abs(row.expires_at - row.last_used_at - timedelta(days=30)) < timedelta(seconds=5)
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE sessions SET ends_at = now() + interval '1 hour'"))
        last = await refresh(client, refresh_cookie(answer))
        (row,) = await sessions(client)
        assert row.expires_at == row.ends_at
        lifetimes = [header for header in last.headers.get_list("set-cookie") if "pagewright_refresh" in header]
        assert len(lifetimes) == 2
        assert all(re.search(r"Max-Age=(3600|35\d\d);", header) for header in lifetimes)

    @pytest.mark.usefixtures("grace")
    async def test_of_a_hundred_at_once_one_gets_the_successor_and_nobody_is_logged_out(
        self, client: ServiceClient, credential: str
    ) -> None:
        client.cookies.clear()
        answers = await asyncio.gather(*[refresh(client, credential) for _ in range(100)])
        assert [answer.status_code for answer in answers] == [200] * 100
        successors = [refresh_cookie(answer) for answer in answers if refresh_cookie(answer)]
        assert len(successors) == 1
        assert all(answer.cookies.get("pagewright_session", path="/") for answer in answers)
        (row,) = await sessions(client)
        assert row.ended_at is None
        assert (await refresh(client, successors[0])).status_code == 200


class TestLostAnswer:
    """A tab is closed, or the network ends, while the answer with the successor is on its way."""

    async def test_within_ten_seconds_another_tab_may_have_it(
        self, client: ServiceClient, account: Account, credential: str, grace: timedelta
    ) -> None:
        successor = refresh_cookie(await refresh(client, credential))
        await age_rotation(client, grace - timedelta(minutes=5))
        late = await refresh(client, credential)
        assert late.status_code == 200
        assert late.json()["public"]["claims"]["user"] == str(account.id)
        assert refresh_cookie(late) == ""
        assert (await refresh(client, successor)).status_code == 200

    async def test_later_there_is_another_successor(
        self, client: ServiceClient, credential: str, grace: timedelta
    ) -> None:
        lost = refresh_cookie(await refresh(client, credential))
        await age_rotation(client, grace + timedelta(seconds=1))
        answer = await refresh(client, credential)
        assert answer.status_code == 200
        successor = refresh_cookie(answer)
        assert successor not in ("", lost, credential)
        assert (await refresh(client, successor)).status_code == 200

    async def test_the_first_of_several_tabs_gets_it(
        self, client: ServiceClient, credential: str, grace: timedelta
    ) -> None:
        await refresh(client, credential)
        await age_rotation(client, grace + timedelta(seconds=1))
        client.cookies.clear()
        answers = await asyncio.gather(*[refresh(client, credential) for _ in range(10)])
        assert [answer.status_code for answer in answers] == [200] * 10
        assert len([answer for answer in answers if refresh_cookie(answer)]) == 1

    async def test_whoever_uses_the_lost_one_after_all_ends_the_session(
        self, client: ServiceClient, credential: str, grace: timedelta
    ) -> None:
        lost = refresh_cookie(await refresh(client, credential))
        await age_rotation(client, grace + timedelta(seconds=1))
        successor = refresh_cookie(await refresh(client, credential))
        assert (await refresh(client, lost)).json()["code"] == "refresh_reused"
        assert (await refresh(client, successor)).status_code == 401


class TestReuse:
    async def test_ends_the_session_at_once(self, client: ServiceClient, account: Account, credential: str) -> None:
        second = refresh_cookie(await refresh(client, credential))
        answer = await refresh(client, second)
        access_token = answer.cookies["pagewright_session"]
        own_record = f"/auth/users/{account.id}"
        assert (await client.get(own_record, headers={"Authorization": f"Bearer {access_token}"})).status_code == 200
        reused = await refresh(client, credential)
        assert reused.status_code == 401
        assert reused.json()["code"] == "refresh_reused"
        assert not reused.cookies
        (row,) = await sessions(client)
        assert row.end_reason == "reuse"
        async with client.kit.database.transaction() as session:
            entry = (await session.scalars(select(AuditEntry).where(AuditEntry.action == "refresh.reused"))).one()
        assert (entry.actor_id, entry.subject_id, entry.address) == (None, account.id, "127.0.0.1")
        third = await refresh(client, refresh_cookie(answer))
        assert third.status_code == 401
        assert third.json()["code"] == "session_expired"
        revoked = await client.get(own_record, headers={"Authorization": f"Bearer {access_token}"})
        assert revoked.status_code == 401
        assert revoked.json()["code"] == "session_revoked"

    async def test_takes_no_second_connection_while_it_holds_one(self, start: Start) -> None:
        """As many of them at once as there are connections would keep everybody from logging in."""
        client = await start(app, mounts={"http://auth.test": app}, setup_code=SETUP_CODE, pool_size=1)
        await make_user(client, email=EMAIL, password=PASSWORD)
        async with browser(client) as window:
            first = refresh_cookie(await log_in(window, EMAIL))
        await refresh(client, refresh_cookie(await refresh(client, first)))
        reused = await refresh(client, first)
        assert (reused.status_code, reused.json()["code"]) == (401, "refresh_reused")
        (row,) = await sessions(client)
        assert row.end_reason == "reuse"

    async def test_ends_that_session_only(self, client: ServiceClient, account: Account, credential: str) -> None:
        other = await bearer(client, account)
        await refresh(client, refresh_cookie(await refresh(client, credential)))
        assert (await refresh(client, credential)).status_code == 401
        assert (await client.get(f"/auth/users/{account.id}", headers=other)).status_code == 200


class TestRefused:
    async def test_made_up_credentials_change_nothing(self, client: ServiceClient, credential: str) -> None:
        family, _, secret = credential.partition(".")
        random = base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")
        for made_up in (
            f"{random}.{secret}",
            "",
            ".",
            "a.b",
            f"{family}.",
            secret,
            f"{credential}.{secret}",
            "%00",
            "a" * 5000,
        ):
            answer = await refresh(client, made_up)
            assert answer.status_code == 401
            assert answer.json()["code"] == "session_expired"
        assert (await refresh(client, credential)).status_code == 200

    async def test_without_a_cookie(self, client: ServiceClient) -> None:
        answer = await client.post("/auth/tokens", json={"refresh": True})
        assert answer.status_code == 401

    async def test_when_the_session_lay_idle_too_long(self, client: ServiceClient, credential: str) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("UPDATE sessions SET expires_at = now() - interval '1 second'"))
        assert (await refresh(client, credential)).json()["code"] == "session_expired"

    async def test_when_the_account_has_been_disabled(self, client: ServiceClient, credential: str) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).values(state="disabled"))
        assert (await refresh(client, credential)).json()["code"] == "session_expired"

    async def test_when_the_account_is_gone(self, client: ServiceClient, credential: str) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(text("DELETE FROM people"))
        assert (await refresh(client, credential)).json()["code"] == "session_expired"

    async def test_from_another_sites_page(self, visitor: httpx.AsyncClient, credential: str) -> None:
        for origin in ("https://evil.example", "null", "http://localhost:8080.evil.example", ""):
            answer = await visitor.post("/auth/tokens", json={"refresh": True}, headers={"Origin": origin})
            assert answer.status_code == 403
        assert (await visitor.post("/auth/tokens", json={"refresh": True})).status_code == 200


class TestSessionForOtherServices:
    """`GET /private/sessions/{id}`."""

    async def test_stands_until_it_is_ended(
        self, client: ServiceClient, visitor: httpx.AsyncClient, credential: str, tokens: Tokens
    ) -> None:
        (row,) = await sessions(client)
        headers = tokens.internal("content", to="auth")
        answer = await client.get(f"/private/sessions/{row.id}", headers=headers)
        assert (answer.status_code, answer.json()) == (200, {"id": str(row.id)})
        await visitor.delete("/auth/tokens")
        ended = await client.get(f"/private/sessions/{row.id}", headers=headers)
        assert (ended.status_code, ended.json()["code"]) == (404, "session_not_found")

    async def test_one_that_never_was(self, client: ServiceClient, tokens: Tokens) -> None:
        answer = await client.get(f"/private/sessions/{uuid.uuid4()}", headers=tokens.internal("content", to="auth"))
        assert answer.status_code == 404


class TestABrowserWhoseSessionIsOver:
    async def test_forgets_the_session_cookie(
        self, client: ServiceClient, visitor: httpx.AsyncClient, account: Account, credential: str
    ) -> None:
        assert "pagewright_session" in visitor.cookies
        assert (await client.delete("/auth/sessions", headers=await bearer(client, account))).status_code == 204
        answer = await visitor.post("/auth/tokens", json={"refresh": True})
        assert (answer.status_code, answer.json()["code"]) == (401, "session_expired")
        assert "pagewright_session" not in visitor.cookies

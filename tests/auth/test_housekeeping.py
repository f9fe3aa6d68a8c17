"""What auth does by itself from time to time."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import jwt
from sqlalchemy import select, update

from auth.credentials.models import Authenticator, FailureCount, LoginChallenge
from auth.housekeeping import announce_ended, announce_pending, purge
from auth.sessions.models import LoginSession
from auth.sessions.revocation import restore
from kit.revocation import look_up
from kit.testing import ServiceClient
from tests.auth.factory import Account, bearer, log_in, make_user
from tests.auth.second_factors import Clock, add_app


async def own_record(client: ServiceClient, account: Account, headers: dict[str, str]) -> int:
    return (await client.get(f"/auth/users/{account.id}", headers=headers)).status_code


def session_of(headers: dict[str, str]) -> str:
    claims = jwt.decode(headers["Authorization"].removeprefix("Bearer "), options={"verify_signature": False})
    return str(claims["sid"])


class TestAnnounceEnded:
    async def test_a_redis_that_forgot_is_not_believed_until_it_is_told_again(self, client: ServiceClient) -> None:
        account = await make_user(client)
        ended, active = await bearer(client, account), await bearer(client, account)
        await client.delete("/auth/tokens", headers=ended)
        await client.kit.redis.call(lambda redis: redis.flushdb())
        assert await own_record(client, account, ended) == 401
        assert await own_record(client, account, active) == 200
        await announce_pending(client.kit)
        assert (await look_up(client.kit.redis, session_of(ended))).is_revoked
        known = await look_up(client.kit.redis, session_of(active))
        assert (known.is_revoked, known.epoch is not None) == (False, True)
        assert await own_record(client, account, ended) == 401
        assert await own_record(client, account, active) == 200

    async def test_a_redis_that_forgets_while_it_is_told_is_not_believed(self, client: ServiceClient) -> None:
        async def forget() -> list[uuid.UUID]:
            await client.kit.redis.client.flushdb()
            return []

        await client.kit.redis.client.flushdb()
        await restore(client.kit.redis, forget)
        assert (await look_up(client.kit.redis, "any")).epoch is None
        await announce_ended(client.kit)
        first = (await look_up(client.kit.redis, "any")).epoch
        await announce_ended(client.kit)
        assert (await look_up(client.kit.redis, "any")).epoch == first is not None

    async def test_of_those_whose_tokens_have_expired_nothing_is_told(self, client: ServiceClient) -> None:
        await client.delete("/auth/tokens", headers=await bearer(client, await make_user(client)))
        async with client.kit.database.transaction() as session:
            await session.execute(update(LoginSession).values(ended_at=datetime.now(UTC) - timedelta(minutes=26)))
        assert await announce_ended(client.kit) == 0


class TestPurge:
    async def test_deletes_what_is_long_over(self, client: ServiceClient) -> None:
        account = await make_user(client)
        for _ in range(5):
            await bearer(client, account)
        now = datetime.now(UTC)
        states: list[dict[str, Any]] = [
            {},
            {"ended_at": now - timedelta(days=31), "end_reason": "logout"},
            {"ended_at": now - timedelta(days=29), "end_reason": "logout"},
            {"expires_at": now - timedelta(days=31)},
            {"expires_at": now - timedelta(days=29)},
        ]
        async with client.kit.database.transaction() as session:
            ids = (await session.scalars(select(LoginSession.id).order_by(LoginSession.id))).all()
            for identifier, values in zip(ids, states, strict=True):
                if values:
                    await session.execute(update(LoginSession).where(LoginSession.id == identifier).values(**values))
        await purge(client.kit)
        async with client.kit.database.transaction() as session:
            left = (await session.scalars(select(LoginSession.id).order_by(LoginSession.id))).all()
        assert left == [ids[0], ids[2], ids[4]]

    async def test_forgets_failures_whose_window_has_passed(
        self, client: ServiceClient, visitor: httpx.AsyncClient
    ) -> None:
        for email in ("a@example.org", "b@example.org"):
            await log_in(visitor, email)
        async with client.kit.database.transaction() as session:
            rows = (await session.scalars(select(FailureCount))).all()
            # Failures and checks, of either account and of their network.
            assert len(rows) == 6
            rows[0].window_ends_at = datetime.now(UTC) - timedelta(seconds=1)
        await purge(client.kit)
        async with client.kit.database.transaction() as session:
            assert len((await session.scalars(select(FailureCount))).all()) == 5

    async def test_deletes_what_nobody_finished(self, client: ServiceClient) -> None:
        account = await make_user(client)
        headers = await bearer(client, account)
        now = datetime.now(UTC)
        for _ in range(2):
            await client.post("/auth/passkeys/authentication-options", json={})
        await client.post("/auth/account/totp", headers=headers)
        async with client.kit.database.transaction() as session:
            challenge = (await session.scalars(select(LoginChallenge))).first()
            assert challenge is not None
            challenge.expires_at = now - timedelta(seconds=1)
        await purge(client.kit)
        async with client.kit.database.transaction() as session:
            assert len((await session.scalars(select(LoginChallenge))).all()) == 1
            pending = (await session.scalars(select(Authenticator))).one()
            pending.created_at = now - timedelta(hours=2)
        await purge(client.kit)
        async with client.kit.database.transaction() as session:
            assert (await session.scalars(select(Authenticator))).all() == []

    async def test_leaves_authenticators_that_are_in_use(self, client: ServiceClient, clock: Clock) -> None:
        await add_app(client, await bearer(client, await make_user(client)), clock)
        async with client.kit.database.transaction() as session:
            await session.execute(update(Authenticator).values(created_at=datetime.now(UTC) - timedelta(days=400)))
        await purge(client.kit)
        async with client.kit.database.transaction() as session:
            assert len((await session.scalars(select(Authenticator))).all()) == 1

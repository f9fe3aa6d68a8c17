"""Ends of sessions and API tokens that were not announced: Redis was away or has forgotten them, or auth was killed."""

import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from auth import housekeeping
from auth.grants.api_token_revocation import REFUSED_FOR, invalidate_answers, refuse, revoke_with_scope
from auth.grants.models import ApiToken, RefusedApiToken
from auth.housekeeping import purge
from auth.people.models import User
from auth.sessions.models import LoginSession
from auth.sessions.repository import SessionRepository
from auth.sessions.revocation import WATERMARK, end_sessions
from kit.jobs import chores_of
from kit.redis_link import RedisLink
from kit.revocation import key_of
from kit.testing import ServiceClient
from tests.auth.factory import Account, bearer, make_user
from tests.auth.programs import OWN, make_token, status

Headers = dict[str, str]


@pytest.fixture
async def away() -> AsyncIterator[RedisLink]:
    """What a process has whose own way to Redis is closed, while all others reach it."""
    link = RedisLink("redis://127.0.0.1:1/0")
    yield link
    await link.close()


async def run_frequent_chores(client: ServiceClient) -> None:
    """What auth's worker does at least every two seconds."""
    often = [function for function, every in chores_of(housekeeping.__name__.partition(".")[0]) if every <= 2]
    for function in often:
        await function(client.kit)


async def own_record(client: ServiceClient, account: Account, headers: Headers) -> int:
    return (await client.get(f"/auth/users/{account.id}", headers=headers)).status_code


async def age(client: ServiceClient, model: type[LoginSession] | type[RefusedApiToken], seconds: float) -> None:
    """Have it be so long ago."""
    column = LoginSession.ended_at if model is LoginSession else RefusedApiToken.refused_at
    async with client.kit.database.transaction() as session:
        was = column - timedelta(seconds=seconds)
        await session.execute(update(model).where(column.is_not(None)).values({column.key: was}))


class TestSessions:
    async def test_that_ended_while_redis_did_not_answer_their_process(
        self, client: ServiceClient, account: Account, away: RedisLink
    ) -> None:
        ended, other = await bearer(client, account), await bearer(client, await make_user(client))
        await run_frequent_chores(client)
        async with client.kit.database.transaction() as session:
            await end_sessions(session, away, "disabled", LoginSession.user_id == account.id)
        # Redis answers all others, and they believe it.
        assert await own_record(client, account, ended) == 200
        await run_frequent_chores(client)
        assert await own_record(client, account, ended) == 401
        assert (await client.get("/auth/account", headers=other)).status_code == 200

    async def test_that_ended_by_a_process_that_was_killed_before_it_announced_them(
        self, client: ServiceClient, account: Account, headers: Headers
    ) -> None:
        await run_frequent_chores(client)
        async with client.kit.database.transaction() as session:
            await SessionRepository(session).end("logout", LoginSession.user_id == account.id)
        await run_frequent_chores(client)
        assert await own_record(client, account, headers) == 401

    async def test_that_redis_has_forgotten_with_its_last_writes(
        self, client: ServiceClient, account: Account, headers: Headers
    ) -> None:
        redis = client.kit.redis.client
        await run_frequent_chores(client)
        before = await redis.get(WATERMARK)
        await client.delete("/auth/tokens", headers=headers)
        (session_id,) = await self.ended(client)
        await run_frequent_chores(client)
        # It stands again as it was; it was away for as long as a machine takes to start.
        await age(client, LoginSession, -60)
        await redis.delete(key_of(session_id))
        await redis.set(WATERMARK, before)
        assert await own_record(client, account, headers) == 200
        await run_frequent_chores(client)
        assert await own_record(client, account, headers) == 401

    async def test_that_were_announced_a_while_ago_are_not_announced_again(
        self, client: ServiceClient, account: Account, headers: Headers
    ) -> None:
        redis = client.kit.redis.client
        await client.delete("/auth/tokens", headers=headers)
        (session_id,) = await self.ended(client)
        await age(client, LoginSession, 60)
        await run_frequent_chores(client)
        await redis.delete(key_of(session_id))
        await run_frequent_chores(client)
        assert not await redis.exists(key_of(session_id))
        # Where it does not know up to when, all count whose tokens may still be good.
        await redis.delete(WATERMARK)
        await run_frequent_chores(client)
        assert 23 * 60 < await redis.ttl(key_of(session_id)) <= 24 * 60

    async def ended(self, client: ServiceClient) -> list[uuid.UUID]:
        async with client.kit.database.reading() as session:
            return [*await session.scalars(select(LoginSession.id).where(LoginSession.ended_at.is_not(None)))]


class TestApiTokens:
    @pytest.fixture
    async def owner(self, client: ServiceClient) -> Account:
        return await make_user(client, "admin", "crm:read")

    @pytest.fixture
    async def token(self, client: ServiceClient, owner: Account) -> dict[str, Any]:
        """One that auth has just called good, which services remember."""
        token = await make_token(client, owner, "crm:read")
        await run_frequent_chores(client)
        assert await status(client, token, OWN) == 200
        return token

    async def test_that_lost_a_scope(self, client: ServiceClient, token: dict[str, Any], away: RedisLink) -> None:
        async with client.kit.database.transaction() as session:
            await revoke_with_scope(session, away, "crm:read")
        assert await status(client, token, OWN) == 200
        await run_frequent_chores(client)
        assert await status(client, token, OWN) == 401

    async def test_that_are_deleted(self, client: ServiceClient, token: dict[str, Any], away: RedisLink) -> None:
        async with client.kit.database.transaction() as session:
            row = await session.get_one(ApiToken, uuid.UUID(token["id"]))
            await session.delete(row)
            refuse(session, away, [row.id])
        assert await status(client, token, OWN) == 200
        await run_frequent_chores(client)
        assert await status(client, token, OWN) == 401

    async def test_whose_owner_is_disabled_for_a_minute_at_most(
        self, client: ServiceClient, owner: Account, token: dict[str, Any], away: RedisLink
    ) -> None:
        async with client.kit.database.transaction() as session:
            await session.execute(update(User).where(User.id == owner.id).values(state="disabled"))
            await invalidate_answers(session, away, owner.id)
        await run_frequent_chores(client)
        assert await status(client, token, OWN) == 401
        await age(client, RefusedApiToken, 40)
        await client.kit.redis.client.delete(WATERMARK)
        await run_frequent_chores(client)
        assert 0 < await client.kit.redis.client.ttl(key_of(token["id"])) <= 20

    async def test_that_are_refused_twice_until_the_later_one_is_over(
        self, client: ServiceClient, token: dict[str, Any]
    ) -> None:
        before = datetime.now(UTC) - timedelta(seconds=REFUSED_FOR - 5)
        async with client.kit.database.transaction() as session:
            for values in ({}, {"refused_at": before}):
                session.add(RefusedApiToken(token_id=uuid.UUID(token["id"]), **values))
                await session.flush()
        await client.kit.redis.client.delete(WATERMARK)
        await run_frequent_chores(client)
        assert await client.kit.redis.client.ttl(key_of(token["id"])) > 5

    async def test_that_nobody_goes_by_any_more_are_forgotten(
        self, client: ServiceClient, token: dict[str, Any], away: RedisLink
    ) -> None:
        for _ in range(2):
            async with client.kit.database.transaction() as session:
                await revoke_with_scope(session, away, "crm:read")
                refuse(session, away, [uuid.UUID(token["id"])])
            await age(client, RefusedApiToken, REFUSED_FOR / 2 + 1)
        await purge(client.kit)
        async with client.kit.database.reading() as session:
            assert await session.scalar(select(func.count()).select_from(RefusedApiToken)) == 1

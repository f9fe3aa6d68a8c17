"""What auth's worker does by itself from time to time."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, func, or_, select

from auth.accounts.models import Registration
from auth.credentials.models import Authenticator, FailureCount, LoginChallenge
from auth.credentials.repository import PENDING, PENDING_LIFETIME
from auth.grants.models import ApiToken
from auth.people.models import OneTimeToken
from auth.sessions.models import LoginSession
from auth.sessions.revocation import REMEMBERED, restore
from kit.jobs import Run, chore, task
from kit.revocation import EPOCH
from kit.state import KitState

KEPT = timedelta(days=30)
"""How long a session or an API token that is over can still be looked up."""

_LOOK_EVERY = 2.0
_ANNOUNCE_EVERY = 30.0
_PURGE_EVERY = 3600.0


@chore(_ANNOUNCE_EVERY)
async def announce_ended(state: KitState) -> int:
    """Tell Redis again which sessions ended lately, and that these are all; gives how many.

    It may have been away when one ended. Raises `RedisUnavailable`.
    """
    since = func.clock_timestamp() - timedelta(seconds=REMEMBERED)

    async def read() -> Sequence[uuid.UUID]:
        async with state.database.transaction() as session:
            return (await session.scalars(select(LoginSession.id).where(LoginSession.ended_at > since))).all()

    return await restore(state.redis, read)


@chore(_LOOK_EVERY)
async def announce_after_loss(state: KitState) -> None:
    """Tell Redis at once where it has lost its memory: until then services ask auth about each token.

    Raises `RedisUnavailable`.
    """
    if not await state.redis.call(lambda client: client.exists(EPOCH)):
        await announce_ended(state)


async def purge(state: KitState) -> None:
    """Delete sessions and API tokens that have been over for `KEPT`, and whatever else has expired."""
    now = func.clock_timestamp()
    async with state.database.transaction() as session:
        over = or_(LoginSession.ended_at < now - KEPT, LoginSession.expires_at < now - KEPT)
        await session.execute(delete(LoginSession).where(over))
        await session.execute(delete(ApiToken).where(ApiToken.expires_at < now - KEPT))
        await session.execute(delete(FailureCount).where(FailureCount.window_ends_at < now))
        for expiring in (OneTimeToken, Registration):
            await session.execute(delete(expiring).where(expiring.expires_at < now))
        await session.execute(delete(LoginChallenge).where(LoginChallenge.expires_at < now))
        await session.execute(delete(Authenticator).where(PENDING, Authenticator.created_at < now - PENDING_LIFETIME))


@task("auth.purge", timeout=600, every=_PURGE_EVERY)
async def purge_hourly(run: Run, args: dict[str, Any]) -> None:
    """Delete what has expired."""
    await purge(run.state)

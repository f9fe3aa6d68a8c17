"""What auth's worker does by itself from time to time."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, or_, select

from auth.accounts.models import Registration
from auth.credentials.models import Authenticator, FailureCount, LoginChallenge
from auth.credentials.repository import PENDING, PENDING_LIFETIME
from auth.grants.api_token_revocation import REFUSED_FOR
from auth.grants.models import ApiToken, RefusedApiToken
from auth.people.models import OneTimeToken
from auth.sessions.models import LoginSession
from auth.sessions.revocation import REMEMBERED, WATERMARK, announce, restore
from kit.jobs import Run, chore, task
from kit.revocation import EPOCH
from kit.state import KitState

KEPT = timedelta(days=30)
"""How long a session or an API token that is over can still be looked up."""

_LOOK_EVERY = 2.0
_ANNOUNCE_EVERY = 30.0
_PURGE_EVERY = 3600.0

# So long a transaction may take from the end of a session to its commit.
_LONGEST_COMMIT = timedelta(seconds=10)

# One row at least, for the time. Of a token that was refused twice the later end is the last one, and counts.
_PENDING = """
    SELECT now() AS watermark, ended.id, ceil(extract(epoch FROM ended.until - now()))::int AS seconds
    FROM (VALUES (1)) AS one LEFT JOIN (
        SELECT id, ended_at + $3::interval AS until FROM sessions
        WHERE ended_at > greatest($1::timestamptz - $2::interval, now() - $3::interval)
        UNION ALL
        SELECT token_id, refused_at + $4::interval FROM refused_api_tokens
        WHERE refused_at > greatest($1::timestamptz - $2::interval, now() - $4::interval)
    ) AS ended ON true
    ORDER BY ended.until
"""


@chore(_ANNOUNCE_EVERY)
async def announce_ended(state: KitState) -> int:
    """Tell Redis again which sessions ended lately, and that these are all; gives how many.

    A transaction that took long may have ended one before `announce_pending` looked. Raises `RedisUnavailable`.
    """
    since = func.clock_timestamp() - timedelta(seconds=REMEMBERED)

    async def read() -> Sequence[uuid.UUID]:
        async with state.database.transaction() as session:
            return (await session.scalars(select(LoginSession.id).where(LoginSession.ended_at > since))).all()

    return await restore(state.redis, read)


@chore(_LOOK_EVERY)
async def announce_pending(state: KitState) -> None:
    """Tell Redis what ended since it was last told, or everything where it has lost its memory.

    The process that ended it has done so already, unless Redis did not answer it, or has forgotten it since, or the
    process was killed before. Raises `RedisUnavailable`.
    """
    epoch, watermark = await state.redis.call(lambda client: client.mget(EPOCH, WATERMARK))
    if epoch is None:
        # First of all: until then services ask auth about each token.
        await announce_ended(state)
    since = None if watermark is None else datetime.fromisoformat(watermark.decode())
    lifetimes = timedelta(seconds=REMEMBERED), timedelta(seconds=REFUSED_FOR)
    rows = await state.database.pool.fetch(_PENDING, since, _LONGEST_COMMIT, *lifetimes)
    ended = {row["id"]: row["seconds"] for row in rows if row["id"] is not None}
    await announce(state.redis, ended, watermark=rows[0]["watermark"])


async def purge(state: KitState) -> None:
    """Delete sessions and API tokens that have been over for `KEPT`, and whatever else has expired."""
    now = func.clock_timestamp()
    async with state.database.transaction() as session:
        over = or_(LoginSession.ended_at < now - KEPT, LoginSession.expires_at < now - KEPT)
        await session.execute(delete(LoginSession).where(over))
        await session.execute(delete(ApiToken).where(ApiToken.expires_at < now - KEPT))
        await session.execute(delete(FailureCount).where(FailureCount.window_ends_at < now))
        refused = RefusedApiToken.refused_at < now - timedelta(seconds=REFUSED_FOR)
        await session.execute(delete(RefusedApiToken).where(refused))
        for expiring in (OneTimeToken, Registration):
            await session.execute(delete(expiring).where(expiring.expires_at < now))
        await session.execute(delete(LoginChallenge).where(LoginChallenge.expires_at < now))
        await session.execute(delete(Authenticator).where(PENDING, Authenticator.created_at < now - PENDING_LIFETIME))


@task("auth.purge", timeout=600, every=_PURGE_EVERY)
async def purge_hourly(run: Run, args: dict[str, Any]) -> None:
    """Delete what has expired."""
    await purge(run.state)

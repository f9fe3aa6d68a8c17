"""What auth does by itself from time to time, in each of its processes.

Not jobs: a worker of auth's own would be one more process for a few statements an hour. Doing them
twice changes nothing, so processes need not agree who does them.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from fastapi import FastAPI
from sqlalchemy import delete, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from auth.api_tokens.models import ApiToken
from auth.attempts.models import FailureCount
from auth.challenges.models import LoginChallenge
from auth.factors.models import Authenticator
from auth.factors.repository import PENDING, PENDING_LIFETIME
from auth.one_time_tokens.models import OneTimeToken
from auth.registrations.models import Registration
from auth.tokens.models import LoginSession
from auth.tokens.revocation import REMEMBERED, announce
from kit.audit import AuditEntry
from kit.delivery import Relay, tidy
from kit.errors import DatabaseUnavailable
from kit.redis_link import RedisUnavailable
from kit.state import KitState

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""How long a session or an API token that is over can still be looked up."""

AUDITED = timedelta(days=2 * 365)
"""How long the audit log goes back: it holds names and addresses, which nobody is to keep for ever."""

_ANNOUNCE_EVERY = 30.0
_PURGE_EVERY = 3600.0


async def announce_ended(state: KitState) -> int:
    """Tell Redis again which sessions ended lately: it may have been away or lost its memory since.

    Gives how many there are. Raises `RedisUnavailable`.
    """
    since = func.clock_timestamp() - timedelta(seconds=REMEMBERED)
    async with state.database.transaction() as session:
        ended = (await session.scalars(select(LoginSession.id).where(LoginSession.ended_at > since))).all()
    if ended:
        await announce(state.redis, ended)
    return len(ended)


async def purge(state: KitState) -> None:
    """Delete sessions and API tokens that have been over for `KEPT`, what was done before `AUDITED`, and whatever else has expired."""
    now = func.clock_timestamp()
    async with state.database.transaction() as session:
        over = or_(LoginSession.ended_at < now - KEPT, LoginSession.expires_at < now - KEPT)
        await session.execute(delete(LoginSession).where(over))
        await session.execute(delete(ApiToken).where(ApiToken.expires_at < now - KEPT))
        await session.execute(delete(AuditEntry).where(AuditEntry.at < now - AUDITED))
        await session.execute(delete(FailureCount).where(FailureCount.window_ends_at < now))
        for expiring in (OneTimeToken, Registration):
            await session.execute(delete(expiring).where(expiring.expires_at < now))
        await session.execute(delete(LoginChallenge).where(LoginChallenge.expires_at < now))
        await session.execute(delete(Authenticator).where(PENDING, Authenticator.created_at < now - PENDING_LIFETIME))


async def send_missed(state: KitState) -> int:
    """Send the events that requests could not send; gives how many. Raises `RedisUnavailable`."""
    return await Relay(state.settings, state.database, state.redis).run_once()


@asynccontextmanager
async def housekeeping(app: FastAPI) -> AsyncIterator[None]:
    """Keep house for as long as the app runs."""
    keeping = asyncio.create_task(_keep(app.state.kit))
    try:
        yield
    finally:
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping


async def _keep(state: KitState) -> None:
    purged_at = float("-inf")
    clock = asyncio.get_running_loop().time
    while True:
        await asyncio.sleep(_ANNOUNCE_EVERY)
        try:
            await announce_ended(state)
            await send_missed(state)
            if clock() - purged_at > _PURGE_EVERY:
                await purge(state)
                await tidy(state.database)
                purged_at = clock()
        except (SQLAlchemyError, DatabaseUnavailable, RedisUnavailable, OSError) as error:
            log.warning("housekeeping interrupted: %s", error)

"""What auth does by itself from time to time, in each of its processes.

Not jobs: a worker of auth's own would be one more process for a few statements an hour. Doing them
twice changes nothing, so processes need not agree who does them.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from fastapi import FastAPI
from sqlalchemy import delete, func, or_
from sqlalchemy.exc import SQLAlchemyError

from auth.api_tokens.models import ApiToken
from auth.attempts.models import FailureCount
from auth.audit.models import AuditEntry
from auth.challenges.models import LoginChallenge
from auth.factors.models import Authenticator
from auth.factors.repository import PENDING, PENDING_LIFETIME
from auth.one_time_tokens.models import OneTimeToken
from auth.registrations.models import Registration
from auth.resealing import reseal
from auth.tokens.models import LoginSession
from kit.cancelling import cancel
from kit.delivery import Relay, tidy
from kit.errors import DatabaseUnavailable
from kit.keys import SecretKey
from kit.redis_link import RedisUnavailable
from kit.state import KitState

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""How long a session or an API token that is over can still be looked up."""

AUDITED = timedelta(days=2 * 365)
"""How long the audit log goes back: it holds names and addresses, which nobody is to keep for ever."""

_EVERY = 30.0
_PURGE_EVERY = 3600.0


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
        await cancel(keeping)


async def _keep(state: KitState) -> None:
    purged_at = float("-inf")
    sealed_with: SecretKey | None = None
    clock = asyncio.get_running_loop().time
    while True:
        await asyncio.sleep(_EVERY)
        try:
            await send_missed(state)
            if state.keys.sealing[0] != sealed_with:
                newest = state.keys.sealing[0]
                await reseal(state)
                sealed_with = newest
            if clock() - purged_at > _PURGE_EVERY:
                await purge(state)
                await tidy(state.database)
                purged_at = clock()
        except (SQLAlchemyError, DatabaseUnavailable, RedisUnavailable, OSError) as error:
            log.warning("housekeeping interrupted: %s", error)

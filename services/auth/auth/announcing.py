"""Seeing to it that Redis knows which sessions have ended, in each process of auth.

Redis may have been away when one ended, or may have lost its memory since. Until it knows them all
again, services ask auth about each token (see `kit.revocation`), so it is looked at every two seconds.
"""

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

from fastapi import FastAPI
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from auth.tokens.models import LoginSession
from auth.tokens.revocation import REMEMBERED, restore
from kit.cancelling import cancel
from kit.errors import DatabaseUnavailable
from kit.redis_link import RedisUnavailable
from kit.revocation import EPOCH
from kit.state import KitState

log = logging.getLogger(__name__)

_LOOK_EVERY = 2.0
_ANNOUNCE_EVERY = 30.0


async def announce_ended(state: KitState) -> int:
    """Tell Redis again which sessions ended lately, and that these are all; gives how many. Raises `RedisUnavailable`."""
    since = func.clock_timestamp() - timedelta(seconds=REMEMBERED)

    async def read() -> Sequence[uuid.UUID]:
        async with state.database.transaction() as session:
            return (await session.scalars(select(LoginSession.id).where(LoginSession.ended_at > since))).all()

    return await restore(state.redis, read)


@asynccontextmanager
async def announcing(app: FastAPI) -> AsyncIterator[None]:
    """Look after it for as long as the app runs."""
    keeping = asyncio.create_task(_keep(app.state.kit))
    try:
        yield
    finally:
        await cancel(keeping)


async def _keep(state: KitState) -> None:
    announced_at = float("-inf")
    clock = asyncio.get_running_loop().time
    while True:
        try:
            if clock() - announced_at > _ANNOUNCE_EVERY or not await _has_epoch(state):
                await announce_ended(state)
                announced_at = clock()
        except (SQLAlchemyError, DatabaseUnavailable, RedisUnavailable, OSError) as error:
            log.warning("ended sessions are announced later: %s", error)
        await asyncio.sleep(_LOOK_EVERY)


async def _has_epoch(state: KitState) -> bool:
    return bool(await state.redis.call(lambda client: client.exists(EPOCH)))

"""Ending sessions at once: the row is the truth, Redis tells every service that checks a token."""

import logging
import uuid
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from auth.tokens import access
from auth.tokens.repository import SessionRepository
from kit.db import after_commit
from kit.redis_link import RedisLink, RedisUnavailable

log = logging.getLogger(__name__)

REMEMBERED = access.LIFETIME + 5 * 60
"""Seconds that Redis keeps an ended session: longer than its last access token can be good for."""


async def end_sessions(session: AsyncSession, redis: RedisLink, reason: str, *which: ColumnElement[Any]) -> int:
    """End the sessions that the conditions on `LoginSession` choose, and give how many there were.

    Their tokens stop working when the transaction commits.
    """
    ended = await SessionRepository(session).end(reason, *which)

    async def tell() -> None:
        try:
            await announce(redis, ended)
        except RedisUnavailable:
            log.warning("redis is away: %d ended sessions are announced later", len(ended))

    if ended:
        after_commit(session, tell)
    return len(ended)


async def announce(redis: RedisLink, sessions: Iterable[uuid.UUID], *, seconds: int = REMEMBERED) -> None:
    """Have every service refuse the tokens of these sessions for so long. Raises `RedisUnavailable`.

    Services ask auth itself while Redis is away; once it is back, `auth.housekeeping` announces again.
    """

    async def write(client: Any) -> None:
        async with client.pipeline(transaction=False) as pipe:
            for identifier in sessions:
                pipe.set(f"auth:revoked:{identifier}", 1, ex=seconds)
            await pipe.execute()

    await redis.call(write)

"""Ending sessions at once: the row is the truth, Redis tells every service that checks a token."""

import logging
import secrets
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from redis.exceptions import WatchError
from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from auth.sessions import access
from auth.sessions.repository import SessionRepository
from kit.db import after_commit
from kit.redis_link import RedisLink, RedisUnavailable
from kit.revocation import EPOCH, key_of

log = logging.getLogger(__name__)

REMEMBERED = access.LIFETIME + 5 * 60
"""Seconds that Redis keeps an ended session: longer than its last access token can be good for."""

WATERMARK = f"{EPOCH}:watermark"
"""The key with the time, by Postgres' clock, up to which Redis has been told of all that ended.

It is written after all that: a Redis that loses its last writes, and keeps older ones, has an older time here.
"""


async def end_sessions(session: AsyncSession, redis: RedisLink, reason: str, *which: ColumnElement[Any]) -> int:
    """End the sessions that the conditions on `LoginSession` choose, and give how many there were.

    Their tokens stop working when the transaction commits.
    """
    ended = await SessionRepository(session).end(reason, *which)

    async def publish() -> None:
        try:
            await announce(redis, dict.fromkeys(ended, REMEMBERED))
        except RedisUnavailable:
            # Others may well reach it, and believe it. `auth.housekeeping` looks every two seconds for what was not announced.
            log.warning("redis is away: %d ended sessions are announced later", len(ended))

    if ended:
        after_commit(session, publish)
    return len(ended)


async def announce(redis: RedisLink, ended: Mapping[uuid.UUID, int], *, watermark: datetime | None = None) -> None:
    """Have every service refuse the tokens of these for so many seconds each. Raises `RedisUnavailable`.

    With ``watermark`` these are, with those of before, all that ended up to that time.
    """

    async def write(client: Any) -> None:
        # The watermark must not be written where something that it speaks for was not.
        async with client.pipeline(transaction=watermark is not None) as pipe:
            for identifier, seconds in ended.items():
                pipe.set(key_of(identifier), 1, ex=seconds)
            if watermark is not None:
                pipe.set(WATERMARK, watermark.isoformat(), ex=REMEMBERED)
            await pipe.execute()

    await redis.call(write)


async def restore(redis: RedisLink, read: Callable[[], Awaitable[Collection[uuid.UUID]]]) -> int:
    """Have Redis know of every session that ``read`` gives, and say that it knows them all.

    It says so only where its memory has lasted from before the reading: what was announced meanwhile
    is in there, too. Gives how many there are. Raises `RedisUnavailable`.
    """
    witness, nonce = f"{EPOCH}:{uuid.uuid4()}", secrets.token_hex(8)

    async def write(client: Any) -> int:
        await client.set(witness, nonce, ex=60)
        async with client.pipeline() as pipe:
            await pipe.watch(witness)
            lasted = await pipe.get(witness) is not None
            ended = await read()
            pipe.multi()
            for identifier in ended:
                pipe.set(key_of(identifier), 1, ex=REMEMBERED)
            if lasted:
                pipe.set(EPOCH, nonce, nx=True)
            pipe.delete(witness)
            try:
                await pipe.execute()
            except WatchError:
                log.warning("redis lost its memory while it was told of ended sessions")
        return len(ended)

    return await redis.call(write)

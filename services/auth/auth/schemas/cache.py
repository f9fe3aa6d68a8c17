"""Schemas as they are read by id, kept for half a minute."""

from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from kit.cache import JsonCache
from kit.db import after_commit
from kit.redis_link import RedisLink

KEPT = JsonCache("auth:schema", seconds=30)


def forget_schemas(session: AsyncSession, redis: RedisLink) -> None:
    """Have nobody read what schemas were, or how much data they had, before this transaction."""
    after_commit(session, partial(KEPT.clear, redis))

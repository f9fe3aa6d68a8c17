"""What becomes of API tokens when something happens to their owners."""

import logging
import uuid
from collections.abc import Sequence

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.service import Subject, record
from auth.grants.api_token_repository import ApiTokenRepository
from auth.grants.models import ApiToken, RefusedApiToken
from auth.people.models import User
from auth.people.repository import UserRepository
from auth.sessions.revocation import announce
from kit.api_tokens import ANSWER_LIFETIME
from kit.auth import grants
from kit.db import after_commit
from kit.redis_link import RedisLink, RedisUnavailable

log = logging.getLogger(__name__)

REFUSED_FOR = int(2 * ANSWER_LIFETIME)
"""Seconds after which every service has asked again, and has been told."""


async def invalidate_answers(session: AsyncSession, redis: RedisLink, user_id: uuid.UUID) -> None:
    """Have no service go by what it was told about the tokens of this user.

    For a user who is disabled, or (before it is done) deleted: auth tells nobody that a token of
    theirs is good, and with this it holds when the transaction commits. They work again, after a
    minute at most, once the user is enabled.
    """
    refuse(session, redis, await ApiTokenRepository(session).ids(ApiToken.user_id == user_id))


async def revoke_beyond_scopes(session: AsyncSession, redis: RedisLink, user: User) -> None:
    """Revoke those of a user's tokens that were given a scope which the user has no longer.

    The user's scopes and person have to be loaded.
    """
    held = frozenset(user.scope_names)
    tokens = (await session.scalars(ApiTokenRepository(session).of_user(user.id))).all()
    beyond = [token.id for token in tokens if not all(grants(held, scope) for scope in token.scopes)]
    if beyond:
        await _revoke(session, redis, ApiToken.id.in_(beyond))


async def revoke_with_scope(session: AsyncSession, redis: RedisLink, name: str) -> None:
    """Revoke every token that was given the scope of this name, which is deleted or renamed."""
    await _revoke(session, redis, ApiToken.scopes.contains([name]))


async def _revoke(session: AsyncSession, redis: RedisLink, which: ColumnElement[bool]) -> None:
    revoked = await ApiTokenRepository(session).revoke(which)
    for token in revoked:
        user = await UserRepository(session).get(token.user_id)
        details = {"tokenId": str(token.id), "name": token.name, "reason": "scopes"}
        await record(session, None, "api_token.revoked", subject=Subject.of_user(user), details=details)
    refuse(session, redis, [token.id for token in revoked])


def refuse(session: AsyncSession, redis: RedisLink, tokens: Sequence[uuid.UUID]) -> None:
    """Have every service refuse these tokens from the moment that the transaction commits."""

    async def publish() -> None:
        try:
            await announce(redis, dict.fromkeys(tokens, REFUSED_FOR))
        except RedisUnavailable:
            log.warning("redis is away: %d refused API tokens are announced later", len(tokens))

    # `auth.housekeeping` announces by these rows what was not: the tokens themselves may be deleted.
    session.add_all(RefusedApiToken(token_id=token) for token in tokens)
    if tokens:
        after_commit(session, publish)

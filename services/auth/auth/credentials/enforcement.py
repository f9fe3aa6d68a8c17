"""Scopes that require a second factor of those who hold them.

A login of a holder without one ends in setting one up. What is here sees to those who are logged in
already, and to those who would take their last factor away.
"""

import uuid

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.errors import SecondFactorKept
from auth.credentials.factor_summary import is_required
from auth.people.models import User, UserScope
from auth.people.repository import UserRepository
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.redis_link import RedisLink


async def end_sessions_without_factor(
    session: AsyncSession, redis: RedisLink, scope_id: uuid.UUID, *, but: uuid.UUID
) -> int:
    """End the sessions of those who hold a scope and have no second factor, but for one session.

    For a scope that is being made to require one, in the same transaction. Gives how many there were.
    """
    holders = select(UserScope.user_id).where(UserScope.scope_id == scope_id)
    # A login that is under way is waited for, or waits and sees the new rule.
    users = await UserRepository(session).lock(
        select(User.id).where(User.id.in_(holders), User.has_second_factor.is_(False))
    )
    return await end_sessions(session, redis, "factors", LoginSession.user_id.in_(users), LoginSession.id != but)


def check_kept(user: User) -> None:
    """Raise `SecondFactorKept` when a user, whose factors are reconciled, lacks one that a scope requires."""
    if is_required(user) and not user.has_second_factor:
        raise SecondFactorKept

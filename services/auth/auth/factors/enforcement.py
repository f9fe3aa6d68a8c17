"""Scopes that require a second factor of whoever holds them.

A login of a holder without one ends in setting one up. What is here sees to those who are logged in
already, and to those who would take their last factor away.
"""

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.factors.errors import SecondFactorKept
from auth.factors.summary import is_required
from auth.scopes.models import Scope
from auth.tokens.models import LoginSession
from auth.tokens.revocation import end_sessions
from auth.users.models import User, UserScope
from kit.redis_link import RedisLink


async def end_sessions_without_factor(session: AsyncSession, redis: RedisLink, *which: ColumnElement[bool]) -> int:
    """End the sessions of users without a second factor who hold a scope that the conditions choose.

    For scopes that have just been made to require one. Gives how many sessions there were.
    """
    holders = select(UserScope.user_id).join(Scope, Scope.id == UserScope.scope_id).where(*which)
    # Held one after the other: a login that is under way either sees the new rule or is waited for.
    query = select(User.id).where(User.id.in_(holders), User.has_second_factor.is_(False))
    users = (await session.scalars(query.order_by(User.id).with_for_update(key_share=True))).all()
    return await end_sessions(session, redis, "factors", LoginSession.user_id.in_(users))


def check_kept(user: User) -> None:
    """Raise `SecondFactorKept` when a user, whose factors are settled, lacks one that a scope requires."""
    if is_required(user) and not user.has_second_factor:
        raise SecondFactorKept

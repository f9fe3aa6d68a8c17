"""The site keeps somebody who may do everything."""

from sqlalchemy import exists, or_, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from auth.scopes.models import Scope
from auth.users.errors import LastSuper
from auth.users.models import User, UserScope

# Two supers who remove each other at once would each see the other one stay. With the lock, which
# lasts until the commit, the second sees that the first is gone.
_LOCK = text("SELECT pg_advisory_xact_lock(hashtext('auth.super'))")


async def check_another_super(session: AsyncSession, user: User) -> None:
    """Raise `LastSuper` if nobody but `user`, whose scopes are loaded, is a super who can log in.

    To be asked before a user is disabled or deleted, or loses `super`.
    """
    if user.state != "active" or "super" not in user.scope_names:
        return
    await session.execute(_LOCK)
    can_log_in = or_(User.password_hash.is_not(None), User.has_second_factor)
    another = exists().where(
        Scope.name == "super",
        UserScope.scope_id == Scope.id,
        UserScope.user_id == User.id,
        User.id != user.id,
        User.state == "active",
        can_log_in,
    )
    if not await session.scalar(select(another)):
        raise LastSuper("This is the last user who may do everything. Let somebody else be one first.")

"""Deleting users, of whom one who may do everything stays."""

from sqlalchemy import exists, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials import one_time_tokens
from auth.device import Device
from auth.grants.api_token_revocation import invalidate_answers
from auth.people.errors import LastSuper, OwnAccount
from auth.people.models import Scope, User, UserScope
from auth.people.ownership import check_may_administer, is_own_user
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.locks import lock_named
from kit.state import state_of


async def by_administrator(session: AsyncSession, principal: Principal, user: User, *, device: Device) -> None:
    """Delete somebody else's user. Raises `ScopeMissing`, `OwnAccount`, `LastSuper`."""
    check_may_administer(principal, user)
    if is_own_user(principal, user.id):
        raise OwnAccount("You cannot delete your own user here.")
    await remove(session, principal, user, device=device)


async def remove(session: AsyncSession, principal: Principal, user: User, *, device: Device) -> None:
    """Delete a user; the person stays. Their sessions and tokens end at once. Raises `LastSuper`."""
    await check_another_super(session, user)
    await record(
        session,
        principal,
        "user.deleted",
        subject=Subject.of_user(user),
        details={"scopes": user.scope_names},
        device=device,
    )
    if user.is_used:
        notify(session, "user.deleted", user, device if is_own_user(principal, user.id) else None)
    redis = state_of(session).redis
    await end_sessions(session, redis, "deleted", LoginSession.user_id == user.id)
    await invalidate_answers(session, redis, user.id)
    await one_time_tokens.revoke(session, user.id)
    await session.delete(user)
    await session.flush()


# Two supers who remove each other at once would each see the other one stay. With the lock, which
# lasts until the commit, the second sees that the first is gone.


async def check_another_super(session: AsyncSession, user: User) -> None:
    """Raise `LastSuper` if nobody but `user`, whose scopes are loaded, is a super who can log in.

    To be asked before a user is disabled or deleted, or loses `super`.
    """
    if user.state != "active" or "super" not in user.scope_names:
        return
    await lock_named(session, "auth.super")
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
        raise LastSuper("This is the last super user. Make another user a super user first.")

"""Deleting users, of whom one who may do everything stays."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import exists, or_, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials.one_time_tokens import OneTimeTokens
from auth.device import Client
from auth.grants.api_token_revocation import forget_answers
from auth.people.errors import LastSuper, OwnAccount
from auth.people.models import Scope, User, UserScope
from auth.people.ownership import check_may_administer, is_own_user
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.db import Session
from kit.state import state_of


@dataclass(frozen=True, slots=True)
class RemovalService:
    """Deleting users, whoever asks for it. Users have to be held, with their scopes and person loaded."""

    request: Request
    session: Session
    device: Client
    one_time: OneTimeTokens

    async def by_administrator(self, user: User, by: Principal) -> None:
        """Delete somebody else's user. Raises `ScopeMissing`, `OwnAccount`, `LastSuper`."""
        check_may_administer(by, user)
        if is_own_user(by, user.id):
            raise OwnAccount("You cannot delete your own user here.")
        await self.remove(user, by)

    async def remove(self, user: User, by: Principal) -> None:
        """Delete a user; the person stays. Their sessions and tokens end at once. Raises `LastSuper`."""
        await check_another_super(self.session, user)
        await record(
            self.session,
            "user.deleted",
            actor=by,
            subject=Subject.of_user(user),
            details={"scopes": user.scope_names},
            device=self.device,
        )
        if user.is_used:
            notify(self.session, "user.deleted", user, self.device if is_own_user(by, user.id) else None)
        redis = state_of(self.request).redis
        await end_sessions(self.session, redis, "deleted", LoginSession.user_id == user.id)
        await forget_answers(self.session, redis, user.id)
        await self.one_time.revoke(user.id)
        await self.session.delete(user)
        await self.session.flush()


Removal = Annotated[RemovalService, Depends()]
"""The service of the request."""


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

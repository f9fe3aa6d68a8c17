"""Deleting users."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from auth.api_tokens.revocation import forget_answers
from auth.audit.service import Subject, record
from auth.notices import notify
from auth.one_time_tokens.service import OneTimeTokens
from auth.ownership import check_may_administer, is_own_user
from auth.tokens.device import Client
from auth.tokens.models import LoginSession
from auth.tokens.revocation import end_sessions
from auth.users.errors import OwnAccount
from auth.users.last_super import check_another_super
from auth.users.models import User
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

"""Looking at sessions, and ending them."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import ColumnElement

from auth.audit.service import Subject, record
from auth.device import Client
from auth.people.models import User
from auth.people.ownership import check_may_administer
from auth.people.repository import UserRepository
from auth.sessions.errors import SessionNotFound
from auth.sessions.models import LoginSession
from auth.sessions.repository import SessionRepository
from auth.sessions.revocation import end_sessions
from auth.sessions.schemas import SessionOut
from kit.auth import Principal
from kit.db import Session
from kit.state import state_of

_REASON = "ended"


@dataclass(frozen=True, slots=True)
class SessionService:
    """Sessions of the caller's own, and of those whom the caller administers."""

    request: Request
    session: Session
    device: Client

    async def list(self, user_id: uuid.UUID, principal: Principal) -> Sequence[SessionOut]:
        """The user's sessions that stand, the one used last first."""
        return [
            SessionOut(
                id=row.id,
                device=row.device,
                address=row.address,
                created_at=row.created_at,
                last_used_at=row.last_used_at,
                is_current=str(row.id) == principal.session_id,
            )
            for row in await SessionRepository(self.session).standing_of(user_id)
        ]

    async def list_of(self, user_id: uuid.UUID, principal: Principal) -> Sequence[SessionOut]:
        """The like for a user who has to exist. Raises `UserNotFound`."""
        await UserRepository(self.session).get(user_id)
        return await self.list(user_id, principal)

    async def end_own(self, principal: Principal, identifier: uuid.UUID) -> None:
        """End one of the caller's sessions. Raises `SessionNotFound`."""
        user = await UserRepository(self.session).get(uuid.UUID(principal.user_id))
        await self._end_one(user, identifier, principal)

    async def end_others(self, principal: Principal) -> int:
        """End the caller's sessions but the present one, and give how many there were."""
        user = await UserRepository(self.session).get(uuid.UUID(principal.user_id))
        return await self._end(user, principal, LoginSession.id != uuid.UUID(principal.session_id))

    async def end_one_of(self, user_id: uuid.UUID, identifier: uuid.UUID, by: Principal) -> None:
        """End a session of somebody's. Raises `UserNotFound`, `ScopeMissing`, `SessionNotFound`."""
        user = await UserRepository(self.session).get(user_id)
        check_may_administer(by, user)
        await self._end_one(user, identifier, by)

    async def end_all_of(self, user_id: uuid.UUID, by: Principal) -> None:
        """End all sessions of somebody's. Raises `UserNotFound`, `ScopeMissing`."""
        user = await UserRepository(self.session).get(user_id)
        check_may_administer(by, user)
        await self._end(user, by)

    async def _end_one(self, user: User, identifier: uuid.UUID, by: Principal) -> None:
        if not await self._end(user, by, LoginSession.id == identifier):
            raise SessionNotFound("This session has ended already.")

    async def _end(self, user: User, by: Principal, *which: ColumnElement[bool]) -> int:
        redis = state_of(self.request).redis
        ended = await end_sessions(self.session, redis, _REASON, LoginSession.user_id == user.id, *which)
        if ended:
            subject, details = Subject.of_user(user), {"count": ended}
            await record(self.session, "session.ended", actor=by, subject=subject, details=details, device=self.device)
        return ended


Sessions = Annotated[SessionService, Depends()]
"""The service of the request."""

"""Looking at sessions, and ending them."""

import uuid
from collections.abc import Sequence

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.service import Subject, record
from auth.device import Device
from auth.people.models import User
from auth.people.ownership import check_may_administer
from auth.people.repository import UserRepository
from auth.sessions.errors import SessionNotFound
from auth.sessions.models import LoginSession
from auth.sessions.repository import SessionRepository
from auth.sessions.revocation import end_sessions
from auth.sessions.schemas import SessionOut
from kit.auth import Principal
from kit.state import state_of

_REASON = "ended"


async def list(session: AsyncSession, principal: Principal, user_id: uuid.UUID) -> Sequence[SessionOut]:
    """The user's active sessions, the one used last first."""
    return [
        SessionOut(
            id=row.id,
            device=row.device,
            address=row.address,
            created_at=row.created_at,
            last_used_at=row.last_used_at,
            is_current=str(row.id) == principal.session_id,
        )
        for row in await SessionRepository(session).list_active(user_id)
    ]


async def list_of(session: AsyncSession, principal: Principal, user_id: uuid.UUID) -> Sequence[SessionOut]:
    """The active sessions of a user who has to exist. Raises `UserNotFound`."""
    await UserRepository(session).get(user_id)
    return await list(session, principal, user_id)


async def end_own(session: AsyncSession, principal: Principal, identifier: uuid.UUID, *, device: Device) -> None:
    """End one of the caller's sessions. Raises `SessionNotFound`."""
    user = await UserRepository(session).get(uuid.UUID(principal.user_id))
    await _end_one(session, principal, user, identifier, device=device)


async def end_others(session: AsyncSession, principal: Principal, *, device: Device) -> int:
    """End the caller's sessions but the present one, and give how many there were."""
    user = await UserRepository(session).get(uuid.UUID(principal.user_id))
    return await _end(session, principal, user, LoginSession.id != uuid.UUID(principal.session_id), device=device)


async def end_one_of(
    session: AsyncSession, principal: Principal, user_id: uuid.UUID, identifier: uuid.UUID, *, device: Device
) -> None:
    """End a session of somebody's. Raises `UserNotFound`, `ScopeMissing`, `SessionNotFound`."""
    user = await UserRepository(session).get(user_id)
    check_may_administer(principal, user)
    await _end_one(session, principal, user, identifier, device=device)


async def end_all_of(session: AsyncSession, principal: Principal, user_id: uuid.UUID, *, device: Device) -> None:
    """End all sessions of somebody's. Raises `UserNotFound`, `ScopeMissing`."""
    user = await UserRepository(session).get(user_id)
    check_may_administer(principal, user)
    await _end(session, principal, user, device=device)


async def _end_one(
    session: AsyncSession, principal: Principal, user: User, identifier: uuid.UUID, *, device: Device
) -> None:
    if not await _end(session, principal, user, LoginSession.id == identifier, device=device):
        raise SessionNotFound("This session has ended already.")


async def _end(
    session: AsyncSession, principal: Principal, user: User, *which: ColumnElement[bool], device: Device
) -> int:
    redis = state_of(session).redis
    ended = await end_sessions(session, redis, _REASON, LoginSession.user_id == user.id, *which)
    if ended:
        subject, details = Subject.of_user(user), {"count": ended}
        await record(session, principal, "session.ended", subject=subject, details=details, device=device)
    return ended

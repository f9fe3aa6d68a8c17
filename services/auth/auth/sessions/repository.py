"""Queries about sessions."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, select, update

from auth.device import Device
from auth.sessions.errors import SessionNotFound
from auth.sessions.models import LoginSession
from auth.sessions.refresh import RefreshCredential
from kit.repository import Repository

IDLE_LIFETIME = timedelta(days=30)
"""A session that is not refreshed for so long is over."""

LIFETIME = timedelta(days=90)
"""A session ends after so long, however busy."""

GRACE = timedelta(seconds=10)
"""How long the answer with a successor may take to arrive: tabs refresh at the same moment, and one gets it."""

# The clock of the database, which all processes share, as it is now: now() would be the
# transaction's beginning, which lies before the rotation that a waiting refresh loses against.
_CLOCK = func.clock_timestamp()

_ACTIVE = (LoginSession.ended_at.is_(None), LoginSession.expires_at > _CLOCK)


class SessionRepository(Repository[LoginSession]):
    """Sessions. What decides between simultaneous refreshes is one conditional UPDATE."""

    model = LoginSession
    missing = SessionNotFound

    async def open(self, user_id: uuid.UUID, credential: RefreshCredential, device: Device) -> LoginSession:
        """A new session."""
        return await self.add(
            LoginSession(
                user_id=user_id,
                family_digest=credential.family_digest,
                secret_digest=credential.secret_digest,
                device=device.agent,
                address=device.address,
                expires_at=_CLOCK + IDLE_LIFETIME,
                ends_at=_CLOCK + LIFETIME,
            )
        )

    async def rotate(
        self, credential: RefreshCredential, successor: RefreshCredential, device: Device
    ) -> LoginSession | None:
        """Replace the credential by its successor, if it is the present one of an active session.

        Or the one before, once `GRACE` is over: its answer was lost on the way, as when a tab is closed
        or the network ends, and nobody has the present one, which nobody has used.
        """
        is_present = LoginSession.secret_digest == credential.secret_digest
        was_lost = (LoginSession.previous_digest == credential.secret_digest) & (
            LoginSession.rotated_at <= _CLOCK - GRACE
        )
        return await self.session.scalar(
            update(LoginSession)
            .where(LoginSession.family_digest == credential.family_digest, is_present | was_lost, *_ACTIVE)
            .values(
                secret_digest=successor.secret_digest,
                previous_digest=credential.secret_digest,
                rotated_at=_CLOCK,
                last_used_at=_CLOCK,
                expires_at=func.least(_CLOCK + IDLE_LIFETIME, LoginSession.ends_at),
                device=device.agent,
                address=device.address,
            )
            .returning(LoginSession)
        )

    async def find_active(self, credential: RefreshCredential) -> tuple[LoginSession, bool] | None:
        """The active session to which the credential belongs or once belonged.

        And whether the credential is the one just before the present one.
        """
        is_previous = func.coalesce(LoginSession.previous_digest == credential.secret_digest, False)
        row = (
            await self.session.execute(
                select(LoginSession, is_previous).where(
                    LoginSession.family_digest == credential.family_digest, *_ACTIVE
                )
            )
        ).one_or_none()
        return None if row is None else (row[0], row[1])

    async def get_active(self, identifier: uuid.UUID) -> LoginSession:
        """The session, if it has not been ended. Raises `SessionNotFound`."""
        row = await self.one_or_none(self.base().where(LoginSession.id == identifier, *_ACTIVE))
        if row is None:
            raise SessionNotFound
        return row

    async def list_active(self, user_id: uuid.UUID) -> Sequence[LoginSession]:
        """The user's active sessions, the one used last first; the latest 100."""
        query = self.base().where(LoginSession.user_id == user_id, *_ACTIVE)
        rows = await self.session.scalars(query.order_by(LoginSession.last_used_at.desc(), LoginSession.id).limit(100))
        return rows.all()

    async def end(self, reason: str, *which: ColumnElement[Any]) -> Sequence[uuid.UUID]:
        """End those of the sessions that have not been ended, and give their ids."""
        ended = await self.session.scalars(
            update(LoginSession)
            .where(LoginSession.ended_at.is_(None), *which)
            .values(ended_at=_CLOCK, end_reason=reason)
            .returning(LoginSession.id)
        )
        return ended.all()

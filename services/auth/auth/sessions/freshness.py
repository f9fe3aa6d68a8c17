"""Sessions in which somebody has lately shown who they are.

What would let a thief of an open browser stay (another factor, another address, a token for a
program) asks for that again. A login counts, and so does `POST /auth/sessions/current/confirmation`.
"""

import uuid
from datetime import datetime, timedelta

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from auth.sessions.errors import ConfirmationNeeded
from auth.sessions.models import LoginSession
from kit.auth import Principal

FRESH = timedelta(minutes=15)
"""How long a confirmation counts."""


async def confirmed_until(session: AsyncSession, principal: Principal) -> datetime | None:
    """When the session's confirmation stops counting, be it in the past; None where there is no such session."""
    query = select(LoginSession.confirmed_at).where(LoginSession.id == uuid.UUID(principal.session_id))
    confirmed_at = await session.scalar(query)
    return None if confirmed_at is None else confirmed_at + FRESH


async def confirm(session: AsyncSession, principal: Principal) -> None:
    """Have the caller's session count as confirmed from now on."""
    await session.execute(
        update(LoginSession)
        .where(LoginSession.id == uuid.UUID(principal.session_id))
        .values(confirmed_at=func.clock_timestamp())
    )


async def check_fresh(session: AsyncSession, principal: Principal) -> None:
    """Raise `ConfirmationNeeded` unless the caller's session was confirmed within `FRESH`."""
    is_fresh = select(LoginSession.id).where(
        LoginSession.id == uuid.UUID(principal.session_id), LoginSession.confirmed_at > func.clock_timestamp() - FRESH
    )
    if await session.scalar(is_fresh) is None:
        raise ConfirmationNeeded("Confirm your identity first.")

"""Queries about authenticator apps and recovery codes."""

import uuid
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from auth.factors.models import Authenticator, RecoveryCode

PENDING_LIFETIME = timedelta(hours=1)
"""How long an authenticator app that has been given its secret may take to prove it."""

PENDING = Authenticator.enabled_at.is_(None)
"""Of those that have not proved it yet."""

_CLOCK = func.clock_timestamp()


class AuthenticatorRepository:
    """The authenticator apps of users."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def enabled(self, user_id: uuid.UUID) -> Authenticator | None:
        """The one that a login asks for."""
        return await self.session.scalar(
            select(Authenticator).where(Authenticator.user_id == user_id, Authenticator.enabled_at.is_not(None))
        )

    async def pending(self, user_id: uuid.UUID) -> Authenticator | None:
        """The one that has not proved itself yet."""
        return await self.session.scalar(
            select(Authenticator).where(
                Authenticator.user_id == user_id,
                PENDING,
                Authenticator.created_at > _CLOCK - PENDING_LIFETIME,
            )
        )

    async def begin(self, user_id: uuid.UUID, sealed_secret: bytes) -> None:
        """Have this one pending, in place of any other."""
        await self.session.execute(delete(Authenticator).where(Authenticator.user_id == user_id, PENDING))
        self.session.add(Authenticator(user_id=user_id, sealed_secret=sealed_secret))
        await self.session.flush()

    async def enable(self, pending: Authenticator, step: int) -> None:
        """Ask for this one from now on, in place of any other. `step` is that of the code that proved it."""
        await self.remove(pending.user_id)
        await self.session.execute(
            update(Authenticator).where(Authenticator.id == pending.id).values(enabled_at=_CLOCK, last_step=step)
        )

    async def take(self, authenticator: Authenticator, step: int) -> bool:
        """Whether a code of this half minute may still be used; from then on it may not."""
        taken = await self.session.execute(
            update(Authenticator)
            .where(Authenticator.id == authenticator.id, Authenticator.last_step < step)
            .values(last_step=step)
            .returning(Authenticator.id)
        )
        return taken.one_or_none() is not None

    async def remove(self, user_id: uuid.UUID) -> bool:
        """Ask for none any more. Whether there was one."""
        removed = await self.session.execute(
            delete(Authenticator)
            .where(Authenticator.user_id == user_id, Authenticator.enabled_at.is_not(None))
            .returning(Authenticator.id)
        )
        return removed.one_or_none() is not None


class RecoveryCodeRepository:
    """The recovery codes that users have left."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def count(self, user_id: uuid.UUID) -> int:
        """How many of the user's there are."""
        query = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.user_id == user_id)
        return await self.session.scalar(query) or 0

    async def replace(self, user_id: uuid.UUID, digests: Sequence[bytes]) -> None:
        """Have the user have these and no others."""
        await self.session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user_id))
        if digests:
            rows = [{"user_id": user_id, "digest": digest} for digest in digests]
            await self.session.execute(insert(RecoveryCode), rows)

    async def use(self, user_id: uuid.UUID, digests: Sequence[bytes]) -> bool:
        """Whether one of these is one of the user's; from then on it is not."""
        used = await self.session.execute(
            delete(RecoveryCode)
            .where(RecoveryCode.user_id == user_id, RecoveryCode.digest.in_(digests))
            .returning(RecoveryCode.digest)
        )
        return used.one_or_none() is not None

"""Queries about second factors."""

import uuid
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.errors import PasskeyNotFound
from auth.credentials.models import Authenticator, Passkey, RecoveryCode
from kit.repository import Repository

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

    async def consume(self, authenticator: Authenticator, step: int) -> bool:
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


class PasskeyRepository(Repository[Passkey]):
    """Passkeys."""

    model = Passkey
    missing = PasskeyNotFound

    async def of_user(self, user_id: uuid.UUID) -> Sequence[Passkey]:
        """A user's passkeys, the oldest first."""
        return (await self.session.scalars(self.base().where(Passkey.user_id == user_id).order_by(Passkey.id))).all()

    async def own(self, user_id: uuid.UUID, identifier: uuid.UUID) -> Passkey:
        """One of a user's passkeys. Raises `PasskeyNotFound`."""
        passkey = await self.one_or_none(self.base().where(Passkey.id == identifier, Passkey.user_id == user_id))
        if passkey is None:
            raise PasskeyNotFound
        return passkey

    async def by_credential(self, credential_id: bytes) -> Passkey | None:
        """The passkey that authenticators know by this id."""
        return await self.session.scalar(select(Passkey).where(Passkey.credential_id == credential_id))

    async def used(self, passkey: Passkey, sign_count: int, *, is_backed_up: bool) -> bool:
        """Note a use. False when it has been used in the meantime, with a count that is not lower."""
        noted = await self.session.execute(
            update(Passkey)
            .where(Passkey.id == passkey.id, Passkey.sign_count == passkey.sign_count)
            .values(sign_count=sign_count, is_backed_up=is_backed_up, last_used_at=func.clock_timestamp())
            .returning(Passkey.id)
        )
        return noted.one_or_none() is not None

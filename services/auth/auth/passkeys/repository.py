"""Queries about passkeys."""

import uuid
from collections.abc import Sequence

from sqlalchemy import func, select, update

from auth.passkeys.errors import PasskeyNotFound
from auth.passkeys.models import Passkey
from kit.repository import Repository


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

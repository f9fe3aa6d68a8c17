"""Queries about API tokens."""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, any_, exists, func, or_, select, update

from auth.grants.errors import ApiTokenNotFound
from auth.grants.models import ApiToken
from kit.repository import Repository

_CLOCK = func.clock_timestamp()

_ACTIVE = (ApiToken.revoked_at.is_(None), ApiToken.expires_at > _CLOCK)

_USE_IS_NOTED_EVERY = timedelta(minutes=1)


def token_with(user_id: SQLColumnExpression[uuid.UUID], scope: SQLColumnExpression[str]) -> ColumnElement[bool]:
    """Whether the user has an active token that was given the scope of this name."""
    return exists().where(ApiToken.user_id == user_id, scope == any_(ApiToken.scopes), *_ACTIVE)


class ApiTokenRepository(Repository[ApiToken]):
    """API tokens."""

    model = ApiToken
    missing = ApiTokenNotFound

    def of_user(self, user_id: uuid.UUID) -> Select[ApiToken]:
        """A user's tokens, those that have expired and those that were revoked among them."""
        return self.base().where(ApiToken.user_id == user_id)

    async def get_of_user(self, user_id: uuid.UUID, token_id: uuid.UUID) -> ApiToken:
        """One of a user's tokens. Raises `ApiTokenNotFound`."""
        token = await self.one_or_none(self.of_user(user_id).where(ApiToken.id == token_id))
        if token is None:
            raise ApiTokenNotFound
        return token

    async def count_of_user(self, user_id: uuid.UUID) -> int:
        """How many tokens of a user have not been deleted."""
        return await self.session.scalar(select(func.count()).where(ApiToken.user_id == user_id)) or 0

    async def find_active(self, digest: bytes) -> ApiToken | None:
        """The token with this digest, if it is neither expired nor revoked."""
        return await self.one_or_none(self.base().where(ApiToken.digest == digest, *_ACTIVE))

    async def note_use(self, token: ApiToken) -> None:
        """Note that the token is used now, unless that was noted within the last minute."""
        long_ago = or_(ApiToken.last_used_at.is_(None), ApiToken.last_used_at < _CLOCK - _USE_IS_NOTED_EVERY)
        await self.session.execute(
            update(ApiToken)
            .where(ApiToken.id == token.id, long_ago)
            .values(last_used_at=_CLOCK)
            .execution_options(synchronize_session=False)
        )

    async def revoke(self, *which: ColumnElement[Any]) -> Sequence[ApiToken]:
        """Revoke those of the tokens that are active, and return them."""
        revoked = await self.session.scalars(
            update(ApiToken).where(*_ACTIVE, *which).values(revoked_at=_CLOCK).returning(ApiToken)
        )
        return revoked.all()

    async def ids(self, *which: ColumnElement[Any]) -> Sequence[uuid.UUID]:
        """The ids of those of the tokens that are active."""
        return (await self.session.scalars(select(ApiToken.id).where(*_ACTIVE, *which))).all()

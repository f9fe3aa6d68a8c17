"""The user who changes their own second factors."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from auth.users.models import User
from auth.users.repository import UserRepository
from kit.auth import Principal
from kit.tokens import SessionRevoked


async def own_user(session: AsyncSession, principal: Principal) -> User:
    """The caller's user, kept from any other change until the commit. Raises `SessionRevoked`, `UserNotFound`."""
    user = await UserRepository(session).held(uuid.UUID(principal.user_id))
    if user.state != "active":
        # Disabled after the token was checked and before the row was held.
        raise SessionRevoked
    return user

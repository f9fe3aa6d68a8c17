"""Which second factors a user has, and whether one is required."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import exists, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials.models import Authenticator, Passkey
from auth.credentials.repository import AuthenticatorRepository, RecoveryCodeRepository
from auth.people.models import User

Method = Literal["totp", "recovery", "passkey"]


@dataclass(frozen=True, slots=True)
class FactorsSummary:
    """The second factors of a user."""

    totp_enabled_at: datetime | None
    recovery_codes_left: int
    passkeys: Sequence[Passkey]
    """The oldest first."""
    is_required: bool
    """Whether a scope that the user holds requires one."""

    @property
    def methods(self) -> list[Method]:
        """What can be the second step of a login."""
        there: dict[Method, bool] = {
            "totp": self.totp_enabled_at is not None,
            "recovery": self.recovery_codes_left > 0,
            "passkey": bool(self.passkeys),
        }
        return [method for method, is_there in there.items() if is_there]


def is_required(user: User) -> bool:
    """Whether a scope that the user holds requires a second factor. The scopes have to be loaded."""
    return any(scope.requires_second_factor for scope in user.scopes)


async def factors_of(session: AsyncSession, user: User) -> FactorsSummary:
    """The second factors of a user, whose scopes are loaded."""
    enabled = await AuthenticatorRepository(session).enabled(user.id)
    passkeys = await session.scalars(select(Passkey).where(Passkey.user_id == user.id).order_by(Passkey.id))
    return FactorsSummary(
        totp_enabled_at=enabled.enabled_at if enabled else None,
        recovery_codes_left=await RecoveryCodeRepository(session).count(user.id),
        passkeys=passkeys.all(),
        is_required=is_required(user),
    )


async def reconcile(session: AsyncSession, user: User) -> None:
    """Make `User.has_second_factor` true to the facts, after each change of them.

    Recovery codes go with the last factor: they stand in for one, and are none by themselves.
    """
    has_any = or_(
        exists().where(Authenticator.user_id == user.id, Authenticator.enabled_at.is_not(None)),
        exists().where(Passkey.user_id == user.id),
    )
    user.has_second_factor = bool(await session.scalar(select(has_any)))
    if not user.has_second_factor:
        await RecoveryCodeRepository(session).replace(user.id, [])
    await session.flush()

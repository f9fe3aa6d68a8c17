"""Who may read and change which record.

One's own record is everybody's to read; anybody else's is for administrators. And what belongs to
somebody who holds `super` is changed by somebody who holds it too: an administrator who could give
a super another e-mail address, or another password, would be one the next minute. That goes for what a change
of something else would do to them, too: it is refused as a whole.
"""

import uuid
from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from auth.people.models import User
from auth.people.repository import UserRepository
from kit.auth import Principal, ScopeMissing
from kit.errors import FieldError, Forbidden
from kit.tokens import SessionRevoked

_NAMED = 3


class ConcernsSuper(Forbidden):
    """403: it would be done to users who hold `super` as well, and the caller does not hold it."""

    code = "concerns_super"


def check_own_user(principal: Principal, user_id: uuid.UUID) -> None:
    """Raise `ScopeMissing` unless it is the caller's own user or the caller is an administrator.

    Asked before the record is looked for: whether it exists is nobody else's business either.
    """
    _check(principal, own=is_own_user(principal, user_id))


def check_own_person(principal: Principal, person_id: uuid.UUID) -> None:
    """Raise `ScopeMissing` unless it is the caller's own person or the caller is an administrator."""
    _check(principal, own=is_own_person(principal, person_id))


def is_own_user(principal: Principal, user_id: uuid.UUID) -> bool:
    """Whether it is the caller's own user."""
    return principal.user_id == str(user_id)


def is_own_person(principal: Principal, person_id: uuid.UUID) -> bool:
    """Whether it is the caller's own person."""
    return principal.person_id == str(person_id)


def check_may_administer(principal: Principal, user: User) -> None:
    """Raise `ScopeMissing` unless the caller may change the user and what is theirs.

    That is person, state, scopes, sessions, factors and tokens. The user's scopes have to be loaded.
    """
    needed = "super" if "super" in user.scope_names else "admin"
    if not principal.has(needed):
        raise ScopeMissing(f"This needs the scope {needed}.")


def check_concerns_no_super(principal: Principal, why: str, supers: Sequence[str], field: str | None = None) -> None:
    """Raise `ConcernsSuper` if the change would be done to users who hold `super` and the caller does not hold it.

    `supers` are the names of those people, `why` is what it would do to them, `field` what of the form asks for it.
    """
    if not supers or principal.has("super"):
        return
    names = ", ".join(supers[:_NAMED])
    others = len(supers) - _NAMED
    detail = f"{why} ({names}{f' and {others} more' if others > 0 else ''}). Only a super user can do this."
    raise ConcernsSuper(
        detail, errors=[FieldError(field, ConcernsSuper.code, "Only a super user can do this.")] if field else []
    )


def _check(principal: Principal, *, own: bool) -> None:
    if not own and not principal.has("admin"):
        raise ScopeMissing("This needs the scope admin.")


_OF_STAFF = frozenset({"super", "admin", "editor"})
_AREAS_OF_STAFF = ("crm:", "ecom:")


def is_staff(user: User) -> bool:
    """Whether any of the user's scopes, which have to be loaded, opens a screen of the admin or the editor."""
    return any(name in _OF_STAFF or name.startswith(_AREAS_OF_STAFF) for name in user.scope_names)


async def own_user(session: AsyncSession, principal: Principal) -> User:
    """The caller's user, kept from any other change until the commit. Raises `SessionRevoked`, `UserNotFound`."""
    user = await UserRepository(session).get_for_update(uuid.UUID(principal.user_id))
    if user.state != "active":
        # Disabled after the token was checked and before the row was held.
        raise SessionRevoked
    return user

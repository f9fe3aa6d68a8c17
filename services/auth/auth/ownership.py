"""Who may read and change which record.

One's own record is everybody's to read; anybody else's is for administrators. And what belongs to
somebody who holds `super` is changed by somebody who holds it too: an administrator who could give
a super another e-mail address, or another password, would be one the next minute.
"""

import uuid

from auth.users.models import User
from kit.auth import Principal, ScopeMissing


def check_own_user(principal: Principal, user_id: uuid.UUID) -> None:
    """Raise `ScopeMissing` unless it is the caller's own user or the caller is an administrator.

    Asked before the record is looked for: whether it exists is nobody else's business either.
    """
    _check(principal, own=is_own_user(principal, user_id))


def check_own_person(principal: Principal, person_id: uuid.UUID) -> None:
    """The like for a person."""
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


def _check(principal: Principal, *, own: bool) -> None:
    if not own and not principal.has("admin"):
        raise ScopeMissing("This needs the scope admin.")

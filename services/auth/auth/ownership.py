"""One's own record is everybody's to read; anybody else's is for administrators."""

import uuid

from kit.auth import Principal, ScopeMissing


def check_own_user(principal: Principal, user_id: uuid.UUID) -> None:
    """Raise `ScopeMissing` unless it is the caller's own user or the caller is an administrator.

    Asked before the record is looked for: whether it exists is nobody else's business either.
    """
    _check(principal, own=principal.user_id == str(user_id))


def check_own_person(principal: Principal, person_id: uuid.UUID) -> None:
    """The like for a person."""
    _check(principal, own=principal.person_id == str(person_id))


def _check(principal: Principal, *, own: bool) -> None:
    if not own and not principal.has("admin"):
        raise ScopeMissing("This needs the scope admin.")

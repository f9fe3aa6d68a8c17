"""Which scopes somebody may give and take away."""

from collections.abc import Collection, Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from auth.grants.errors import ScopeNotYours, ScopeUnknown, TooManyScopes
from auth.grants.repository import ScopeRepository
from auth.people.models import Scope
from auth.sessions.access import MOST_IN_SCOPE_NAMES
from kit.auth import Principal
from kit.errors import FieldError


async def scopes_named(session: AsyncSession, names: Sequence[str]) -> Sequence[Scope]:
    """The scopes with these names, sorted, which keep them until the commit.

    Raises `ScopeUnknown`, which says where in `names` it stands.
    """
    found = await ScopeRepository(session).named_for_granting(*names)
    known = {scope.name for scope in found}
    faults = [
        FieldError(f"scopes.{index}", "scope_unknown", f"No scope is called {name}.")
        for index, name in enumerate(names)
        if name not in known
    ]
    if faults:
        raise ScopeUnknown("Some of these scopes do not exist.", errors=faults)
    return found


def check_granting(principal: Principal, names: Sequence[str], changed: Collection[str]) -> None:
    """Raise `ScopeNotYours` if the caller lacks one of the `changed` scopes: those given, in `names`, or taken away."""
    faults = [
        FieldError(
            f"scopes.{names.index(name)}" if name in names else "scopes",
            "scope_not_yours",
            f"You do not have {name}, so you cannot grant or remove it.",
        )
        for name in sorted(changed)
        if not principal.has(name)
    ]
    if faults:
        raise ScopeNotYours("You can only grant or remove scopes that you have.", errors=faults)


def check_total(names: Collection[str]) -> None:
    """Raise `TooManyScopes` if the names of all scopes that a user is to have are too long together."""
    characters = sum(map(len, names))
    if characters > MOST_IN_SCOPE_NAMES:
        detail = (
            f"The names of a user's scopes can have {MOST_IN_SCOPE_NAMES:,} characters together, "
            f"and these have {characters:,}. Remove some scopes, or give them shorter names."
        )
        raise TooManyScopes(detail, errors=[FieldError("scopes", TooManyScopes.code, detail)])

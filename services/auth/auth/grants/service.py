"""What may be done with scopes."""

import uuid
from collections.abc import Sequence

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.actions import Action
from auth.audit.service import Subject, record
from auth.credentials.enforcement import end_sessions_without_factor
from auth.device import Device
from auth.grants import events
from auth.grants.api_token_revocation import revoke_with_scope
from auth.grants.errors import ScopeBuiltIn, ScopeNotYours, ScopeTaken, TooManyScopes
from auth.grants.repository import BUILT_IN, ScopeRepository
from auth.grants.schemas import ScopeIn, ScopeOut
from auth.people.models import Scope, User, UserScope
from auth.people.ownership import check_concerns_no_super
from auth.people.repository import UserRepository
from auth.sessions.access import MOST_IN_SCOPE_NAMES
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import LOGGED_IN, Principal
from kit.errors import FieldError
from kit.preconditions import check_version
from kit.state import state_of


async def described(session: AsyncSession, scopes: Sequence[Scope]) -> list[ScopeOut]:
    """The scopes, with how many users hold each, and whether supers do."""
    ids = [scope.id for scope in scopes]
    counts = await ScopeRepository(session).user_counts(ids)
    supers = await ScopeRepository(session).supers_with(ids)
    return [
        ScopeOut(
            id=scope.id,
            name=scope.name,
            description=scope.description,
            is_built_in=scope.name in BUILT_IN,
            requires_second_factor=scope.requires_second_factor,
            user_count=counts.get(scope.id, 0),
            is_held_by_super=scope.id in supers,
            version=scope.version,
            created_at=scope.created_at,
            updated_at=scope.updated_at,
        )
        for scope in scopes
    ]


async def create(session: AsyncSession, principal: Principal, data: ScopeIn, *, device: Device) -> Scope:
    """A scope of the site's own. Raises `ScopeTaken`."""
    await events.lock_scopes(session)
    await _check_name(session, data.name)
    scope = await ScopeRepository(session).add(Scope(**data.model_dump()))
    await events.publish(session, principal)
    await _note(session, principal, "scope.created", scope, device=device)
    return scope


async def update(
    session: AsyncSession,
    principal: Principal,
    data: ScopeIn,
    scope_id: uuid.UUID,
    if_match: str | None = None,
    *,
    device: Device,
) -> Scope:
    """Change a scope.

    Raises `ScopeNotFound`, `ScopeNotYours`, `ScopeBuiltIn`, `ScopeTaken`, `ConcernsSuper`, `TooManyScopes`.

    A new name ends the sessions of all who hold it and the API tokens that have it, which say the old one; services
    that store its name subscribe to the event. A second factor that is needed from now on ends those of the
    holders who have none; the caller keeps the present one, to set a factor up.
    """
    await events.lock_scopes(session)
    scope = await ScopeRepository(session).get(scope_id)
    _check_own(principal, scope)
    check_version(if_match, scope.version)
    before = scope.name
    if data.name != before:
        if before in BUILT_IN:
            raise ScopeBuiltIn("This is a built-in scope: its name cannot change.")
        await _check_name(session, data.name, scope.id)
        await _check_supers(session, principal, scope, "name", by_token=True)
        await _lock_holders(session, scope)
        await _check_total(session, scope, data.name)
        await _withdraw(session, scope)
    elif data.requires_second_factor and not scope.requires_second_factor:
        await _check_supers(session, principal, scope, "requiresSecondFactor")
        redis, present = state_of(session).redis, uuid.UUID(principal.session_id)
        await end_sessions_without_factor(session, redis, scope.id, but=present)
    scope.name = data.name
    scope.description = data.description
    scope.requires_second_factor = data.requires_second_factor
    await session.flush()
    if scope.name != before:
        await events.publish(session, principal, {scope.id: before})
    await _note(
        session,
        principal,
        "scope.updated",
        scope,
        before=before,
        requiresSecondFactor=data.requires_second_factor,
        device=device,
    )
    return scope


async def delete(
    session: AsyncSession, principal: Principal, scope_id: uuid.UUID, if_match: str | None = None, *, device: Device
) -> None:
    """Delete a scope; its holders lose it, and their sessions end.

    Raises `ScopeNotFound`, `ScopeNotYours`, `ScopeBuiltIn`, `ConcernsSuper`.
    """
    await events.lock_scopes(session)
    scopes = ScopeRepository(session)
    scope = await scopes.get(scope_id)
    _check_own(principal, scope)
    check_version(if_match, scope.version)
    if scope.name in BUILT_IN:
        raise ScopeBuiltIn("This is a built-in scope and cannot be deleted.")
    await _check_supers(session, principal, scope, by_token=True)
    await _lock_holders(session, scope)
    await _withdraw(session, scope)
    await _note(session, principal, "scope.deleted", scope, device=device)
    await scopes.delete(scope)
    await events.publish(session, principal)


async def _check_name(session: AsyncSession, name: str, scope_id: uuid.UUID | None = None) -> None:
    if name == LOGGED_IN:
        fault = FieldError("name", "scope_taken", "This name is reserved for logged-in members.")
        raise ScopeTaken("No scope can have this name.", errors=[fault])
    if await ScopeRepository(session).named(name):
        fault = FieldError("name", "scope_taken", "Another scope has this name.")
        raise ScopeTaken("There is a scope with this name.", errors=[fault])
    if not await events.is_name_free(session, name, scope_id):
        said = "Another scope had this name, and its pages, files and prices are still being renamed. Try again later."
        raise ScopeTaken(said, errors=[FieldError("name", "scope_taken", said)])


async def _check_supers(
    session: AsyncSession, principal: Principal, scope: Scope, field: str | None = None, *, by_token: bool = False
) -> None:
    """Raise `ConcernsSuper` if the caller would end sessions, or `by_token` API tokens, of those who hold super."""
    supers = await ScopeRepository(session).supers_with([scope.id], by_token=by_token)
    why = f"Super users have this scope{', or an API token with it' if by_token else ''}"
    check_concerns_no_super(principal, why, supers.get(scope.id, []), field)


async def _check_total(session: AsyncSession, scope: Scope, name: str) -> None:
    """Raise `TooManyScopes` if the names of a holder's scopes were too long together with the scope's new name."""
    more = len(name) - len(scope.name)
    if more > 0 and await ScopeRepository(session).longest_total_with(scope.id) + more > MOST_IN_SCOPE_NAMES:
        detail = (
            f"A user with this scope would have more than {MOST_IN_SCOPE_NAMES:,} characters in the names of their scopes. "
            "Enter a shorter name."
        )
        raise TooManyScopes(detail, errors=[FieldError("name", TooManyScopes.code, detail)])


async def _lock_holders(session: AsyncSession, scope: Scope) -> None:
    """Let no holder log in and nobody be given the scope until the commit, neither a user nor an API token.

    What is under way is waited for.
    """
    await UserRepository(session).lock(_holders(scope))
    await ScopeRepository(session).get_for_update(scope.id)


async def _withdraw(session: AsyncSession, scope: Scope) -> None:
    """End whatever still says the scope's present name: sessions and API tokens. The caller has locked its holders."""
    redis = state_of(session).redis
    await end_sessions(session, redis, "scopes", LoginSession.user_id.in_(_holders(scope)))
    await revoke_with_scope(session, redis, scope.name)


async def _note(
    session: AsyncSession, principal: Principal, action: Action, scope: Scope, *, device: Device, **details: str | bool
) -> None:
    subject = Subject("scope", scope.id, scope.name)
    await record(session, principal, action, subject=subject, details=details, device=device)


def _holders(scope: Scope) -> Select[uuid.UUID]:
    return select(User.id).join(UserScope, UserScope.user_id == User.id).where(UserScope.scope_id == scope.id)


def _check_own(principal: Principal, scope: Scope) -> None:
    if not principal.has(scope.name):
        raise ScopeNotYours("Only users with this scope can change it.")

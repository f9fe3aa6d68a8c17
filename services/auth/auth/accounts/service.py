"""What administrators may do with users."""

import uuid
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts import invitations, people, removal
from auth.accounts.removal import check_another_super
from auth.accounts.schemas import UserCreate, UserUpdate
from auth.audit.actions import Action
from auth.audit.mails import Mailbox, Recipient
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials import choosing, one_time_tokens
from auth.device import Device
from auth.grants.api_token_revocation import invalidate_answers, revoke_beyond_scopes
from auth.grants.granting import check_granting, check_total, scopes_named
from auth.grants.repository import BUILT_IN
from auth.people.errors import OwnAccount, UserExists
from auth.people.models import Person, Scope, User
from auth.people.ownership import check_may_administer, is_own_user
from auth.people.repository import PersonRepository, UserRepository
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.db import release_connection
from kit.preconditions import check_version
from kit.redis_link import RedisLink
from kit.state import state_of

_OWN = frozenset({"admin", "super"})
"""What nobody takes from themselves."""


async def create(session: AsyncSession, principal: Principal, data: UserCreate, *, device: Device) -> User:
    """A user for a person who has none.

    Raises `ScopeUnknown`, `ScopeNotYours`, `TooManyScopes`, `PersonNotFound`, `EmailAddressTaken`, `UserExists`,
    `PasswordTooCommon`, `Busy`, `CannotBeInvited`.
    """
    check_granting(principal, data.scopes, data.scopes)
    check_total(data.scopes)
    password_hash = await _password_hash(session, data, device=device)
    scopes = await scopes_named(session, data.scopes)
    person = await _person(session, principal, data, device=device)
    user = User(person=person, password_hash=password_hash, scopes=[*scopes])
    session.add(user)
    await session.flush()
    await _note(session, principal, "user.created", user, scopes=user.scope_names, device=device)
    if data.invite:
        await invitations.send(session, principal, user, device=device)
    return await UserRepository(session).refresh(user.id)


async def update(
    session: AsyncSession,
    principal: Principal,
    data: UserUpdate,
    user_id: uuid.UUID,
    if_match: str | None,
    *,
    device: Device,
) -> User:
    """Disable a user, or let them in again.

    Raises `UserNotFound`, `ScopeMissing`, `PreconditionFailed`, `OwnAccount`, `LastSuper`.
    """
    user = await UserRepository(session).get_for_update(user_id)
    check_may_administer(principal, user)
    check_version(if_match, user.version)
    if data.state == user.state:
        return user
    if data.state == "disabled":
        if is_own_user(principal, user_id):
            raise OwnAccount("You cannot disable yourself.")
        await check_another_super(session, user)
        await _end_sessions(session, user, "disabled")
        await invalidate_answers(session, _redis(session), user.id)
        await one_time_tokens.revoke(session, user.id)
    user.state = data.state
    user.version += 1
    action: Literal["user.disabled", "user.enabled"] = "user.disabled" if data.state == "disabled" else "user.enabled"
    await _note(session, principal, action, user, device=device)
    if user.is_used:
        notify(session, action, user, _own_device(session, principal, user, device=device))
    return await UserRepository(session).refresh(user.id)


async def set_scopes(
    session: AsyncSession,
    principal: Principal,
    user_id: uuid.UUID,
    names: list[str],
    if_match: str | None,
    *,
    device: Device,
) -> User:
    """Let a user hold these scopes and no others. A change ends their sessions.

    Raises `UserNotFound`, `ScopeMissing`, `PreconditionFailed`, `ScopeUnknown`, `ScopeNotYours`, `TooManyScopes`,
    `OwnAccount`, `LastSuper`.
    """
    user = await UserRepository(session).get_for_update(user_id)
    check_may_administer(principal, user)
    check_version(if_match, user.version)
    before, after = set(user.scope_names), set(names)
    added, removed = after - before, before - after
    check_granting(principal, names, added | removed)
    scopes = await scopes_named(session, names)
    if not added and not removed:
        return user
    if added:
        check_total(names)
    if is_own_user(principal, user_id) and removed & _OWN:
        raise OwnAccount("You cannot remove this scope from yourself.")
    if "super" in removed:
        await check_another_super(session, user)
    taken_away = [scope for scope in user.scopes if scope.name in removed]
    user.scopes = [*scopes]
    user.version += 1
    await _note(
        session, principal, "user.scopes_changed", user, given=sorted(added), taken=sorted(removed), device=device
    )
    await revoke_beyond_scopes(session, _redis(session), user)
    await _end_sessions(session, user, "scopes")
    if user.is_used:
        notify(
            session,
            "user.scopes_changed",
            user,
            _own_device(session, principal, user, device=device),
            added=[_named(scope) for scope in scopes if scope.name in added],
            taken=[_named(scope) for scope in taken_away],
        )
    return user


async def delete(
    session: AsyncSession, principal: Principal, user_id: uuid.UUID, if_match: str | None = None, *, device: Device
) -> None:
    """Delete a user; the person stays. Raises `UserNotFound`, `ScopeMissing`, `OwnAccount`, `LastSuper`."""
    user = await UserRepository(session).get_for_update(user_id)
    check_version(if_match, user.version)
    await removal.by_administrator(session, principal, user, device=device)


async def _password_hash(session: AsyncSession, data: UserCreate, *, device: Device) -> str | None:
    if data.password is None:
        return None
    new = data.person
    person: Recipient = (
        Mailbox(f"{new.first_name} {new.last_name}", new.email_address)
        if new
        else await PersonRepository(session).get(_required_id(data.person_id))
    )
    # The password may wait for a slot: others get the connection meanwhile.
    await release_connection(session)
    return await choosing.hashed(session, data.password, person, device=device)


async def _person(session: AsyncSession, principal: Principal, data: UserCreate, *, device: Device) -> Person:
    if data.person is not None:
        return await people.create(session, principal, data.person, device=device)
    person = await PersonRepository(session).get_for_update(_required_id(data.person_id))
    if await UserRepository(session).get_of_person_for_update(person.id) is not None:
        raise UserExists("This person has a user already.")
    return person


def _required_id(person_id: uuid.UUID | None) -> uuid.UUID:
    assert person_id is not None, "UserCreate asks for this or for a person"
    return person_id


async def _end_sessions(session: AsyncSession, user: User, reason: str) -> None:
    await end_sessions(session, _redis(session), reason, LoginSession.user_id == user.id)


def _redis(session: AsyncSession) -> RedisLink:
    return state_of(session).redis


def _own_device(session: AsyncSession, principal: Principal, user: User, *, device: Device) -> Device | None:
    """What somebody did it with to their own user; of an administrator's nothing is told."""
    return device if is_own_user(principal, user.id) else None


async def _note(
    session: AsyncSession, principal: Principal, action: Action, user: User, *, device: Device, **details: list[str]
) -> None:
    subject = Subject.of_user(user)
    await record(session, principal, action, subject=subject, details=details, device=device)


def _named(scope: Scope) -> str:
    """The scope with its description. A built-in one has its name alone: cms says what it allows, in any language."""
    is_own = scope.description and scope.description != BUILT_IN.get(scope.name)
    return f"{scope.name}: {scope.description}" if is_own else scope.name

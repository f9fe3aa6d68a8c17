"""What administrators may do with users."""

import uuid
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Request

from auth.accounts.invitations import Invitations
from auth.accounts.people import People
from auth.accounts.removal import Removal, check_another_super
from auth.accounts.schemas import UserCreate, UserUpdate
from auth.audit.actions import Action
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials.choosing import Chosen
from auth.credentials.one_time_tokens import OneTimeTokens
from auth.device import Client, Device
from auth.grants.api_token_revocation import forget_answers, revoke_beyond_scopes
from auth.grants.granting import check_granting, scopes_named
from auth.people.errors import OwnAccount, UserExists
from auth.people.models import Person, Scope, User
from auth.people.ownership import check_may_administer, is_own_user
from auth.people.repository import PersonRepository, UserRepository
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.db import Session
from kit.preconditions import check_version
from kit.redis_link import RedisLink
from kit.state import state_of

_OWN = frozenset({"admin", "super"})
"""What nobody takes from themselves."""


@dataclass(frozen=True, slots=True)
class UserService:
    """Users, and who may do what to them."""

    request: Request
    session: Session
    device: Client
    passwords: Chosen
    one_time: OneTimeTokens
    people: People
    invitations: Invitations
    removal: Removal

    async def create(self, form: UserCreate, by: Principal) -> User:
        """A user for a person who has none.

        Raises `ScopeUnknown`, `ScopeNotYours`, `PersonNotFound`, `EmailAddressTaken`, `UserExists`,
        `PasswordTooCommon`, `Busy`, `CannotBeInvited`.
        """
        check_granting(by, form.scopes, form.scopes)
        scopes = await scopes_named(self.session, form.scopes)
        person = await self._person(form, by)
        password_hash = None if form.password is None else await self.passwords.hashed(form.password, person)
        user = User(person=person, password_hash=password_hash, scopes=[*scopes])
        self.session.add(user)
        await self.session.flush()
        await self._note("user.created", user, by, scopes=user.scope_names)
        if form.invite:
            await self.invitations.send(user, by)
        return await UserRepository(self.session).again(user.id)

    async def update(self, user_id: uuid.UUID, form: UserUpdate, by: Principal, if_match: str | None) -> User:
        """Disable a user, or let them in again.

        Raises `UserNotFound`, `ScopeMissing`, `PreconditionFailed`, `OwnAccount`, `LastSuper`.
        """
        user = await UserRepository(self.session).held(user_id)
        check_may_administer(by, user)
        check_version(if_match, user.version)
        if form.state == user.state:
            return user
        if form.state == "disabled":
            if is_own_user(by, user_id):
                raise OwnAccount("You cannot disable yourself.")
            await check_another_super(self.session, user)
            await self._end_sessions(user, "disabled")
            await forget_answers(self.session, self._redis, user.id)
            await self.one_time.revoke(user.id)
        user.state = form.state
        user.version += 1
        action: Literal["user.disabled", "user.enabled"] = (
            "user.disabled" if form.state == "disabled" else "user.enabled"
        )
        await self._note(action, user, by)
        if user.is_used:
            notify(self.session, action, user, self._own_device(user, by))
        return await UserRepository(self.session).again(user.id)

    async def set_scopes(self, user_id: uuid.UUID, names: list[str], by: Principal, if_match: str | None) -> User:
        """Let a user hold these scopes and no others. A change ends their sessions.

        Raises `UserNotFound`, `ScopeMissing`, `PreconditionFailed`, `ScopeUnknown`, `ScopeNotYours`,
        `OwnAccount`, `LastSuper`.
        """
        user = await UserRepository(self.session).held(user_id)
        check_may_administer(by, user)
        check_version(if_match, user.version)
        before, after = set(user.scope_names), set(names)
        given, taken = after - before, before - after
        check_granting(by, names, given | taken)
        scopes = await scopes_named(self.session, names)
        if not given and not taken:
            return user
        if is_own_user(by, user_id) and taken & _OWN:
            raise OwnAccount("You cannot take this from yourself.")
        if "super" in taken:
            await check_another_super(self.session, user)
        taken_away = [scope for scope in user.scopes if scope.name in taken]
        user.scopes = [*scopes]
        user.version += 1
        await self._note("user.scopes_changed", user, by, given=sorted(given), taken=sorted(taken))
        await revoke_beyond_scopes(self.session, self._redis, user)
        await self._end_sessions(user, "scopes")
        if user.is_used:
            notify(
                self.session,
                "user.scopes_changed",
                user,
                self._own_device(user, by),
                added=[_in_words(scope) for scope in scopes if scope.name in given],
                taken=[_in_words(scope) for scope in taken_away],
            )
        return user

    async def delete(self, user_id: uuid.UUID, by: Principal, if_match: str | None = None) -> None:
        """Delete a user; the person stays. Raises `UserNotFound`, `ScopeMissing`, `OwnAccount`, `LastSuper`."""
        user = await UserRepository(self.session).held(user_id)
        check_version(if_match, user.version)
        await self.removal.by_administrator(user, by)

    async def _person(self, form: UserCreate, by: Principal) -> Person:
        if form.person is not None:
            return await self.people.create(form.person, by)
        assert form.person_id is not None
        person = await PersonRepository(self.session).held(form.person_id)
        if await UserRepository(self.session).held_of_person(person.id) is not None:
            raise UserExists("This person has a user already.")
        return person

    async def _end_sessions(self, user: User, reason: str) -> None:
        await end_sessions(self.session, self._redis, reason, LoginSession.user_id == user.id)

    @property
    def _redis(self) -> RedisLink:
        return state_of(self.request).redis

    def _own_device(self, user: User, by: Principal) -> Device | None:
        """What somebody did it with to their own user; of an administrator's nothing is told."""
        return self.device if is_own_user(by, user.id) else None

    async def _note(self, action: Action, user: User, by: Principal, **details: list[str]) -> None:
        subject = Subject.of_user(user)
        await record(self.session, action, actor=by, subject=subject, details=details, device=self.device)


def _in_words(scope: Scope) -> str:
    return f"{scope.name}: {scope.description}" if scope.description else scope.name


Users = Annotated[UserService, Depends()]
"""The service of the request."""

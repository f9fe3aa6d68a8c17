"""What may be done with people."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import Depends, Request

from auth.accounts.removal import Removal
from auth.audit import mails as mail
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials.limits import account_key
from auth.credentials.one_time_tokens import OneTimeTokens
from auth.device import Client
from auth.people.errors import ConfirmAddress, EmailAddressTaken, PersonHasUser
from auth.people.models import Person, User
from auth.people.ownership import check_may_administer, check_own_person, is_own_person
from auth.people.repository import PersonRepository, UserRepository
from auth.people.schemas import PersonFound, PersonIn, PersonOut
from kit.auth import NeedsSession, Principal
from kit.cache import JsonCache
from kit.db import Session, after_commit
from kit.errors import FieldError
from kit.preconditions import check_version
from kit.state import state_of

_people = JsonCache("auth:person", seconds=30)

_MEMBERS = {"first_name": "firstName", "last_name": "lastName", "email_address": "emailAddress", "timezone": "timezone"}


@dataclass(frozen=True, slots=True)
class PeopleService:
    """People, read by id from a cache that every change clears."""

    request: Request
    session: Session
    device: Client
    one_time: OneTimeTokens
    removal: Removal

    async def with_users(self, people: Sequence[Person]) -> list[PersonFound]:
        """The people, with the user that each has."""
        users = await PersonRepository(self.session).user_ids([person.id for person in people])
        return [_found(PersonOut.model_validate(person), users.get(person.id)) for person in people]

    async def get(self, person_id: uuid.UUID, by: Principal) -> PersonFound:
        """One person. Raises `ScopeMissing`, `PersonNotFound`."""
        check_own_person(by, person_id)

        async def load() -> object:
            person = await PersonRepository(self.session).get(person_id)
            return PersonOut.model_validate(person).model_dump(mode="json")

        kept = await _people.read(state_of(self.request).redis, load, key=str(person_id))
        # Not kept with the rest: who is asked for to be given a user has none one moment and has one the next.
        if is_own_person(by, person_id):
            user_id: uuid.UUID | None = uuid.UUID(by.user_id)
        else:
            user_id = (await PersonRepository(self.session).user_ids([person_id])).get(person_id)
        return _found(PersonOut.model_validate(kept), user_id)

    async def create(self, form: PersonIn, by: Principal | None) -> Person:
        """Somebody new. Raises `EmailAddressTaken`."""
        await self.check_address(form.email_address)
        person = Person(**form.model_dump(), email_key=account_key(form.email_address))
        await PersonRepository(self.session).add(person)
        self.forget()
        await record(self.session, "person.created", actor=by, subject=Subject.of_person(person), device=self.device)
        return person

    async def update(self, person_id: uuid.UUID, form: PersonIn, by: Principal, if_match: str | None) -> Person:
        """Change a person. Everybody may change their own names and time zone.

        Raises `ScopeMissing`, `PersonNotFound`, `PreconditionFailed`, `ConfirmAddress`, `NeedsSession`,
        `EmailAddressTaken`.
        """
        check_own_person(by, person_id)
        is_own = is_own_person(by, person_id)
        if is_own:
            person, user = await PersonRepository(self.session).get(person_id), None
        else:
            person, user = await self._held(person_id)
        if user is not None:
            check_may_administer(by, user)
        check_version(if_match, person.version)
        changed = [name for name in _MEMBERS if getattr(person, name) != getattr(form, name)]
        if account_key(form.email_address) != person.email_key:
            if is_own:
                raise _confirm_first()
            if user is not None and by.is_api_token:
                # Whoever reads the mailbox gets the account, for longer than the token lasts.
                raise NeedsSession("An API token does not change the address of a user.")
            await self.check_address(form.email_address, but=person_id)
        before = mail.Mailbox(person.name, person.email_address)
        for name in changed:
            setattr(person, name, getattr(form, name))
        person.email_key = account_key(form.email_address)
        if changed:
            await self._note_update(person, changed, by)
            self.forget()
        if user is not None and "email_address" in changed:
            await self._leave(before, user)
        return person

    async def delete(
        self, person_id: uuid.UUID, by: Principal, if_match: str | None = None, *, with_user: bool
    ) -> None:
        """Delete a person, and the user that they have.

        Raises `PersonNotFound`, what removing a user raises, and `PersonHasUser` where there is one who is to stay.
        """
        person, user = await self._held(person_id)
        check_version(if_match, person.version)
        if user is not None:
            if not with_user:
                raise PersonHasUser("This person has an account. It is deleted at its own place.")
            await self.removal.by_administrator(user, by)
        await record(self.session, "person.deleted", actor=by, subject=Subject.of_person(person), device=self.device)
        await PersonRepository(self.session).delete(person)
        self.forget()

    async def check_address(self, email_address: str, *, but: uuid.UUID | None = None) -> None:
        """Raise `EmailAddressTaken` if somebody, other than `but`, has the address, however it is spelled.

        Of two who take it at once, the unique index refuses the second.
        """
        if await PersonRepository(self.session).has_address(account_key(email_address), but=but):
            fault = FieldError("emailAddress", "email_address_taken", "Somebody else has this address.")
            raise EmailAddressTaken("Somebody with this e-mail address is here already.", errors=[fault])

    def forget(self) -> None:
        """Have nobody read what people were before this transaction."""
        after_commit(self.session, partial(_people.clear, state_of(self.request).redis))

    async def _held(self, person_id: uuid.UUID) -> tuple[Person, User | None]:
        """The person and the user that they have, neither of whom anybody else changes or makes until the commit.

        The user first, as everywhere; one who comes to be while the person is waited for is found after it.
        """
        users = UserRepository(self.session)
        user = await users.held_of_person(person_id)
        person = await PersonRepository(self.session).held(person_id)
        return person, user or await users.held_of_person(person_id)

    async def _leave(self, before: mail.Mailbox, user: User) -> None:
        """What follows when an administrator gives a user another address.

        Links that were mailed to the old one are dead, and it is told, if its owner ever used it here.
        """
        await self.one_time.revoke(user.id)
        if user.is_used:
            notify(self.session, "address.changed", user, None, to=before, new_address=user.person.email_address)

    async def _note_update(self, person: Person, changed: list[str], by: Principal) -> None:
        await record(
            self.session,
            "person.updated",
            actor=by,
            subject=Subject.of_person(person),
            details={"changed": [_MEMBERS[name] for name in changed]},
            device=self.device,
        )


def _found(person: PersonOut, user_id: uuid.UUID | None) -> PersonFound:
    return PersonFound(**person.model_dump(by_alias=False), user_id=user_id)


def _confirm_first() -> ConfirmAddress:
    where = "Change your own address in your account: the new mailbox has to confirm it."
    return ConfirmAddress(where, errors=[FieldError("emailAddress", "confirm_address", where)])


People = Annotated[PeopleService, Depends()]
"""The service of the request."""

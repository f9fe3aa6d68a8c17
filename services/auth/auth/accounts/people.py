"""What may be done with people."""

import uuid
from collections.abc import Sequence
from functools import partial

from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts import removal
from auth.audit import mails as mail
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials import one_time_tokens
from auth.credentials.limits import account_key
from auth.device import Device
from auth.people.errors import ConfirmAddress, EmailAddressTaken, PersonHasUser
from auth.people.models import Person, User
from auth.people.ownership import check_may_administer, check_own_person, is_own_person
from auth.people.repository import PersonRepository, UserRepository
from auth.people.schemas import PersonFound, PersonIn, PersonOut
from kit.auth import NeedsSession, Principal
from kit.cache import JsonCache
from kit.db import after_commit
from kit.errors import FieldError
from kit.preconditions import check_version
from kit.state import state_of

_people = JsonCache("auth:person", seconds=30)

_MEMBERS = {"first_name": "firstName", "last_name": "lastName", "email_address": "emailAddress", "timezone": "timezone"}


async def with_users(session: AsyncSession, people: Sequence[Person]) -> list[PersonFound]:
    """The people, with the user that each has."""
    users = await PersonRepository(session).user_ids([person.id for person in people])
    return [_found(PersonOut.model_validate(person), users.get(person.id)) for person in people]


async def get(session: AsyncSession, principal: Principal, person_id: uuid.UUID) -> PersonFound:
    """One person. Raises `ScopeMissing`, `PersonNotFound`."""
    check_own_person(principal, person_id)

    async def load() -> object:
        person = await PersonRepository(session).get(person_id)
        return PersonOut.model_validate(person).model_dump(mode="json")

    kept = await _people.read(state_of(session).redis, load, key=str(person_id))
    # Not kept with the rest: who is asked for to be given a user has none one moment and has one the next.
    if is_own_person(principal, person_id):
        user_id: uuid.UUID | None = uuid.UUID(principal.user_id)
    else:
        user_id = (await PersonRepository(session).user_ids([person_id])).get(person_id)
    return _found(PersonOut.model_validate(kept), user_id)


async def create(session: AsyncSession, principal: Principal | None, data: PersonIn, *, device: Device) -> Person:
    """Somebody new. Raises `EmailAddressTaken`."""
    await check_address(session, data.email_address)
    person = Person(**data.model_dump(), email_key=account_key(data.email_address))
    await PersonRepository(session).add(person)
    invalidate(session)
    await record(session, principal, "person.created", subject=Subject.of_person(person), device=device)
    return person


async def update(
    session: AsyncSession,
    principal: Principal,
    data: PersonIn,
    person_id: uuid.UUID,
    if_match: str | None,
    *,
    device: Device,
) -> Person:
    """Change a person. Everybody may change their own names and time zone.

    Raises `ScopeMissing`, `PersonNotFound`, `PreconditionFailed`, `ConfirmAddress`, `NeedsSession`,
    `EmailAddressTaken`.
    """
    check_own_person(principal, person_id)
    is_own = is_own_person(principal, person_id)
    if is_own:
        person, user = await PersonRepository(session).get(person_id), None
    else:
        person, user = await _get_for_update(session, person_id)
    if user is not None:
        check_may_administer(principal, user)
    check_version(if_match, person.version)
    if account_key(data.email_address) != person.email_key:
        if is_own:
            raise _confirm_first()
        if user is not None and principal.is_api_token:
            # The mailbox of the new address gives access to the account, for longer than the token lasts.
            raise NeedsSession("An API token cannot change a user's email address.")
        await check_address(session, data.email_address, but=person_id)
    before = mail.Mailbox(person.name, person.email_address)
    await set_members(session, principal, data, person, device=device)
    if user is not None and person.email_address != before.email_address:
        await _leave(session, before, user)
    return person


async def set_members(
    session: AsyncSession, principal: Principal | uuid.UUID, data: PersonIn, person: Person, *, device: Device
) -> None:
    """Give a person these names, address and time zone. The caller has checked that the principal may, and the address."""
    changed = [name for name in _MEMBERS if getattr(person, name) != getattr(data, name)]
    if not changed:
        return
    for name in changed:
        setattr(person, name, getattr(data, name))
    person.email_key = account_key(data.email_address)
    details = {"changed": [_MEMBERS[name] for name in changed]}
    subject = Subject.of_person(person)
    await record(session, principal, "person.updated", subject=subject, details=details, device=device)
    invalidate(session)


async def delete(
    session: AsyncSession,
    principal: Principal,
    person_id: uuid.UUID,
    if_match: str | None = None,
    *,
    with_user: bool,
    device: Device,
) -> None:
    """Delete a person, and the user that they have.

    Raises `PersonNotFound`, what removing a user raises, and `PersonHasUser` where there is one who is to stay.
    """
    person, user = await _get_for_update(session, person_id)
    check_version(if_match, person.version)
    if user is not None:
        if not with_user:
            raise PersonHasUser("This person has an account. Delete the user first.")
        await removal.by_administrator(session, principal, user, device=device)
    await record(session, principal, "person.deleted", subject=Subject.of_person(person), device=device)
    await PersonRepository(session).delete(person)
    invalidate(session)


async def check_address(session: AsyncSession, email_address: str, *, but: uuid.UUID | None = None) -> None:
    """Raise `EmailAddressTaken` if somebody, other than `but`, has the address, however it is spelled.

    Of two who take it at once, the unique index refuses the second.
    """
    if await PersonRepository(session).has_address(account_key(email_address), but=but):
        fault = FieldError("emailAddress", "email_address_taken", "This address belongs to another person.")
        raise EmailAddressTaken("A person with this email address already exists.", errors=[fault])


def invalidate(session: AsyncSession) -> None:
    """Have nobody read what people were before this transaction."""
    after_commit(session, partial(_people.clear, state_of(session).redis))


async def _get_for_update(session: AsyncSession, person_id: uuid.UUID) -> tuple[Person, User | None]:
    """The person and the user that they have, neither of whom anybody else changes or makes until the commit.

    The user first, as everywhere; one who comes to be while the person is waited for is found after it.
    """
    users = UserRepository(session)
    user = await users.get_of_person_for_update(person_id)
    person = await PersonRepository(session).get_for_update(person_id)
    return person, user or await users.get_of_person_for_update(person_id)


async def _leave(session: AsyncSession, before: mail.Mailbox, user: User) -> None:
    """What follows when an administrator gives a user another address.

    Links that were mailed to the old one are dead, and it is told, if its owner ever used it here.
    """
    await one_time_tokens.revoke(session, user.id)
    if user.is_used:
        notify(session, "address.changed", user, None, to=before, new_address=user.person.email_address)


def _found(person: PersonOut, user_id: uuid.UUID | None) -> PersonFound:
    return PersonFound(**person.model_dump(by_alias=False), user_id=user_id)


def _confirm_first() -> ConfirmAddress:
    where = "Change your own address in your account: the new mailbox has to confirm it."
    return ConfirmAddress(where, errors=[FieldError("emailAddress", "confirm_address", where)])

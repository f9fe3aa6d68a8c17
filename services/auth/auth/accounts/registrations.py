"""Accounts that visitors make for themselves, once their mailbox has confirmed it."""

import uuid

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts import people
from auth.accounts.errors import RegistrationClosed
from auth.accounts.models import Registration
from auth.accounts.schemas import Registrant, RegistrationConfirmation, RegistrationIn
from auth.audit.mails import Mailbox, request_mail
from auth.audit.service import Subject, record
from auth.credentials import choosing, one_time_tokens
from auth.credentials.attempts import failures_of
from auth.credentials.errors import TokenUnusable
from auth.credentials.limits import Limit, account_key, from_network
from auth.credentials.one_time_tokens import LIFETIMES
from auth.device import Device
from auth.login import service as login
from auth.login.second_step import Proven
from auth.people.models import Person, User
from auth.people.repository import UserRepository
from auth.people.schemas import PersonIn
from auth.sessions.refresh import Issued
from auth.site.service import site_settings
from kit.state import state_of

_HOUR = 60 * 60
_MOST_BY_ACCOUNT = 5
_MOST_BY_ADDRESS = 10


async def begin(session: AsyncSession, data: RegistrationIn, *, device: Device) -> None:
    """Keep what was sent until the mailbox confirms it; the mailbox gets a link.

    Where the address has an account, its mailbox is told so instead. All else is done as for one
    that has none, down to the row that nobody will ever confirm: neither the answer nor its time
    tells them apart. Raises `RegistrationClosed`, `TooManyAttempts`.
    """
    await _check_open(session)
    key = account_key(data.email_address)
    await failures_of(session).consume(
        Limit("registration account", key, _MOST_BY_ACCOUNT, _HOUR),
        *from_network("registration address", device.address, _MOST_BY_ADDRESS, _HOUR),
    )
    registration = Registration(
        first_name=data.first_name,
        last_name=data.last_name,
        email_address=data.email_address,
        email_key=key,
        timezone=data.timezone,
        expires_at=func.clock_timestamp() + LIFETIMES["confirm_registration"],
    )
    session.add(registration)
    await session.flush()
    token = await one_time_tokens.issue(session, {}, "confirm_registration", registration.id)
    who = Mailbox(f"{data.first_name} {data.last_name}", data.email_address)
    if await UserRepository(session).has_address(key):
        request_mail(session, "already_registered", who, is_staff=False)
    else:
        request_mail(session, "confirm_registration", who, is_staff=False, token_id=token.id)


async def inspect(session: AsyncSession, token: str, *, device: Device) -> Registrant:
    """Whom the link makes an account for. Somebody whom the site knows by this address is called as it knows them.

    Raises `TokenUnusable`, `TooManyAttempts`, `RegistrationClosed`.
    """
    registration = await _named(session, token, device=device)
    known = await session.scalar(select(Person).where(Person.email_key == registration.email_key))
    named = known or registration
    return Registrant(first_name=named.first_name, last_name=named.last_name, email_address=registration.email_address)


async def confirm(
    session: AsyncSession, data: RegistrationConfirmation, replaced: str | None, *, device: Device
) -> Issued:
    """Make the account of a link and log it in, in place of the session of this browser's refresh cookie.

    Who holds the link has the mailbox, and who registered may be a stranger to it: password and names are those that
    come with the link. Raises `TokenUnusable`, `TooManyAttempts`, `RegistrationClosed`, `PasswordTooCommon`, `Busy`.
    Whatever it raises, the link can be tried again.
    """
    registration = await _named(session, data.token, device=device)
    who = Mailbox(f"{data.first_name} {data.last_name}", registration.email_address)
    redeemed, password_hash = await choosing.by_link(
        session, "confirm_registration", data.token, data.password, who, device=device
    )
    registration = await _unconfirmed(session, redeemed.subject_id)
    user = await _user(session, registration, data, password_hash, device=device)
    # Other registrations of this address have lost it to this one.
    await session.execute(delete(Registration).where(Registration.email_key == registration.email_key))
    return await login.enter(session, Proven(user, ("password",)), replaced, device=device)


async def _named(session: AsyncSession, token: str, *, device: Device) -> Registration:
    await _check_open(session)
    found = await one_time_tokens.inspect(session, "confirm_registration", token, device=device)
    return await _unconfirmed(session, found.subject_id)


async def _unconfirmed(session: AsyncSession, identifier: uuid.UUID) -> Registration:
    """The registration, if nobody has got an account with its address meanwhile."""
    query = select(Registration).where(Registration.id == identifier)
    registration = await session.scalar(query.execution_options(populate_existing=True))
    if registration is None or await UserRepository(session).has_address(registration.email_key):
        raise TokenUnusable
    return registration


async def _user(
    session: AsyncSession,
    registration: Registration,
    data: RegistrationConfirmation,
    password_hash: str,
    *,
    device: Device,
) -> User:
    """The account of somebody new, or of a person whom the site knows by this address."""
    # Held, so that it is still their address when they get the account.
    query = select(Person).where(Person.email_key == registration.email_key).with_for_update()
    known = await session.scalar(query.execution_options(populate_existing=True))
    before = known or registration
    names = {"first_name": data.first_name, "last_name": data.last_name}
    kept = {"email_address": before.email_address, "timezone": data.timezone or before.timezone}
    chosen = PersonIn.model_validate(names | kept, by_name=True)
    person = known or await people.create(session, data=chosen, principal=None, device=device)
    user = User(person=person, password_hash=password_hash, scopes=[])
    session.add(user)
    await session.flush()
    await record(session, user.id, "user.registered", subject=Subject.of_user(user), device=device)
    await people.set_members(session, user.id, chosen, person, device=device)
    return user


async def _check_open(session: AsyncSession) -> None:
    if not (await site_settings(state_of(session))).allows_registration:
        raise RegistrationClosed("This site does not accept registrations. Ask an administrator for an account.")

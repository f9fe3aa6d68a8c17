"""Accounts that visitors make for themselves, once their mailbox has confirmed it."""

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts import people
from auth.accounts.errors import RegistrationClosed
from auth.accounts.models import Registration
from auth.accounts.schemas import RegistrationIn
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
from auth.sessions.cookies import Issued
from auth.site.service import site_settings
from kit.state import state_of

_HOUR = 60 * 60
_MOST_BY_ACCOUNT = 5
_MOST_BY_ADDRESS = 10


async def begin(session: AsyncSession, data: RegistrationIn, *, device: Device) -> None:
    """Keep what was sent until the mailbox confirms it; the mailbox gets a link.

    Where the address has an account, its mailbox is told so instead. All else is done as for one
    that has none, down to the row that nobody will ever confirm: neither the answer nor its time
    tells them apart. Raises `RegistrationClosed`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`.
    """
    await _check_open(session)
    key = account_key(data.email_address)
    await failures_of(session).consume(
        Limit("registration account", key, _MOST_BY_ACCOUNT, _HOUR),
        *from_network("registration address", device.address, _MOST_BY_ADDRESS, _HOUR),
    )
    who = Mailbox(f"{data.first_name} {data.last_name}", data.email_address)
    registration = Registration(
        first_name=data.first_name,
        last_name=data.last_name,
        email_address=data.email_address,
        email_key=key,
        timezone=data.timezone,
        password_hash=await choosing.hashed(session, data.password, who, device=device),
        expires_at=func.clock_timestamp() + LIFETIMES["confirm_registration"],
    )
    session.add(registration)
    await session.flush()
    token = await one_time_tokens.issue(session, "confirm_registration", registration.id)
    if await UserRepository(session).has_address(key):
        request_mail(session, "already_registered", who, is_staff=False)
    else:
        request_mail(session, "confirm_registration", who, is_staff=False, token_id=token.id)


async def confirm(session: AsyncSession, token: str, replaced: str | None, *, device: Device) -> Issued:
    """Make the account of a link and log it in, in place of the session of this browser's refresh cookie.

    Raises `TokenUnusable`, `TooManyAttempts`, `RegistrationClosed`.
    """
    await _check_open(session)
    redeemed = await one_time_tokens.redeem(session, "confirm_registration", token, device=device)
    registration = await session.get(Registration, redeemed.subject_id)
    if registration is None or await UserRepository(session).has_address(registration.email_key):
        raise TokenUnusable
    user = User(
        person=await _person(session, registration, device=device), password_hash=registration.password_hash, scopes=[]
    )
    session.add(user)
    await session.flush()
    # Other registrations of this address have lost it to this one.
    await session.execute(delete(Registration).where(Registration.email_key == registration.email_key))
    await record(session, "user.registered", actor=user.id, subject=Subject.of_user(user), device=device)
    return await login.enter(session, Proven(user, ("password",)), replaced, device=device)


async def _person(session: AsyncSession, registration: Registration, *, device: Device) -> Person:
    """Who registered: somebody new, or a person whom the site knows by this address."""
    # Held, so that it is still their address when they get the account.
    query = select(Person).where(Person.email_key == registration.email_key).with_for_update()
    known = await session.scalar(query)
    if known is not None:
        return known
    known_of_them = {
        "first_name": registration.first_name,
        "last_name": registration.last_name,
        "email_address": registration.email_address,
        "timezone": registration.timezone,
    }
    return await people.create(
        session, data=PersonIn.model_validate(known_of_them, by_name=True), principal=None, device=device
    )


async def _check_open(session: AsyncSession) -> None:
    if not (await site_settings(state_of(session))).allows_registration:
        raise RegistrationClosed("Accounts on this site are given out by those who run it.")

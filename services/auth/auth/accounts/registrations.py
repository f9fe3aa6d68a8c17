"""Accounts that visitors make for themselves, once their mailbox has confirmed it."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import delete, func, select

from auth.accounts.errors import RegistrationClosed
from auth.accounts.models import Registration
from auth.accounts.people import People
from auth.accounts.schemas import RegistrationIn
from auth.audit.mails import Mailbox, request_mail
from auth.audit.service import Subject, record
from auth.credentials.attempts import FailureCounts
from auth.credentials.choosing import Chosen
from auth.credentials.errors import TokenUnusable
from auth.credentials.limits import Limit, account_key, from_network
from auth.credentials.one_time_tokens import LIFETIMES, OneTimeTokens
from auth.device import Client
from auth.login.second_step import Proven
from auth.login.service import Tokens
from auth.people.models import Person, User
from auth.people.repository import UserRepository
from auth.people.schemas import PersonIn
from auth.sessions.cookies import Issued
from auth.site.service import site_settings
from kit.db import Session
from kit.state import state_of

_HOUR = 60 * 60
_MOST_BY_ACCOUNT = 5
_MOST_BY_ADDRESS = 10


@dataclass(frozen=True, slots=True)
class RegistrationService:
    """Registrations, from the form to the account."""

    request: Request
    session: Session
    device: Client
    failures: FailureCounts
    chosen: Chosen
    one_time: OneTimeTokens
    people: People
    tokens: Tokens

    async def begin(self, form: RegistrationIn) -> None:
        """Keep what was sent until the mailbox confirms it; the mailbox gets a link.

        Where the address has an account, its mailbox is told so instead. All else is done as for one
        that has none, down to the row that nobody will ever confirm: neither the answer nor its time
        tells them apart. Raises `RegistrationClosed`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`.
        """
        await self._check_open()
        key = account_key(form.email_address)
        await self.failures.take(
            Limit("registration account", key, _MOST_BY_ACCOUNT, _HOUR),
            *from_network("registration address", self.device.address, _MOST_BY_ADDRESS, _HOUR),
        )
        who = Mailbox(f"{form.first_name} {form.last_name}", form.email_address)
        registration = Registration(
            first_name=form.first_name,
            last_name=form.last_name,
            email_address=form.email_address,
            email_key=key,
            timezone=form.timezone,
            password_hash=await self.chosen.hashed(form.password, who),
            expires_at=func.clock_timestamp() + LIFETIMES["confirm_registration"],
        )
        self.session.add(registration)
        await self.session.flush()
        token = await self.one_time.issue("confirm_registration", registration.id)
        if await UserRepository(self.session).has_address(key):
            request_mail(self.session, "already_registered", who, is_staff=False)
        else:
            request_mail(self.session, "confirm_registration", who, is_staff=False, token_id=token.id)

    async def confirm(self, token: str, replaced: str | None) -> Issued:
        """Make the account of a link and log it in, in place of the session of this browser's refresh cookie.

        Raises `TokenUnusable`, `TooManyAttempts`, `RegistrationClosed`.
        """
        await self._check_open()
        redeemed = await self.one_time.redeem("confirm_registration", token)
        registration = await self.session.get(Registration, redeemed.subject_id)
        if registration is None or await UserRepository(self.session).has_address(registration.email_key):
            raise TokenUnusable
        user = User(person=await self._person(registration), password_hash=registration.password_hash, scopes=[])
        self.session.add(user)
        await self.session.flush()
        # The others who registered this address, whoever they were, have lost it to this one.
        await self.session.execute(delete(Registration).where(Registration.email_key == registration.email_key))
        await record(self.session, "user.registered", actor=user.id, subject=Subject.of_user(user), device=self.device)
        return await self.tokens.enter(Proven(user, ("password",)), replaced)

    async def _person(self, registration: Registration) -> Person:
        """Who registered: somebody new, or a person whom the site knows by this address."""
        # Held, so that it is still their address when they get the account.
        query = select(Person).where(Person.email_key == registration.email_key).with_for_update()
        known = await self.session.scalar(query)
        if known is not None:
            return known
        known_of_them = {
            "first_name": registration.first_name,
            "last_name": registration.last_name,
            "email_address": registration.email_address,
            "timezone": registration.timezone,
        }
        return await self.people.create(PersonIn.model_validate(known_of_them, by_name=True), by=None)

    async def _check_open(self) -> None:
        if not (await site_settings(state_of(self.request))).allows_registration:
            raise RegistrationClosed("Accounts on this site are given out by those who run it.")


Registrations = Annotated[RegistrationService, Depends()]
"""The service of the request."""

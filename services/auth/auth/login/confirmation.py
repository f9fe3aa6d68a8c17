"""Showing again, within a session, who one is: as much as a login asks for."""

import uuid
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from auth.credentials.attempts import FailureCounts
from auth.credentials.challenges import OpenChallenges
from auth.credentials.errors import CodeRefused, OptionsOver, WrongPassword
from auth.credentials.factor_summary import factors_of
from auth.credentials.factors import Factors
from auth.credentials.passkeys import Passkeys
from auth.credentials.passwords import Hasher
from auth.credentials.schemas import PasskeyAssertion
from auth.device import Client
from auth.login.attempts import Attempts
from auth.login.limits import by_code, by_network
from auth.people.models import User
from auth.people.repository import Account, UserRepository
from auth.sessions.errors import SecondFactorAsked
from auth.sessions.freshness import confirm
from kit.auth import Principal
from kit.db import Session
from kit.errors import FieldError
from kit.state import state_of


@dataclass(frozen=True, slots=True)
class ConfirmationService:
    """Confirming the caller's session."""

    request: Request
    session: Session
    device: Client
    failures: FailureCounts
    attempts: Attempts
    passwords: Hasher
    challenges: OpenChallenges
    factors: Factors
    passkeys: Passkeys

    async def by_password(self, principal: Principal, password: str) -> None:
        """Have the caller's session count as confirmed, where there is no second factor.

        Raises `WrongPassword`, `SecondFactorAsked`, `TooManyAttempts`, `Busy`.
        """
        user = await self.hold(await self.checked(principal, password))
        if user.has_second_factor:
            methods = (await factors_of(self.session, user)).methods
            challenge = await self.challenges.open("confirmation", user)
            raise SecondFactorAsked("Show your second factor.", challenge=challenge, methods=methods)
        await confirm(self.session, principal)

    async def by_code(self, principal: Principal, token: str, code: str) -> None:
        """Have the caller's session count as confirmed by a code, after the password.

        Wrong codes count as those of a login do. Raises `OptionsOver`, `CodeRefused`, `TooManyAttempts`.
        """
        challenge = await self.challenges.attempt(token, "confirmation")
        if challenge is None:
            raise OptionsOver
        own, network = by_code(challenge), by_network(self.device)
        await self.failures.take(*own, *network)
        user = await UserRepository(self.session).held(uuid.UUID(principal.user_id))
        if not challenge.is_of(user):
            raise OptionsOver
        if await self.factors.proven_by(user, code) is None:
            raise CodeRefused("This code is wrong or has been used.")
        if not await challenge.spend(self.session):
            raise OptionsOver
        await self.failures.forget(*own)
        await self.failures.give_back(*network)
        await confirm(self.session, principal)

    async def by_passkey(self, principal: Principal, challenge: str, assertion: PasskeyAssertion) -> None:
        """Have the caller's session count as confirmed by a passkey, which verifies whoever uses it.

        Raises what a passkey that does not fit raises.
        """
        user = await UserRepository(self.session).held(uuid.UUID(principal.user_id))
        await self.passkeys.check_own(user.id, challenge, assertion)
        await confirm(self.session, principal)

    async def checked(self, principal: Principal, password: str, *, field: str = "password") -> User:
        """The caller's user as it is read, if this is their password; `hold` goes on from there.

        Guesses count as failed logins of the account do: an open browser must not be a way around
        that limit. Raises `WrongPassword`, naming the `field`, `TooManyAttempts`, `Busy`.
        """
        # Of a session that is over at once: whoever waits for a turn must keep no connection from others.
        async with state_of(self.request).database.reading() as reading:
            user = await UserRepository(reading).get(uuid.UUID(principal.user_id))
        async with self.attempts.attempt(user.person.email_address) as attempt:
            if not await self.passwords.verify(user.password_hash, password):
                detail = "This is not your present password."
                raise WrongPassword(detail, errors=[FieldError(field, WrongPassword.code, detail)])
            await attempt.forgive()
        return user

    async def hold(self, checked: User) -> User:
        """The user, held, if they still have the password that was checked. Raises `WrongPassword`."""
        account = Account(checked.id, checked.password_hash, checked.state)
        held = await UserRepository(self.session).hold(account)
        if held is None:
            # It was changed while this one was being checked; the session is over, most likely.
            raise WrongPassword("Your password has just been changed.")
        return held


Confirmation = Annotated[ConfirmationService, Depends()]
"""The service of the request."""

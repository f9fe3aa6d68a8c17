"""Showing again, within a session, who one is."""

import uuid
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from auth.attempts.counter import FailureCounts
from auth.passkeys.schemas import PasskeyAssertion
from auth.passkeys.service import Passkeys
from auth.sessions.freshness import confirm
from auth.tokens.device import Client
from auth.tokens.limits import by_account, by_address
from auth.users.errors import WrongPassword
from auth.users.models import User
from auth.users.passwords import Hasher
from auth.users.repository import UserRepository
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
    passwords: Hasher
    passkeys: Passkeys

    async def by_password(self, principal: Principal, password: str) -> None:
        """Have the caller's session count as confirmed. Raises `WrongPassword`, `TooManyAttempts`, `Busy`."""
        await self.hold(principal, await self.checked(principal, password))

    async def checked(self, principal: Principal, password: str, *, field: str = "password") -> User:
        """The caller's user as it is read, if this is their password; `hold` goes on from there.

        Guesses count as failed logins of the account do: an open browser must not be a way around
        that limit. Raises `WrongPassword`, naming the `field`, `TooManyAttempts`, `Busy`.
        """
        # Of a session that is over at once: whoever waits for a turn must keep no connection from others.
        async with state_of(self.request).database.reading() as reading:
            user = await UserRepository(reading).get(uuid.UUID(principal.user_id))
        account, address = by_account(user.person.email_address), by_address(self.device)
        await self.failures.check(account, address)
        async with self.passwords.turn():
            await self.failures.take(account, address)
            if not await self.passwords.verify(user.password_hash, password):
                detail = "This is not your present password."
                raise WrongPassword(detail, errors=[FieldError(field, WrongPassword.code, detail)])
            await self.failures.forget(account)
            await self.failures.give_back(address)
        return user

    async def hold(self, principal: Principal, checked: User) -> User:
        """The user, held, if they still have the password that was checked; the session counts as confirmed.

        Raises `WrongPassword`.
        """
        held = await UserRepository(self.session).held(checked.id)
        if held.password_hash != checked.password_hash:
            # It was changed while this one was being checked; the session is over, most likely.
            raise WrongPassword("Your password has just been changed.")
        await confirm(self.session, principal)
        return held

    async def by_passkey(self, principal: Principal, challenge: str, assertion: PasskeyAssertion) -> None:
        """Have the caller's session count as confirmed. Raises what a passkey that does not fit raises."""
        user = await UserRepository(self.session).held(uuid.UUID(principal.user_id))
        await self.passkeys.check_own(user.id, challenge, assertion)
        await confirm(self.session, principal)


Confirmation = Annotated[ConfirmationService, Depends()]
"""The service of the request."""

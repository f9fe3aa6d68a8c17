"""Showing again, within a session, who one is: as much as a login asks for."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials import factors, passkeys
from auth.credentials.attempts import failures_of
from auth.credentials.challenges import challenges_of
from auth.credentials.errors import CodeRefused, OptionsExpired, WrongPassword
from auth.credentials.factor_summary import factors_of
from auth.credentials.passwords import passwords_of
from auth.credentials.schemas import PasskeyAssertion
from auth.device import Device
from auth.login import attempts
from auth.login.limits import by_codes, by_network
from auth.people.models import User
from auth.people.repository import Account, UserRepository
from auth.sessions.errors import SecondFactorAsked
from auth.sessions.freshness import confirm
from kit.auth import Principal
from kit.db import release_connection
from kit.errors import FieldError
from kit.state import state_of


async def by_password(session: AsyncSession, principal: Principal, password: str, *, device: Device) -> None:
    """Have the caller's session count as confirmed, where there is no second factor.

    Raises `WrongPassword`, `SecondFactorAsked`, `TooManyAttempts`, `Busy`.
    """
    user = await get_checked_for_update(session, await checked(session, principal, password, device=device))
    if user.has_second_factor:
        methods = (await factors_of(session, user)).methods
        challenge = await challenges_of(session).open("confirmation", user)
        raise SecondFactorAsked("Confirm with your second factor.", challenge=challenge, methods=methods)
    await confirm(session, principal)


async def by_code(session: AsyncSession, principal: Principal, token: str, code: str, *, device: Device) -> None:
    """Have the caller's session count as confirmed by a code, after the password.

    Wrong codes count as those of a login do. Raises `OptionsExpired`, `CodeRefused`, `TooManyAttempts`.
    """
    challenge = await challenges_of(session).attempt(token, "confirmation")
    if challenge is None:
        raise OptionsExpired
    own, network = by_codes(challenge), by_network(device)
    await failures_of(session).consume(*own, *network)
    user = await UserRepository(session).get_for_update(uuid.UUID(principal.user_id))
    if not challenge.is_of(user):
        raise OptionsExpired
    if await factors.proven_by(session, user, code) is None:
        raise CodeRefused("This code is incorrect or has already been used.")
    if not await challenge.spend(session):
        raise OptionsExpired
    await failures_of(session).reset(*own)
    await failures_of(session).refund(*network)
    await confirm(session, principal)


async def by_passkey(session: AsyncSession, principal: Principal, challenge: str, assertion: PasskeyAssertion) -> None:
    """Have the caller's session count as confirmed by a passkey, which verifies its user.

    Raises what a passkey that does not fit raises.
    """
    user = await UserRepository(session).get_for_update(uuid.UUID(principal.user_id))
    await passkeys.check_own(session, user.id, challenge, assertion)
    await confirm(session, principal)


async def checked(
    session: AsyncSession, principal: Principal, password: str, *, field: str = "password", device: Device
) -> User:
    """The caller's user as it is read, if this is their password; `get_checked_for_update` goes on from there.

    Guesses count as failed logins of the account do: an open browser must not be a way around
    that limit. Raises `WrongPassword`, naming the `field`, `TooManyAttempts`, `Busy`.
    """
    # Read in a session of its own, since the check may wait for a slot and holds no connection meanwhile.
    await release_connection(session)
    async with state_of(session).database.reading() as reading:
        user = await UserRepository(reading).get(uuid.UUID(principal.user_id))
    async with attempts.attempt(session, user.person.email_address, device=device) as attempt:
        if not await passwords_of(session).verify(user.password_hash, password):
            detail = "This is not your current password."
            raise WrongPassword(detail, errors=[FieldError(field, WrongPassword.code, detail)])
        await attempt.refund()
    return user


async def get_checked_for_update(session: AsyncSession, checked: User) -> User:
    """Lock and return the user if they still have the password that was checked. Raises `WrongPassword`."""
    account = Account(checked.id, checked.password_hash, checked.state)
    user = await UserRepository(session).get_account_for_update(account)
    if user is None:
        # It was changed while this one was being checked; the session is over, most likely.
        raise WrongPassword("Your password has just been changed.")
    return user

"""What follows on the right password, and logging in by passkey."""

import uuid
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from auth.credentials import factors, passkeys
from auth.credentials.attempts import failures_of
from auth.credentials.challenges import Challenge, challenges_of
from auth.credentials.errors import ChallengeExpired, PasskeyRefused, WrongCode
from auth.credentials.factor_summary import factors_of, is_required
from auth.credentials.limits import Limit, from_network
from auth.credentials.models import Passkey
from auth.credentials.schemas import AuthenticatorSecret, PasskeyAssertion
from auth.device import Device
from auth.login.limits import WINDOW, by_codes, by_network
from auth.people.errors import UserNotFound
from auth.people.models import User
from auth.people.repository import UserRepository
from auth.sessions.errors import AccountDisabled, SecondFactorNeeded, SecondFactorSetupNeeded

Proof = Literal["password", "totp", "recovery", "passkey"]

# Each puts another secret in the place of the one before. Somebody comes back to the screen a few
# times; an office does so together.
_MOST_SECRETS = 20
_MOST_SECRETS_BY_NETWORK = 100


@dataclass(frozen=True, slots=True)
class Proven:
    """The user who may log in, whose row the transaction has locked, and the proofs that they gave."""

    user: User
    by: tuple[Proof, ...]
    recovery_codes: list[str] | None = None
    """The codes to show, where the login has set the second factor up."""


async def require(session: AsyncSession, user: User) -> None:
    """Raise `SecondFactorNeeded` or `SecondFactorSetupNeeded` unless the password is enough."""
    if user.has_second_factor:
        methods = (await factors_of(session, user)).methods
        challenge = await challenges_of(session).open("second factor", user)
        raise SecondFactorNeeded("Confirm with your second factor.", challenge=challenge, methods=methods)
    if is_required(user):
        challenge = await challenges_of(session).open("set-up", user)
        raise SecondFactorSetupNeeded("Set up a second factor: one of your scopes requires it.", challenge=challenge)


async def set_up(session: AsyncSession, token: str, *, device: Device) -> AuthenticatorSecret:
    """A secret for the authenticator app of somebody who may not log in without one.

    Raises `ChallengeExpired`, `TooManyAttempts`.
    """
    challenge = await _active(session, await challenges_of(session).find(token, "set-up"), device=device)
    await failures_of(session).consume(
        Limit("set-up secrets", str(challenge.user_id), _MOST_SECRETS, WINDOW),
        *from_network("set-up secrets address", device.address, _MOST_SECRETS_BY_NETWORK, WINDOW),
    )
    return await factors.begin_authenticator(session, await _user(session, challenge))


async def by_code(session: AsyncSession, token: str, code: str, *, device: Device) -> Proven:
    """The password was right; so is this code. Raises `ChallengeExpired`, `WrongCode`, `TooManyAttempts`."""
    challenge = await _active(
        session, await challenges_of(session).attempt(token, "second factor", "set-up"), device=device
    )
    own, network = by_codes(challenge), by_network(device)
    await failures_of(session).consume(*own, *network)
    proven = await _judged(session, challenge, code, device=device)
    await _spend(session, challenge)
    await failures_of(session).reset(*own)
    await failures_of(session).refund(*network)
    return proven


async def by_passkey(session: AsyncSession, token: str, assertion: PasskeyAssertion, *, device: Device) -> Proven:
    """A passkey, after the password or instead of it.

    Raises `ChallengeExpired`, `PasskeyRefused`, `AccountDisabled`, `TooManyAttempts`.
    """
    challenge = await _active(
        session, await challenges_of(session).attempt(token, "passkey", "second factor"), device=device
    )
    network = by_network(device)
    await failures_of(session).consume(*network)
    passkey = await passkeys.claimed(session, assertion)
    user = await _of_passkey(session, challenge, passkey)
    if passkey is None or not await passkeys.has_signed(session, passkey, challenge, assertion):
        raise PasskeyRefused
    await _spend(session, challenge)
    await failures_of(session).refund(*network)
    if user.state != "active":
        raise AccountDisabled
    return Proven(user, ("passkey",) if challenge.user_id is None else ("password", "passkey"))


async def _active(session: AsyncSession, challenge: Challenge | None, *, device: Device) -> Challenge:
    """The challenge, if there is one; a made-up token is a failure of its sender."""
    if challenge is None:
        await failures_of(session).consume(*by_network(device))
        raise ChallengeExpired
    return challenge


async def _judged(session: AsyncSession, challenge: Challenge, code: str, *, device: Device) -> Proven:
    user = await _user(session, challenge)
    if challenge.purpose == "set-up":
        codes = await factors.enable_authenticator(session, user, code, device=device)
        if codes is None:
            raise WrongCode
        return Proven(user, ("password", "totp"), codes)
    factor = await factors.proven_by(session, user, code)
    if factor is None:
        raise WrongCode
    return Proven(user, ("password", factor))


async def _user(session: AsyncSession, challenge: Challenge) -> User:
    """Whose challenge it is, if it still is one of theirs."""
    user = await _get_for_update(session, challenge.user_id) if challenge.user_id else None
    if user is None or not challenge.is_of(user):
        raise ChallengeExpired
    if challenge.purpose == "set-up" and user.has_second_factor:
        # Set up in the meantime: to know the password is not enough to replace it.
        raise ChallengeExpired
    return user


async def _of_passkey(session: AsyncSession, challenge: Challenge, passkey: Passkey | None) -> User:
    if passkey is None:
        raise PasskeyRefused
    user = await (_get_for_update(session, passkey.user_id) if challenge.user_id is None else _user(session, challenge))
    if user is None or user.id != passkey.user_id:
        raise PasskeyRefused
    return user


async def _get_for_update(session: AsyncSession, user_id: uuid.UUID) -> User | None:
    """Lock and return the user in any state; None where there is none."""
    try:
        return await UserRepository(session).get_for_update(user_id)
    except UserNotFound:
        return None


async def _spend(session: AsyncSession, challenge: Challenge) -> None:
    if not await challenge.spend(session):
        raise ChallengeExpired

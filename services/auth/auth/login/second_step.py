"""What follows on the right password, and logging in by passkey."""

import uuid
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends

from auth.credentials.attempts import FailureCounts
from auth.credentials.challenges import Challenge, OpenChallenges
from auth.credentials.errors import ChallengeOver, PasskeyRefused, WrongCode
from auth.credentials.factor_summary import factors_of, is_required
from auth.credentials.factors import Factors
from auth.credentials.limits import Limit, from_network
from auth.credentials.models import Passkey
from auth.credentials.passkeys import Passkeys
from auth.credentials.schemas import AuthenticatorSecret, PasskeyAssertion
from auth.device import Client
from auth.login.limits import WINDOW, by_code, by_network
from auth.people.errors import UserNotFound
from auth.people.models import User
from auth.people.repository import UserRepository
from auth.sessions.errors import AccountDisabled, SecondFactorNeeded, SecondFactorSetupNeeded
from kit.db import Session

Proof = Literal["password", "totp", "recovery", "passkey"]

# Each puts another secret in the place of the one before. Somebody comes back to the screen a few
# times; an office does so together.
_MOST_SECRETS = 20
_MOST_SECRETS_BY_NETWORK = 100


@dataclass(frozen=True, slots=True)
class Proven:
    """Who may log in, held by the transaction, and what they have shown."""

    user: User
    by: tuple[Proof, ...]
    recovery_codes: list[str] | None = None
    """The codes to show, where the login has set the second factor up."""


@dataclass(frozen=True, slots=True)
class SecondStepService:
    """The second step of a login by password, and the only one of a login by passkey."""

    session: Session
    challenges: OpenChallenges
    factors: Factors
    passkeys: Passkeys
    failures: FailureCounts
    device: Client

    async def demand(self, user: User) -> None:
        """Raise `SecondFactorNeeded` or `SecondFactorSetupNeeded` unless the password is enough."""
        if user.has_second_factor:
            methods = (await factors_of(self.session, user)).methods
            challenge = await self.challenges.open("second factor", user)
            raise SecondFactorNeeded("Show your second factor.", challenge=challenge, methods=methods)
        if is_required(user):
            challenge = await self.challenges.open("set-up", user)
            raise SecondFactorSetupNeeded(
                "Set up a second factor: a scope that you hold needs it.", challenge=challenge
            )

    async def set_up(self, token: str) -> AuthenticatorSecret:
        """A secret for the authenticator app of somebody who may not log in without one.

        Raises `ChallengeOver`, `TooManyAttempts`.
        """
        challenge = await self._standing(await self.challenges.find(token, "set-up"))
        await self.failures.take(
            Limit("set-up secrets", str(challenge.user_id), _MOST_SECRETS, WINDOW),
            *from_network("set-up secrets address", self.device.address, _MOST_SECRETS_BY_NETWORK, WINDOW),
        )
        return await self.factors.begin_authenticator(await self._user(challenge))

    async def by_code(self, token: str, code: str) -> Proven:
        """The password was right; so is this code. Raises `ChallengeOver`, `WrongCode`, `TooManyAttempts`."""
        challenge = await self._standing(await self.challenges.attempt(token, "second factor", "set-up"))
        own, network = by_code(challenge), by_network(self.device)
        await self.failures.take(*own, *network)
        proven = await self._judged(challenge, code)
        await self._spend(challenge)
        await self.failures.forget(*own)
        await self.failures.give_back(*network)
        return proven

    async def by_passkey(self, token: str, assertion: PasskeyAssertion) -> Proven:
        """A passkey, after the password or instead of it.

        Raises `ChallengeOver`, `PasskeyRefused`, `AccountDisabled`, `TooManyAttempts`.
        """
        challenge = await self._standing(await self.challenges.attempt(token, "passkey", "second factor"))
        network = by_network(self.device)
        await self.failures.take(*network)
        passkey = await self.passkeys.claimed(assertion)
        user = await self._of_passkey(challenge, passkey)
        if passkey is None or not await self.passkeys.has_signed(passkey, challenge, assertion):
            raise PasskeyRefused
        await self._spend(challenge)
        await self.failures.give_back(*network)
        if user.state != "active":
            raise AccountDisabled
        return Proven(user, ("passkey",) if challenge.user_id is None else ("password", "passkey"))

    async def _standing(self, challenge: Challenge | None) -> Challenge:
        """The challenge, if there is one; a made-up token is a failure of whoever sent it."""
        if challenge is None:
            await self.failures.take(*by_network(self.device))
            raise ChallengeOver
        return challenge

    async def _judged(self, challenge: Challenge, code: str) -> Proven:
        user = await self._user(challenge)
        if challenge.purpose == "set-up":
            codes = await self.factors.enable_authenticator(user, code)
            if codes is None:
                raise WrongCode
            return Proven(user, ("password", "totp"), codes)
        factor = await self.factors.proven_by(user, code)
        if factor is None:
            raise WrongCode
        return Proven(user, ("password", factor))

    async def _user(self, challenge: Challenge) -> User:
        """Whose challenge it is, if it still is one of theirs."""
        user = await self._held(challenge.user_id) if challenge.user_id else None
        if user is None or not challenge.is_of(user):
            raise ChallengeOver
        if challenge.purpose == "set-up" and user.has_second_factor:
            # Set up in the meantime: whoever knows the password cannot have it replaced.
            raise ChallengeOver
        return user

    async def _of_passkey(self, challenge: Challenge, passkey: Passkey | None) -> User:
        if passkey is None:
            raise PasskeyRefused
        user = await (self._held(passkey.user_id) if challenge.user_id is None else self._user(challenge))
        if user is None or user.id != passkey.user_id:
            raise PasskeyRefused
        return user

    async def _held(self, user_id: uuid.UUID) -> User | None:
        """The user, held, if there is one, whatever their state."""
        try:
            return await UserRepository(self.session).held(user_id)
        except UserNotFound:
            return None

    async def _spend(self, challenge: Challenge) -> None:
        if not await challenge.spend(self.session):
            raise ChallengeOver


SecondStep = Annotated[SecondStepService, Depends()]
"""The service of the request."""

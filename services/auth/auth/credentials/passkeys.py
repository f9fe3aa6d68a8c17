"""What passkeys are asked, what their answers allow, and the list of one's own."""

import binascii
import uuid
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from webauthn.helpers import base64url_to_bytes

from auth.audit.actions import Action
from auth.audit.notices import NoticedAction, notify
from auth.audit.service import Subject, record
from auth.credentials.attempts import FailureCounts
from auth.credentials.challenges import Challenge, OpenChallenges, to_sign
from auth.credentials.enforcement import check_kept
from auth.credentials.errors import ChallengeOver, OptionsOver, PasskeyExists, PasskeyNotTaken, TooManyPasskeys
from auth.credentials.factor_summary import is_required, settle
from auth.credentials.factors import Factors
from auth.credentials.limits import from_network
from auth.credentials.models import Passkey
from auth.credentials.relying_party import RelyingParty, known_transports
from auth.credentials.repository import AuthenticatorRepository, PasskeyRepository
from auth.credentials.schemas import AddedPasskey, NewPasskey, PasskeyAssertion, PasskeyOptions, PasskeyOut
from auth.device import Client
from auth.people.models import User
from kit.db import Session
from kit.state import state_of

MOST = 20
"""Passkeys that one account can have."""

# Each opens a row, and the login screen asks once each time it is shown. Far above what an office
# behind one address needs, and a bound on what a stranger can make the database hold.
_MOST_ASKED = 300
_WINDOW = 15 * 60


@dataclass(frozen=True, slots=True)
class PasskeyService:
    """Passkeys. Users that are passed in are held by the transaction."""

    request: Request
    session: Session
    challenges: OpenChallenges
    factors: Factors
    failures: FailureCounts
    device: Client

    async def ask(self) -> PasskeyOptions:
        """Options for a login by passkey alone. They are the same for everybody. Raises `TooManyAttempts`."""
        await self.failures.take(*from_network("passkey options address", self.device.address, _MOST_ASKED, _WINDOW))
        token = await self.challenges.open("passkey")
        return PasskeyOptions(challenge=token, options=self._site.ask(to_sign(token)))

    async def ask_second(self, token: str) -> PasskeyOptions:
        """Options for the second step of a login by password. Raises `ChallengeOver`."""
        challenge = await self.challenges.find(token, "second factor")
        if challenge is None or challenge.user_id is None:
            raise ChallengeOver
        passkeys = await PasskeyRepository(self.session).of_user(challenge.user_id)
        return PasskeyOptions(challenge=token, options=self._site.ask(challenge.to_sign, passkeys))

    async def claimed(self, assertion: PasskeyAssertion) -> Passkey | None:
        """The passkey that an answer says it is of. Nothing about it has been checked."""
        passkey = await PasskeyRepository(self.session).by_credential(_decoded(assertion.raw_id))
        return passkey if passkey and _same_user(assertion, passkey) else None

    async def has_signed(self, passkey: Passkey, challenge: Challenge, assertion: PasskeyAssertion) -> bool:
        """Whether the answer is the passkey's to this challenge. If so, its use is noted.

        The caller holds the passkey's user, and has the challenge to spend.
        """
        signed = self._site.check(assertion, challenge.to_sign, passkey)
        return signed is not None and await PasskeyRepository(self.session).used(
            passkey, signed.new_sign_count, is_backed_up=signed.credential_backed_up
        )

    async def check_own(self, user_id: uuid.UUID, token: str, assertion: PasskeyAssertion) -> None:
        """Have somebody who is logged in show one of their passkeys, to options of `ask`.

        Raises `OptionsOver`, `PasskeyNotTaken`.
        """
        challenge = await self.challenges.attempt(token, "passkey")
        if challenge is None:
            raise OptionsOver
        passkey = await self.claimed(assertion)
        own = passkey if passkey and passkey.user_id == user_id else None
        if own is None or not await self.has_signed(own, challenge, assertion):
            raise PasskeyNotTaken
        if not await challenge.spend(self.session):
            raise OptionsOver

    async def ask_new(self, user: User) -> PasskeyOptions:
        """Options for a new passkey. Raises `TooManyPasskeys`."""
        passkeys = await PasskeyRepository(self.session).of_user(user.id)
        if len(passkeys) >= MOST:
            raise TooManyPasskeys
        token = await self.challenges.open("new passkey", user)
        return PasskeyOptions(challenge=token, options=self._site.ask_new(to_sign(token), user, passkeys))

    async def add(self, user: User, form: NewPasskey) -> AddedPasskey:
        """Add a passkey. Raises `OptionsOver`, `PasskeyNotTaken`, `PasskeyExists`, `TooManyPasskeys`."""
        challenge = await self.challenges.attempt(form.challenge, "new passkey")
        if challenge is None or not challenge.is_of(user):
            raise OptionsOver
        made = self._site.check_new(form.credential, challenge.to_sign)
        if made is None:
            raise PasskeyNotTaken
        passkeys = PasskeyRepository(self.session)
        if len(await passkeys.of_user(user.id)) >= MOST:
            raise TooManyPasskeys
        if await passkeys.by_credential(made.credential_id) is not None:
            raise PasskeyExists
        if not await challenge.spend(self.session):
            raise OptionsOver
        passkey = await passkeys.add(
            Passkey(
                user_id=user.id,
                name=form.name,
                credential_id=made.credential_id,
                public_key=made.credential_public_key,
                sign_count=made.sign_count,
                transports=known_transports(form.credential.response.transports),
                is_backed_up=made.credential_backed_up,
            )
        )
        codes = await self.factors.settle_added(user)
        await self._tell("passkey.added", user, passkey)
        shown = PasskeyOut.model_validate(passkey)
        return AddedPasskey(**shown.model_dump(by_alias=False), recovery_codes=codes)

    async def rename(self, user_id: uuid.UUID, identifier: uuid.UUID, name: str) -> Passkey:
        """Give a passkey another name. Raises `PasskeyNotFound`."""
        passkey = await PasskeyRepository(self.session).own(user_id, identifier)
        passkey.name = name
        await self.session.flush()
        return passkey

    async def remove(self, user: User, identifier: uuid.UUID) -> None:
        """Take a passkey away. Raises `PasskeyNotFound`, `SecondFactorKept`."""
        passkeys = PasskeyRepository(self.session)
        passkey = await passkeys.own(user.id, identifier)
        await passkeys.delete(passkey)
        await settle(self.session, user)
        check_kept(user)
        await self._tell("passkey.removed", user, passkey)

    async def remove_all(self, user: User) -> list[str]:
        """Take every passkey away, and give what they were called; none where a scope needs one of them.

        Whoever asks for it tells the user.
        """
        passkeys = PasskeyRepository(self.session)
        there = await passkeys.of_user(user.id)
        if not there or (is_required(user) and not await AuthenticatorRepository(self.session).enabled(user.id)):
            return []
        for passkey in there:
            await passkeys.delete(passkey)
            await self._record("passkey.removed", user, passkey)
        await settle(self.session, user)
        return [passkey.name for passkey in there]

    @property
    def _site(self) -> RelyingParty:
        return RelyingParty(state_of(self.request).settings.public_url)

    async def _tell(self, action: NoticedAction, user: User, passkey: Passkey) -> None:
        await self._record(action, user, passkey)
        notify(self.session, action, user, self.device, passkey_name=passkey.name)

    async def _record(self, action: Action, user: User, passkey: Passkey) -> None:
        await record(
            self.session,
            action,
            actor=user.id,
            subject=Subject.of_user(user),
            details={"name": passkey.name},
            device=self.device,
        )


def _same_user(assertion: PasskeyAssertion, passkey: Passkey) -> bool:
    """Whether the authenticator has the passkey for the user that the site has it for, if it tells."""
    handle = assertion.response.user_handle
    return handle is None or _decoded(handle) == passkey.user_id.bytes


def _decoded(text: str) -> bytes:
    """Empty for what is not base64, which is the id of nothing."""
    try:
        return base64url_to_bytes(text)
    except (binascii.Error, ValueError):
        return b""


Passkeys = Annotated[PasskeyService, Depends()]
"""The service of the request."""

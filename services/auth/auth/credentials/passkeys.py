"""What passkeys are asked, what their answers allow, and the list of one's own."""

import binascii
import uuid

from sqlalchemy.ext.asyncio import AsyncSession
from webauthn.helpers import base64url_to_bytes

from auth.audit.actions import Action
from auth.audit.notices import NoticedAction, notify
from auth.audit.service import Subject, record
from auth.credentials import factors
from auth.credentials.attempts import failures_of
from auth.credentials.challenges import Challenge, challenges_of, to_sign
from auth.credentials.enforcement import check_kept
from auth.credentials.errors import ChallengeExpired, OptionsExpired, PasskeyExists, PasskeyInvalid, TooManyPasskeys
from auth.credentials.factor_summary import is_required, reconcile
from auth.credentials.limits import Limit, from_network
from auth.credentials.models import Passkey
from auth.credentials.relying_party import RelyingParty, known_transports
from auth.credentials.repository import AuthenticatorRepository, PasskeyRepository
from auth.credentials.schemas import AddedPasskey, NewPasskey, PasskeyAssertion, PasskeyOptions, PasskeyOut
from auth.device import Device
from auth.people.models import User
from auth.people.repository import UserRepository
from kit.state import state_of

MOST = 20
"""Passkeys that one account can have."""

# Each opens a row, and the login screen asks once each time it is shown. Far above what an office
# behind one address needs, or a user who adds passkeys, and a bound on what they can make the database hold.
_MOST_ASKED = 300
_MOST_ASKED_BY_USER = 60
_WINDOW = 15 * 60


async def authentication_options(session: AsyncSession, *, device: Device) -> PasskeyOptions:
    """Options for a login by passkey alone. They are the same for everybody. Raises `TooManyAttempts`."""
    await failures_of(session).consume(*from_network("passkey options address", device.address, _MOST_ASKED, _WINDOW))
    token = await challenges_of(session).open("passkey")
    return PasskeyOptions(challenge=token, options=_site(session).authentication_options(to_sign(token)))


async def second_step_options(session: AsyncSession, token: str) -> PasskeyOptions:
    """Options for the second step of a login by password. Raises `ChallengeExpired`."""
    challenge = await challenges_of(session).find(token, "second factor")
    if challenge is None or challenge.user_id is None:
        raise ChallengeExpired
    passkeys = await PasskeyRepository(session).of_user(challenge.user_id)
    return PasskeyOptions(challenge=token, options=_site(session).authentication_options(challenge.to_sign, passkeys))


async def claimed(session: AsyncSession, assertion: PasskeyAssertion) -> Passkey | None:
    """The passkey that an answer says it is of. Nothing about it has been checked."""
    passkey = await PasskeyRepository(session).by_credential(_decoded(assertion.raw_id))
    return passkey if passkey and _same_user(assertion, passkey) else None


async def has_signed(
    session: AsyncSession, passkey: Passkey, challenge: Challenge, assertion: PasskeyAssertion
) -> bool:
    """Whether the answer is the passkey's to this challenge. If so, its use is noted.

    The caller holds the passkey's user, and has the challenge to spend.
    """
    signed = _site(session).check(assertion, challenge.to_sign, passkey)
    return signed is not None and await PasskeyRepository(session).used(
        passkey, signed.new_sign_count, is_backed_up=signed.credential_backed_up
    )


async def check_own(session: AsyncSession, user_id: uuid.UUID, token: str, assertion: PasskeyAssertion) -> None:
    """Have somebody who is logged in show one of their passkeys, to options of `ask`.

    Raises `OptionsExpired`, `PasskeyInvalid`.
    """
    challenge = await challenges_of(session).attempt(token, "passkey")
    if challenge is None:
        raise OptionsExpired
    passkey = await claimed(session, assertion)
    own = passkey if passkey and passkey.user_id == user_id else None
    if own is None or not await has_signed(session, own, challenge, assertion):
        raise PasskeyInvalid
    if not await challenge.spend(session):
        raise OptionsExpired


async def registration_options(session: AsyncSession, user_id: uuid.UUID) -> PasskeyOptions:
    """Options for a new passkey. Raises `TooManyAttempts`, `TooManyPasskeys`."""
    # Before the first query: the request has no connection of the engine's yet while it waits for one of the pool's.
    await failures_of(session).consume(Limit("passkey options", str(user_id), _MOST_ASKED_BY_USER, _WINDOW))
    user = await UserRepository(session).get(user_id)
    passkeys = await PasskeyRepository(session).of_user(user.id)
    if len(passkeys) >= MOST:
        raise TooManyPasskeys
    token = await challenges_of(session).open("new passkey", user)
    return PasskeyOptions(challenge=token, options=_site(session).registration_options(to_sign(token), user, passkeys))


async def add(session: AsyncSession, data: NewPasskey, user: User, *, device: Device) -> AddedPasskey:
    """Add a passkey. Raises `OptionsExpired`, `PasskeyInvalid`, `PasskeyExists`, `TooManyPasskeys`."""
    challenge = await challenges_of(session).attempt(data.challenge, "new passkey")
    if challenge is None or not challenge.is_of(user):
        raise OptionsExpired
    made = _site(session).check_new(data.credential, challenge.to_sign)
    if made is None:
        raise PasskeyInvalid
    passkeys = PasskeyRepository(session)
    if len(await passkeys.of_user(user.id)) >= MOST:
        raise TooManyPasskeys
    if await passkeys.by_credential(made.credential_id) is not None:
        raise PasskeyExists
    if not await challenge.spend(session):
        raise OptionsExpired
    passkey = await passkeys.add(
        Passkey(
            user_id=user.id,
            name=data.name,
            credential_id=made.credential_id,
            public_key=made.credential_public_key,
            sign_count=made.sign_count,
            transports=known_transports(data.credential.response.transports),
            is_backed_up=made.credential_backed_up,
        )
    )
    codes = await factors.finish_adding(session, user)
    await _note(session, "passkey.added", user, passkey, device=device)
    shown = PasskeyOut.model_validate(passkey)
    return AddedPasskey(**shown.model_dump(by_alias=False), recovery_codes=codes)


async def rename(session: AsyncSession, user_id: uuid.UUID, identifier: uuid.UUID, name: str) -> Passkey:
    """Give a passkey another name. Raises `PasskeyNotFound`."""
    passkey = await PasskeyRepository(session).own(user_id, identifier)
    passkey.name = name
    await session.flush()
    return passkey


async def remove(session: AsyncSession, user: User, identifier: uuid.UUID, *, device: Device) -> None:
    """Take a passkey away. Raises `PasskeyNotFound`, `SecondFactorKept`."""
    passkeys = PasskeyRepository(session)
    passkey = await passkeys.own(user.id, identifier)
    await passkeys.delete(passkey)
    await reconcile(session, user)
    check_kept(user)
    await _note(session, "passkey.removed", user, passkey, device=device)


async def remove_all(session: AsyncSession, user: User, *, device: Device) -> list[str]:
    """Take every passkey away, and give what they were called; none where a scope needs one of them.

    The caller tells the user.
    """
    passkeys = PasskeyRepository(session)
    there = await passkeys.of_user(user.id)
    if not there or (is_required(user) and not await AuthenticatorRepository(session).enabled(user.id)):
        return []
    for passkey in there:
        await passkeys.delete(passkey)
        await _record(session, "passkey.removed", user, passkey, device=device)
    await reconcile(session, user)
    return [passkey.name for passkey in there]


def _site(session: AsyncSession) -> RelyingParty:
    return RelyingParty(state_of(session).settings.public_url)


async def _note(session: AsyncSession, action: NoticedAction, user: User, passkey: Passkey, *, device: Device) -> None:
    await _record(session, action, user, passkey, device=device)
    notify(session, action, user, device, passkey_name=passkey.name)


async def _record(session: AsyncSession, action: Action, user: User, passkey: Passkey, *, device: Device) -> None:
    await record(
        session,
        user.id,
        action,
        subject=Subject.of_user(user),
        details={"name": passkey.name},
        device=device,
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

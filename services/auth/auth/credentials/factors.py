"""Setting second factors up and taking them away, and what proves one."""

import uuid
from typing import Literal
from urllib.parse import urlsplit

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.notices import NoticedAction, notify
from auth.audit.service import Subject, record
from auth.credentials import recovery_codes as recovery
from auth.credentials import totp
from auth.credentials.enforcement import check_kept
from auth.credentials.errors import NoSecondFactor
from auth.credentials.factor_summary import reconcile
from auth.credentials.models import AUTHENTICATORS, RECOVERY_CODES, Authenticator, Passkey
from auth.credentials.repository import AuthenticatorRepository, RecoveryCodeRepository
from auth.credentials.schemas import AuthenticatorSecret
from auth.device import Device
from auth.people.errors import OwnAccount
from auth.people.models import User
from auth.people.ownership import check_may_administer
from auth.people.repository import UserRepository
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.sealing import Vault
from kit.state import state_of


async def begin_authenticator(session: AsyncSession, user: User) -> AuthenticatorSecret:
    """A secret for an authenticator app, which is asked for once a code has proved that the app has it."""
    secret = totp.new_secret()
    sealed = _vault(session, AUTHENTICATORS).seal(secret.encode(), user.id.bytes)
    await AuthenticatorRepository(session).begin(user.id, sealed)
    site = urlsplit(state_of(session).settings.public_url).hostname or ""
    uri = totp.otpauth_uri(secret, site, user.person.email_address)
    return AuthenticatorSecret(secret=secret, otpauth_uri=uri, qr_code=totp.qr_code(uri))


async def enable_authenticator(session: AsyncSession, user: User, code: str, *, device: Device) -> list[str] | None:
    """Ask for the app from now on; the account's first recovery codes, or none if it has some.

    None when the code is not the pending app's.
    """
    authenticators = AuthenticatorRepository(session)
    pending = await authenticators.pending(user.id)
    step = _step(session, pending, code)
    if pending is None or step is None:
        return None
    await authenticators.enable(pending, step)
    await _record(session, "authenticator.added", user, device=device)
    return await finish_adding(session, user)


async def remove_authenticator(session: AsyncSession, user: User, *, device: Device) -> None:
    """Ask for no app any more. Raises `SecondFactorKept`."""
    if await AuthenticatorRepository(session).remove(user.id):
        await reconcile(session, user)
        check_kept(user)
        await _record(session, "authenticator.removed", user, device=device)


async def renew_recovery_codes(session: AsyncSession, user: User, *, device: Device) -> list[str]:
    """New recovery codes; the older ones are good for nothing. Raises `NoSecondFactor`."""
    if not user.has_second_factor:
        raise NoSecondFactor
    codes = await _new_codes(session, user)
    await _record(session, "recovery_codes.renewed", user, device=device)
    return codes


async def finish_adding(session: AsyncSession, user: User) -> list[str]:
    """After a factor was added: the recovery codes to show, none where the account has some already."""
    await reconcile(session, user)
    has_codes = await RecoveryCodeRepository(session).count(user.id)
    return [] if has_codes else await _new_codes(session, user)


async def proven_by(session: AsyncSession, user: User, code: str) -> Literal["totp", "recovery"] | None:
    """Which factor the code is of; None when it is of none of the user's, or has been used."""
    authenticators = AuthenticatorRepository(session)
    enabled = await authenticators.enabled(user.id)
    step = _step(session, enabled, code)
    if enabled is not None and step is not None:
        return "totp" if await authenticators.consume(enabled, step) else None
    digests = recovery.digests(_vault(session, RECOVERY_CODES), user.id, code)
    return "recovery" if await RecoveryCodeRepository(session).use(user.id, digests) else None


async def remove_all(session: AsyncSession, principal: Principal, user_id: uuid.UUID, *, device: Device) -> None:
    """Remove all second factors of another user, who has lost them, and end their sessions.

    Raises `UserNotFound`, `ScopeMissing`, `OwnAccount`.
    """
    user = await UserRepository(session).get_for_update(user_id)
    check_may_administer(principal, user)
    if principal.user_id == str(user_id):
        raise OwnAccount("Manage your own second factors in your account.")
    for model in (Authenticator, Passkey):
        await session.execute(delete(model).where(model.user_id == user_id))
    await reconcile(session, user)
    await end_sessions(session, state_of(session).redis, "factors", LoginSession.user_id == user_id)
    await record(session, principal, "factors.removed", subject=Subject.of_user(user), device=device)
    notify(session, "factors.removed", user, None)


def _step(session: AsyncSession, authenticator: Authenticator | None, code: str) -> int | None:
    if authenticator is None:
        return None
    secret = _vault(session, AUTHENTICATORS).unseal(authenticator.sealed_secret, authenticator.user_id.bytes)
    return None if secret is None else totp.step_of(secret.decode(), recovery.plain(code))


async def _new_codes(session: AsyncSession, user: User) -> list[str]:
    vault = _vault(session, RECOVERY_CODES)
    codes = recovery.new_codes()
    digests = [recovery.digest(vault, user.id, code) for code in codes]
    await RecoveryCodeRepository(session).replace(user.id, digests)
    return codes


def _vault(session: AsyncSession, purpose: str) -> Vault:
    return state_of(session).vault(purpose)


async def _record(session: AsyncSession, action: NoticedAction, user: User, *, device: Device) -> None:
    await record(session, user.id, action, subject=Subject.of_user(user), device=device)
    notify(session, action, user, device)

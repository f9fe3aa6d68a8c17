"""Setting second factors up and taking them away, and what proves one."""

import uuid
from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import urlsplit

from fastapi import Depends, Request
from sqlalchemy import delete

from auth.audit.notices import NoticedAction, notify
from auth.audit.service import Subject, record
from auth.credentials import recovery_codes as recovery
from auth.credentials import totp
from auth.credentials.enforcement import check_kept
from auth.credentials.errors import NoSecondFactor
from auth.credentials.factor_summary import settle
from auth.credentials.models import AUTHENTICATORS, RECOVERY_CODES, Authenticator, Passkey
from auth.credentials.repository import AuthenticatorRepository, RecoveryCodeRepository
from auth.credentials.schemas import AuthenticatorSecret
from auth.device import Client
from auth.people.errors import OwnAccount
from auth.people.models import User
from auth.people.ownership import check_may_administer
from auth.people.repository import UserRepository
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.db import Session
from kit.sealing import Vault
from kit.state import state_of


@dataclass(frozen=True, slots=True)
class FactorService:
    """Authenticator apps and recovery codes. Users that are passed in are held by the transaction."""

    request: Request
    session: Session
    device: Client

    async def begin_authenticator(self, user: User) -> AuthenticatorSecret:
        """A secret for an authenticator app, which is asked for once a code has proved that the app has it."""
        secret = totp.new_secret()
        sealed = self._vault(AUTHENTICATORS).seal(secret.encode(), user.id.bytes)
        await AuthenticatorRepository(self.session).begin(user.id, sealed)
        site = urlsplit(state_of(self.request).settings.public_url).hostname or ""
        uri = totp.otpauth_uri(secret, site, user.person.email_address)
        return AuthenticatorSecret(secret=secret, otpauth_uri=uri, qr_code=totp.qr_code(uri))

    async def enable_authenticator(self, user: User, code: str) -> list[str] | None:
        """Ask for the app from now on; the account's first recovery codes, or none if it has some.

        None when the code is not the pending app's.
        """
        authenticators = AuthenticatorRepository(self.session)
        pending = await authenticators.pending(user.id)
        step = self._step(pending, code)
        if pending is None or step is None:
            return None
        await authenticators.enable(pending, step)
        await self._record("authenticator.added", user)
        return await self.settle_added(user)

    async def remove_authenticator(self, user: User) -> None:
        """Ask for no app any more. Raises `SecondFactorKept`."""
        if await AuthenticatorRepository(self.session).remove(user.id):
            await settle(self.session, user)
            check_kept(user)
            await self._record("authenticator.removed", user)

    async def renew_recovery_codes(self, user: User) -> list[str]:
        """New recovery codes; the older ones are good for nothing. Raises `NoSecondFactor`."""
        if not user.has_second_factor:
            raise NoSecondFactor
        codes = await self._new_codes(user)
        await self._record("recovery_codes.renewed", user)
        return codes

    async def settle_added(self, user: User) -> list[str]:
        """After a factor was added: the recovery codes to show, none where the account has some already."""
        await settle(self.session, user)
        has_codes = await RecoveryCodeRepository(self.session).count(user.id)
        return [] if has_codes else await self._new_codes(user)

    async def proven_by(self, user: User, code: str) -> Literal["totp", "recovery"] | None:
        """Which factor the code is of; None when it is of none of the user's, or has been used."""
        authenticators = AuthenticatorRepository(self.session)
        enabled = await authenticators.enabled(user.id)
        step = self._step(enabled, code)
        if enabled is not None and step is not None:
            return "totp" if await authenticators.take(enabled, step) else None
        digests = recovery.digests(self._vault(RECOVERY_CODES), user.id, code)
        return "recovery" if await RecoveryCodeRepository(self.session).use(user.id, digests) else None

    async def remove_all(self, user_id: uuid.UUID, by: Principal) -> None:
        """Take every second factor of somebody else's away, for whoever lost theirs, and end their sessions.

        Raises `UserNotFound`, `ScopeMissing`, `OwnAccount`.
        """
        user = await UserRepository(self.session).held(user_id)
        check_may_administer(by, user)
        if by.user_id == str(user_id):
            raise OwnAccount("Your own second factors are on the page of your account.")
        for model in (Authenticator, Passkey):
            await self.session.execute(delete(model).where(model.user_id == user_id))
        await settle(self.session, user)
        await end_sessions(self.session, state_of(self.request).redis, "factors", LoginSession.user_id == user_id)
        await record(self.session, "factors.removed", actor=by, subject=Subject.of_user(user), device=self.device)
        notify(self.session, "factors.removed", user, None)

    def _step(self, authenticator: Authenticator | None, code: str) -> int | None:
        if authenticator is None:
            return None
        secret = self._vault(AUTHENTICATORS).unseal(authenticator.sealed_secret, authenticator.user_id.bytes)
        return None if secret is None else totp.step_of(secret.decode(), recovery.plain(code))

    async def _new_codes(self, user: User) -> list[str]:
        vault = self._vault(RECOVERY_CODES)
        codes = recovery.new_codes()
        digests = [recovery.digest(vault, user.id, code) for code in codes]
        await RecoveryCodeRepository(self.session).replace(user.id, digests)
        return codes

    def _vault(self, purpose: str) -> Vault:
        return state_of(self.request).vault(purpose)

    async def _record(self, action: NoticedAction, user: User) -> None:
        await record(self.session, action, actor=user.id, subject=Subject.of_user(user), device=self.device)
        notify(self.session, action, user, self.device)


Factors = Annotated[FactorService, Depends()]
"""The service of the request."""

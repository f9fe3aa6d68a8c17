"""What people may do with their own accounts."""

import uuid
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from auth.accounts.people import People
from auth.accounts.removal import Removal
from auth.accounts.schemas import AccountOut, OtherAccess, Totp, UserOut
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials.factor_summary import factors_of
from auth.credentials.one_time_tokens import OneTimeTokens
from auth.credentials.passkeys import Passkeys
from auth.credentials.repository import PasskeyRepository
from auth.credentials.schemas import PasskeyOut
from auth.device import Client
from auth.grants.api_tokens import ApiTokens
from auth.people.ownership import own_user
from auth.people.repository import PersonRepository, UserRepository
from auth.sessions.freshness import confirmed_until
from auth.sessions.service import Sessions
from kit.auth import Principal
from kit.db import Session


@dataclass(frozen=True, slots=True)
class AccountService:
    """The caller's account."""

    session: Session
    device: Client
    one_time: OneTimeTokens
    people: People
    removal: Removal
    sessions: Sessions
    api_tokens: ApiTokens
    passkeys: Passkeys

    async def get(self, principal: Principal) -> AccountOut:
        """All there is to it."""
        user = await UserRepository(self.session).get(uuid.UUID(principal.user_id))
        factors = await factors_of(self.session, user)
        waiting = await self.one_time.waiting("confirm_address", user.id)
        return AccountOut(
            user=UserOut.model_validate(user),
            totp=Totp(is_enabled=factors.totp_enabled_at is not None, enabled_at=factors.totp_enabled_at),
            recovery_codes_left=factors.recovery_codes_left,
            passkeys=[PasskeyOut.model_validate(passkey) for passkey in factors.passkeys],
            needs_second_factor=factors.is_required,
            confirmed_until=await confirmed_until(self.session, principal),
            pending_email_address=waiting.data["emailAddress"] if waiting else None,
        )

    async def end_other_access(self, principal: Principal) -> OtherAccess:
        """End all that opens the account but its password, its authenticator app and the present session.

        For whoever thinks that somebody else has been in it. One mail says what there was.
        """
        user = await own_user(self.session, principal)
        sessions = await self.sessions.end_others(principal)
        api_tokens = await self.api_tokens.delete_all(user, principal)
        passkeys = await self.passkeys.remove_all(user)
        if sessions or api_tokens or passkeys:
            notify(
                self.session,
                "other_access.ended",
                user,
                self.device,
                passkeys=passkeys,
                api_tokens=api_tokens,
                sessions=str(sessions),
            )
        # Links in mails too: one to another address, which somebody else may have asked for.
        await self.one_time.revoke(user.id)
        kept = len(await PasskeyRepository(self.session).of_user(user.id))
        return OtherAccess(sessions=sessions, api_tokens=len(api_tokens), passkeys=len(passkeys), passkeys_kept=kept)

    async def delete(self, principal: Principal) -> None:
        """Delete the caller's user and person. Raises `LastSuper`."""
        user = await own_user(self.session, principal)
        person = user.person
        await self.removal.remove(user, by=principal)
        # By nobody that could be looked up any more: whose user was deleted just before stands there.
        await record(self.session, "person.deleted", actor=None, subject=Subject.of_person(person), device=self.device)
        await PersonRepository(self.session).delete(person)
        self.people.forget()


Account = Annotated[AccountService, Depends()]
"""The service of the request."""

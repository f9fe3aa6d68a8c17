"""Passwords that change: by a link, or by whoever knows the present one."""

import uuid
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import ColumnElement

from auth.accounts.reset_schemas import PasswordReset, ResetSubject
from auth.audit.actions import Action
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials.attempts import FailureCounts
from auth.credentials.choosing import Chosen
from auth.credentials.errors import TokenUnusable
from auth.credentials.limits import Limit, account_key, from_network
from auth.credentials.one_time_tokens import OneTimeTokens
from auth.credentials.repository import PasskeyRepository
from auth.device import Client
from auth.grants.api_token_repository import ApiTokenRepository
from auth.grants.api_tokens import ApiTokens
from auth.grants.models import ApiToken
from auth.login.confirmation import Confirmation
from auth.login.limits import by_account
from auth.people.models import User
from auth.people.ownership import is_staff
from auth.people.repository import UserRepository
from auth.sessions.freshness import confirm
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.db import Session, release_connection
from kit.state import state_of

_HOUR = 60 * 60
_MOST_BY_ACCOUNT = 5
_MOST_BY_ADDRESS = 20


@dataclass(frozen=True, slots=True)
class ResetService:
    """Changing passwords."""

    request: Request
    session: Session
    device: Client
    one_time: OneTimeTokens
    failures: FailureCounts
    chosen: Chosen
    confirmation: Confirmation
    api_tokens: ApiTokens

    async def by_token(self, token: str, password: str, *, revokes_api_tokens: bool) -> None:
        """Give the account of a link the password. All its sessions end; its API tokens if that is wanted.

        Whoever guessed at the old password, which blocks the login for its owner too, has to begin anew.

        Raises `TokenUnusable`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`.
        """
        person = (await self._named(token)).person
        # Not held while the password waits for its turn.
        await release_connection(self.session)
        password_hash = await self.chosen.hashed(password, person)
        redeemed = await self.one_time.redeem("reset_password", token)
        user = _there(await UserRepository(self.session).held_if_active(redeemed.subject_id))
        user.password_hash = password_hash
        await self._settle(user, "password.reset", user.id, LoginSession.user_id == user.id)
        if revokes_api_tokens:
            await self.api_tokens.delete_all(user, user.id)
        await self.failures.forget(by_account(user.person.email_address))

    async def own(self, principal: Principal, present: str, password: str) -> None:
        """Give one's own account another password. The present session stays, the others end.

        Raises `WrongPassword`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`.
        """
        checked = await self.confirmation.checked(principal, present, field="currentPassword")
        # Made before anything is held: whoever waits for a turn must keep no connection from others.
        password_hash = await self.chosen.hashed(password, checked.person)
        user = await self.confirmation.hold(checked)
        user.password_hash = password_hash
        others = LoginSession.id != uuid.UUID(principal.session_id)
        await self._settle(user, "password.changed", principal, LoginSession.user_id == user.id, others)
        if not user.has_second_factor:
            # With one, the password alone is no confirmation.
            await confirm(self.session, principal)

    async def inspect(self, token: str) -> ResetSubject:
        """Whose password the link would change, and what goes on to open the account then.

        Numbers only: whoever reads the mailbox need not be able to log in. Raises `TokenUnusable`, `TooManyAttempts`.
        """
        user = await self._named(token)
        return ResetSubject(
            email_address=user.person.email_address,
            api_tokens=len(await ApiTokenRepository(self.session).ids(ApiToken.user_id == user.id)),
            passkeys=len(await PasskeyRepository(self.session).of_user(user.id)),
        )

    async def attempt(self, email_address: str, address: str) -> None:
        """Count that somebody asks for a link, whether or not there is such an account. Raises `TooManyAttempts`."""
        await self.failures.take(
            Limit("reset account", account_key(email_address), _MOST_BY_ACCOUNT, _HOUR),
            *from_network("reset address", address, _MOST_BY_ADDRESS, _HOUR),
        )

    async def begin(self, email_address: str) -> PasswordReset | None:
        """The account with this address and a new token for it; None when nobody active has it."""
        users = UserRepository(self.session)
        account = await users.account(account_key(email_address))
        user = await users.active(account.id) if account else None
        if user is None:
            return None
        await record(self.session, "reset.requested", actor=None, subject=Subject.of_user(user))
        return PasswordReset(
            user_id=user.id,
            name=user.person.name,
            # As the account has it, not as somebody typed it: two addresses that look alike may be two mailboxes.
            email_address=user.person.email_address,
            is_staff=is_staff(user),
            token=(await self.one_time.issue("reset_password", user.id)).token,
        )

    async def _named(self, token: str) -> User:
        redeemed = await self.one_time.inspect("reset_password", token)
        return _there(await UserRepository(self.session).active(redeemed.subject_id))

    async def _settle(
        self, user: User, action: Action, actor: Principal | uuid.UUID, *sessions: ColumnElement[bool]
    ) -> None:
        """What follows on a new password, in its transaction."""
        state = state_of(self.request)
        await self.session.flush()
        await end_sessions(self.session, state.redis, "password", *sessions)
        # Also a link to another address, which whoever knew the old password may have asked for.
        await self.one_time.revoke(user.id)
        await record(self.session, action, actor=actor, subject=Subject.of_user(user), device=self.device)
        notify(self.session, "password.changed", user, self.device)


def _there(user: User | None) -> User:
    if user is None:
        raise TokenUnusable
    return user


Resets = Annotated[ResetService, Depends()]
"""The service of the request."""

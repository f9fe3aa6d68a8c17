"""Changes of passwords: by a link, or by the user who knows the present one."""

import uuid

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts.reset_schemas import PasswordReset, ResetSubject
from auth.audit.actions import Action
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials import choosing, one_time_tokens
from auth.credentials.attempts import failures_of
from auth.credentials.errors import TokenUnusable
from auth.credentials.limits import Limit, account_key, from_network
from auth.credentials.repository import PasskeyRepository
from auth.device import Device
from auth.grants import api_tokens
from auth.grants.api_token_repository import ApiTokenRepository
from auth.grants.models import ApiToken
from auth.login import confirmation
from auth.login.limits import by_account
from auth.people.models import User
from auth.people.ownership import is_staff
from auth.people.repository import UserRepository
from auth.sessions.freshness import confirm
from auth.sessions.models import LoginSession
from auth.sessions.revocation import end_sessions
from kit.auth import Principal
from kit.state import state_of

_HOUR = 60 * 60
_MOST_BY_ACCOUNT = 5
_MOST_BY_ADDRESS = 20


async def by_token(
    session: AsyncSession, token: str, password: str, *, revokes_api_tokens: bool, device: Device
) -> None:
    """Give the account of a link the password. All its sessions end; its API tokens if that is wanted.

    The limits that guesses at the old password have used up, which block its owner too, are reset.

    Raises `TokenUnusable`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`.
    """
    person = (await _named(session, token, device=device)).person
    redeemed, password_hash = await choosing.by_link(session, "reset_password", token, password, person, device=device)
    user = _there(await UserRepository(session).get_active_for_update(redeemed.subject_id))
    user.password_hash = password_hash
    await _finish(session, user.id, user, "password.reset", LoginSession.user_id == user.id, device=device)
    if revokes_api_tokens:
        await api_tokens.delete_all(session, user.id, user, device=device)
    await failures_of(session).reset(by_account(user.person.email_address))


async def own(session: AsyncSession, principal: Principal, present: str, password: str, *, device: Device) -> None:
    """Give one's own account another password. The present session stays, the others end.

    Raises `WrongPassword`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`.
    """
    checked = await confirmation.checked(session, principal, present, field="currentPassword", device=device)
    # Made before any row is locked: it may wait for a slot.
    password_hash = await choosing.hashed(session, password, checked.person, device=device)
    user = await confirmation.get_checked_for_update(session, checked)
    user.password_hash = password_hash
    others = LoginSession.id != uuid.UUID(principal.session_id)
    await _finish(session, principal, user, "password.changed", LoginSession.user_id == user.id, others, device=device)
    if not user.has_second_factor:
        # With one, the password alone is no confirmation.
        await confirm(session, principal)


async def inspect(session: AsyncSession, token: str, *, device: Device) -> ResetSubject:
    """Whose password the link would change, and what goes on to open the account then.

    Numbers only: not everybody who reads the mailbox can log in. Raises `TokenUnusable`, `TooManyAttempts`.
    """
    user = await _named(session, token, device=device)
    return ResetSubject(
        email_address=user.person.email_address,
        api_tokens=len(await ApiTokenRepository(session).ids(ApiToken.user_id == user.id)),
        passkeys=len(await PasskeyRepository(session).of_user(user.id)),
    )


async def attempt(session: AsyncSession, email_address: str, address: str) -> None:
    """Count that somebody asks for a link, whether or not there is such an account. Raises `TooManyAttempts`."""
    await failures_of(session).consume(
        Limit("reset account", account_key(email_address), _MOST_BY_ACCOUNT, _HOUR),
        *from_network("reset address", address, _MOST_BY_ADDRESS, _HOUR),
    )


async def begin(session: AsyncSession, email_address: str) -> PasswordReset | None:
    """The account with this address and a new token for it; None when nobody active has it."""
    users = UserRepository(session)
    account = await users.account(account_key(email_address))
    user = await users.active(account.id) if account else None
    if user is None:
        return None
    await record(session, None, "reset.requested", subject=Subject.of_user(user))
    return PasswordReset(
        user_id=user.id,
        name=user.person.name,
        # As the account has it, not as somebody typed it: two addresses that look alike may be two mailboxes.
        email_address=user.person.email_address,
        is_staff=is_staff(user),
        token=(await one_time_tokens.issue(session, {}, "reset_password", user.id)).token,
    )


async def _named(session: AsyncSession, token: str, *, device: Device) -> User:
    redeemed = await one_time_tokens.inspect(session, "reset_password", token, device=device)
    return _there(await UserRepository(session).active(redeemed.subject_id))


async def _finish(
    session: AsyncSession,
    principal: Principal | uuid.UUID,
    user: User,
    action: Action,
    *sessions: ColumnElement[bool],
    device: Device,
) -> None:
    """What follows on a new password, in its transaction."""
    state = state_of(session)
    await session.flush()
    await end_sessions(session, state.redis, "password", *sessions)
    # Also a link to another address, which somebody who knew the old password may have asked for.
    await one_time_tokens.revoke(session, user.id)
    await record(session, principal, action, subject=Subject.of_user(user), device=device)
    notify(session, "password.changed", user, device)


def _there(user: User | None) -> User:
    if user is None:
        raise TokenUnusable
    return user

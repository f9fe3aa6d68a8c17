"""What login, refresh and logout do."""

import uuid

from sqlalchemy import ColumnElement, func, update
from sqlalchemy.ext.asyncio import AsyncSession

from auth.audit.service import Subject, record
from auth.credentials.factor_summary import is_required
from auth.credentials.passwords import passwords_of
from auth.device import Device
from auth.login import attempts, second_step
from auth.login.familiarity import notify_if_unfamiliar
from auth.login.second_step import Proof, Proven
from auth.people.models import User
from auth.people.repository import Account, UserRepository
from auth.sessions import access
from auth.sessions.errors import AccountDisabled, InvalidCredentials, RefreshReused, SessionExpired
from auth.sessions.key_ring import signer_of
from auth.sessions.models import LoginSession
from auth.sessions.refresh import Issued, RefreshCredential
from auth.sessions.repository import IDLE_LIFETIME, SessionRepository
from auth.sessions.revocation import end_sessions
from kit.auth import Caller, Principal
from kit.db import release_connection
from kit.state import state_of

_WRONG = "Email or password is incorrect."


async def login(session: AsyncSession, email: str, password: str, replaced: str | None, *, device: Device) -> Issued:
    """A new session. `replaced` is the refresh cookie of the one that this browser has so far.

    Raises `InvalidCredentials`, `AccountDisabled`, `TooManyAttempts` (also for the right password),
    `Busy`, `SecondFactorNeeded`, `SecondFactorSetupNeeded`.
    """
    async with attempts.attempt(session, email, device=device) as attempt:
        account = await _checked(session, attempt.account.subject, password)
        await attempt.refund()
        user = await _get_for_update(session, account)
        await second_step.require(session, user)
        # Not for those who have a second step to take: their request ends in an error.
        if passwords_of(session).is_dated(user.password_hash or ""):
            user.password_hash = await passwords_of(session).hash(password)
    return await enter(session, Proven(user, ("password",)), replaced, device=device)


async def enter(session: AsyncSession, proven: Proven, replaced: str | None, *, device: Device) -> Issued:
    """A new session of somebody who has shown who they are, in place of the browser's present one."""
    await _end_family(session, RefreshCredential.parse(replaced or ""))
    await notify_if_unfamiliar(session, proven.user, device)
    return await issue(session, proven.user, proven.by, device=device)


async def issue(session: AsyncSession, user: User, proofs: tuple[Proof, ...] = (), *, device: Device) -> Issued:
    """A new session of the user, whose person and scopes are loaded, and who has shown this much."""
    credential = RefreshCredential.new()
    row = await SessionRepository(session).open(user.id, credential, device)
    token, claims = access.mint(await signer_of(session), user, row.id)
    await _record_login(session, user, proofs, device=device)
    return Issued(claims, token, credential, int(IDLE_LIFETIME.total_seconds()))


async def refresh(session: AsyncSession, cookie: str | None, *, device: Device) -> Issued:
    """A new access token, and the refresh credential's successor.

    Of several refreshes with one credential at the same moment the first gets the successor, the
    others an access token only. A credential whose successor has been used ends its session.
    Raises `SessionExpired`, `RefreshReused`.
    """
    credential = RefreshCredential.parse(cookie or "")
    if credential is None:
        raise SessionExpired("Log in first.")
    successor = credential.successor()
    rotated = await SessionRepository(session).rotate(credential, successor, device)
    row = rotated or await _replaced_just_now(session, credential, device=device)
    user = await UserRepository(session).active(row.user_id)
    if user is None:
        raise SessionExpired("This account has been disabled.")
    if is_required(user) and not user.has_second_factor:
        # The user who made it required keeps that session, but not for long.
        raise SessionExpired("Log in again to set up a second factor.")
    token, claims = access.mint(await signer_of(session), user, row.id)
    lifetime = int((row.expires_at - row.last_used_at).total_seconds())
    return Issued(claims, token, successor if rotated else None, lifetime)


async def logout(session: AsyncSession, caller: Caller, cookie: str | None) -> None:
    """End the session of the caller's token, and that of the refresh cookie. Both, either or neither may be there."""
    if isinstance(caller, Principal):
        await _end(session, LoginSession.id == uuid.UUID(caller.session_id))
    await _end_family(session, RefreshCredential.parse(cookie or ""))


async def _checked(session: AsyncSession, email_key: str, password: str) -> Account:
    """Whose password this is, whatever their state. An unknown account takes as long as a known one."""
    account = await UserRepository(session).account(email_key)
    stored = account.password_hash if account else None
    fits = await passwords_of(session).verify(stored, password)
    if account is None or not fits:
        raise InvalidCredentials(_WRONG)
    return account


async def _get_for_update(session: AsyncSession, account: Account) -> User:
    """The account's user, if they may log in and still have the password that was right."""
    if account.state != "active":
        # Told to nobody but who has just shown that it is theirs.
        raise AccountDisabled
    user = await UserRepository(session).get_account_for_update(account)
    if user is None:
        raise InvalidCredentials(_WRONG)
    return user


async def _record_login(session: AsyncSession, user: User, proofs: tuple[Proof, ...], *, device: Device) -> None:
    # Not a change of the user that anybody would look for: `updated_at` stays.
    await session.execute(
        update(User)
        .where(User.id == user.id)
        .values(last_login_at=func.now(), updated_at=User.updated_at)
        .execution_options(synchronize_session=False)
    )
    subject, details = Subject.of_user(user), {"by": list(proofs)}
    await record(session, user.id, "login", subject=subject, details=details, device=device)


async def _replaced_just_now(session: AsyncSession, credential: RefreshCredential, *, device: Device) -> LoginSession:
    """The session of a credential that another refresh has just replaced. Any older one ends its session."""
    found = await SessionRepository(session).find_active(credential)
    if found is None:
        raise SessionExpired("The session has expired. Log in again.")
    row, is_previous = found
    if not is_previous:
        # A transaction of its own: this request's is rolled back by the failure that it ends in. It has no connection
        # meanwhile: as many of these as the pool has would all wait for one more, and nobody else would log in.
        await release_connection(session)
        state = state_of(session)
        async with state.database.transaction() as apart:
            await end_sessions(apart, state.redis, "reuse", LoginSession.id == row.id)
            if user := await UserRepository(apart).active(row.user_id):
                await record(apart, None, "refresh.reused", subject=Subject.of_user(user), device=device)
        raise RefreshReused("You have been logged out. Log in again.")
    return row


async def _end_family(session: AsyncSession, credential: RefreshCredential | None) -> None:
    if credential is not None:
        await _end(session, LoginSession.family_digest == credential.family_digest)


async def _end(session: AsyncSession, which: ColumnElement[bool]) -> None:
    await end_sessions(session, state_of(session).redis, "logout", which)

"""What people may do with their own accounts."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts import people, removal
from auth.accounts.schemas import AccountOut, OtherAccess, Totp, UserOut
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials import one_time_tokens, passkeys
from auth.credentials.factor_summary import factors_of
from auth.credentials.repository import PasskeyRepository
from auth.credentials.schemas import PasskeyOut
from auth.device import Device
from auth.grants import api_tokens
from auth.people.ownership import own_user
from auth.people.repository import PersonRepository, UserRepository
from auth.sessions import service as sessions
from auth.sessions.freshness import confirmed_until
from kit.auth import Principal


async def get(session: AsyncSession, principal: Principal) -> AccountOut:
    """All there is to it."""
    user = await UserRepository(session).get(uuid.UUID(principal.user_id))
    factors = await factors_of(session, user)
    waiting = await one_time_tokens.waiting(session, "confirm_address", user.id)
    return AccountOut(
        user=UserOut.model_validate(user),
        totp=Totp(is_enabled=factors.totp_enabled_at is not None, enabled_at=factors.totp_enabled_at),
        recovery_codes_left=factors.recovery_codes_left,
        passkeys=[PasskeyOut.model_validate(passkey) for passkey in factors.passkeys],
        needs_second_factor=factors.is_required,
        confirmed_until=await confirmed_until(session, principal),
        pending_email_address=waiting.data["emailAddress"] if waiting else None,
    )


async def end_other_access(session: AsyncSession, principal: Principal, *, device: Device) -> OtherAccess:
    """End all that opens the account but its password, its authenticator app and the present session.

    For a user who thinks that somebody else has been in it. One mail says what there was.
    """
    user = await own_user(session, principal)
    ended = await sessions.end_others(session, principal, device=device)
    revoked = await api_tokens.delete_all(session, principal, user, device=device)
    removed = await passkeys.remove_all(session, user, device=device)
    if ended or revoked or removed:
        notify(
            session,
            "other_access.ended",
            user,
            device,
            passkeys=removed,
            api_tokens=revoked,
            sessions=str(ended),
        )
    # Links in mails too: one to another address, which somebody else may have asked for.
    await one_time_tokens.revoke(session, user.id)
    kept = len(await PasskeyRepository(session).of_user(user.id))
    return OtherAccess(sessions=ended, api_tokens=len(revoked), passkeys=len(removed), passkeys_kept=kept)


async def delete(session: AsyncSession, principal: Principal, *, device: Device) -> None:
    """Delete the caller's user and person. Raises `LastSuper`."""
    user = await own_user(session, principal)
    person = user.person
    await removal.remove(session, user=user, principal=principal, device=device)
    # Without a principal: the caller's user is deleted, so nobody could look it up any more.
    await record(session, None, "person.deleted", subject=Subject.of_person(person), device=device)
    await PersonRepository(session).delete(person)
    people.invalidate(session)

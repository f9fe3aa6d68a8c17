"""Inviting users by mail to choose their password."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from auth.accounts.errors import CannotBeInvited
from auth.audit.mails import request_mail
from auth.audit.service import Subject, record
from auth.credentials import choosing, one_time_tokens
from auth.credentials.errors import TokenUnusable
from auth.device import Device
from auth.people.models import User
from auth.people.ownership import check_may_administer, is_staff
from auth.people.repository import UserRepository
from kit.auth import Principal

_LONGEST_NAME = 200


async def invite(session: AsyncSession, principal: Principal, user_id: uuid.UUID, *, device: Device) -> None:
    """Mail a user the link by which they choose a password. An older link is no longer valid then.

    Raises `UserNotFound`, `ScopeMissing`, `CannotBeInvited`.
    """
    user = await UserRepository(session).get_for_update(user_id)
    check_may_administer(principal, user)
    await send(session, principal, user, device=device)


async def send(session: AsyncSession, principal: Principal, user: User, *, device: Device) -> None:
    """Mail the link to a user whom the caller has locked and may administer. Raises `CannotBeInvited`."""
    if user.state != "active":
        raise CannotBeInvited("This user is disabled.")
    if user.has_password:
        raise CannotBeInvited("This user has chosen a password already.")
    await record(session, principal, "user.invited", subject=Subject.of_user(user), device=device)
    token = await one_time_tokens.issue(session, {}, "invitation", user.id)
    inviter = (await UserRepository(session).get(uuid.UUID(principal.user_id))).person.name[:_LONGEST_NAME]
    request_mail(
        session,
        "invitation",
        user.person,
        is_staff=is_staff(user),
        token_id=token.id,
        inviter_name=inviter,
    )


async def inspect(session: AsyncSession, token: str, *, device: Device) -> User:
    """Whom the invitation is for. Raises `TokenUnusable`, `TooManyAttempts`."""
    redeemed = await one_time_tokens.inspect(session, "invitation", token, device=device)
    user = await UserRepository(session).active(redeemed.subject_id)
    return _who_may_accept(user)


async def accept(session: AsyncSession, token: str, password: str, *, device: Device) -> None:
    """Give the invited user the password that they choose.

    Raises `TokenUnusable`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`. Whatever it raises, the
    link can be tried again.
    """
    person = (await inspect(session, token, device=device)).person
    redeemed, password_hash = await choosing.by_link(session, "invitation", token, password, person, device=device)
    user = _who_may_accept(await UserRepository(session).get_active_for_update(redeemed.subject_id))
    user.password_hash = password_hash
    await record(
        session,
        user.id,
        "password.changed",
        subject=Subject.of_user(user),
        details={"by": "invitation"},
        device=device,
    )


def _who_may_accept(user: User | None) -> User:
    # Somebody who got a password otherwise in the meantime is not to lose it to a link in an old mail.
    if user is None or user.has_password:
        raise TokenUnusable
    return user

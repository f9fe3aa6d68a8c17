"""Inviting users by mail to choose their password."""

import uuid
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from auth.accounts.errors import CannotBeInvited
from auth.audit.mails import request_mail
from auth.audit.service import Subject, record
from auth.credentials.choosing import Chosen
from auth.credentials.errors import TokenUnusable
from auth.credentials.one_time_tokens import OneTimeTokens
from auth.device import Client
from auth.people.models import User
from auth.people.ownership import check_may_administer, is_staff
from auth.people.repository import UserRepository
from kit.auth import Principal
from kit.db import Session, release_connection

_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class InvitationService:
    """Invitations, from the mail to the password."""

    session: Session
    device: Client
    one_time: OneTimeTokens
    passwords: Chosen

    async def invite(self, user_id: uuid.UUID, by: Principal) -> None:
        """Mail a user the link by which they choose a password. An older one is good for nothing then.

        Raises `UserNotFound`, `ScopeMissing`, `CannotBeInvited`.
        """
        user = await UserRepository(self.session).held(user_id)
        check_may_administer(by, user)
        await self.send(user, by)

    async def send(self, user: User, by: Principal) -> None:
        """The like for a user whom the caller holds and may administer."""
        if user.state != "active":
            raise CannotBeInvited("This user is disabled.")
        if user.has_password:
            raise CannotBeInvited("This user has chosen a password already.")
        await record(self.session, "user.invited", actor=by, subject=Subject.of_user(user), device=self.device)
        token = await self.one_time.issue("invitation", user.id)
        inviter = (await UserRepository(self.session).get(uuid.UUID(by.user_id))).person.name[:_LONGEST_NAME]
        request_mail(
            self.session,
            "invitation",
            user.person,
            is_staff=is_staff(user),
            token_id=token.id,
            inviter_name=inviter,
        )

    async def inspect(self, token: str) -> User:
        """Whom the invitation is for. Raises `TokenUnusable`, `TooManyAttempts`."""
        redeemed = await self.one_time.inspect("invitation", token)
        user = await UserRepository(self.session).active(redeemed.subject_id)
        return _who_may_accept(user)

    async def accept(self, token: str, password: str) -> None:
        """Give the invited user the password that they choose.

        Raises `TokenUnusable`, `TooManyAttempts`, `PasswordTooCommon`, `Busy`. Whatever it raises, the
        link can be tried again.
        """
        person = (await self.inspect(token)).person
        # Not held while the password waits for its turn.
        await release_connection(self.session)
        password_hash = await self.passwords.hashed(password, person)
        redeemed = await self.one_time.redeem("invitation", token)
        user = _who_may_accept(await UserRepository(self.session).held_if_active(redeemed.subject_id))
        user.password_hash = password_hash
        await record(
            self.session,
            "password.changed",
            actor=user.id,
            subject=Subject.of_user(user),
            details={"by": "invitation"},
            device=self.device,
        )


def _who_may_accept(user: User | None) -> User:
    # Somebody who got a password otherwise in the meantime is not to lose it to a link in an old mail.
    if user is None or user.has_password:
        raise TokenUnusable
    return user


Invitations = Annotated[InvitationService, Depends()]
"""The service of the request."""

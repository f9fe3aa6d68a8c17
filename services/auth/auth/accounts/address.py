"""Another address for one's own account, which its mailbox has to confirm."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from auth.accounts.people import People
from auth.audit.mails import Mailbox, request_mail
from auth.audit.notices import notify
from auth.audit.service import Subject, record
from auth.credentials.attempts import FailureCounts
from auth.credentials.errors import TokenUnusable
from auth.credentials.limits import Limit, account_key
from auth.credentials.one_time_tokens import OneTimeTokens
from auth.device import Client
from auth.people.ownership import is_staff, own_user
from auth.people.repository import PersonRepository, UserRepository
from kit.auth import Principal
from kit.db import Session

_HOUR = 60 * 60
_MOST = 5


@dataclass(frozen=True, slots=True)
class AddressService:
    """Changing addresses, from the wish to the confirmation."""

    session: Session
    device: Client
    failures: FailureCounts
    one_time: OneTimeTokens
    people: People

    async def ask(self, principal: Principal, email_address: str) -> None:
        """Mail the new address a link by which it becomes the account's; the present one is told.

        When somebody else has it, that is what its mailbox is told, and nobody else: no account is a
        way to find out who has one. Raises `TooManyAttempts`.
        """
        await self.failures.take(
            Limit("address account", principal.user_id, _MOST, _HOUR),
            Limit("address mailbox", account_key(email_address), _MOST, _HOUR),
        )
        user = await own_user(self.session, principal)
        notify(self.session, "address.change_asked", user, self.device, new_address=email_address)
        token = await self.one_time.issue("confirm_address", user.id, {"emailAddress": email_address})
        mailbox, staff = Mailbox(user.person.name, email_address), is_staff(user)
        if await PersonRepository(self.session).has_address(account_key(email_address), but=user.person_id):
            request_mail(self.session, "already_registered", mailbox, is_staff=staff)
        else:
            request_mail(self.session, "confirm_address", mailbox, is_staff=staff, token_id=token.id)

    async def confirm(self, token: str) -> None:
        """Give the account of a link its new address.

        Links that were mailed to the old one are dead. Raises `TokenUnusable`, `TooManyAttempts`,
        `EmailAddressTaken` when somebody else got the address in the meantime.
        """
        redeemed = await self.one_time.redeem("confirm_address", token)
        user = await UserRepository(self.session).held_if_active(redeemed.subject_id)
        if user is None:
            raise TokenUnusable
        person, email_address = user.person, redeemed.data["emailAddress"]
        await self.people.check_address(email_address, but=person.id)
        before = Mailbox(person.name, person.email_address)
        person.email_address, person.email_key = email_address, account_key(email_address)
        await self.session.flush()
        await self.one_time.revoke(user.id)
        self.people.forget()
        await record(
            self.session,
            "person.updated",
            actor=user.id,
            subject=Subject.of_person(person),
            details={"changed": ["emailAddress"]},
            device=self.device,
        )
        notify(self.session, "address.changed", user, self.device, to=before, new_address=email_address)


Address = Annotated[AddressService, Depends()]
"""The service of the request."""

"""Another address for one's own account, which its mailbox has to confirm."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from auth.attempts.counter import FailureCounts
from auth.attempts.limits import Limit, account_key
from auth.audit.service import Subject, record
from auth.factors.own_user import own_user
from auth.mail import Mailbox, send
from auth.mail_links import link_for
from auth.notices import notify
from auth.one_time_tokens.errors import TokenUnusable
from auth.one_time_tokens.service import OneTimeTokens
from auth.people.repository import PersonRepository
from auth.people.service import People
from auth.tokens.device import Client
from auth.users.membership import is_staff
from auth.users.models import User
from auth.users.repository import UserRepository
from kit.auth import Principal
from kit.db import Session
from kit.state import state_of

_HOUR = 60 * 60
_MOST = 5


@dataclass(frozen=True, slots=True)
class AddressService:
    """Changing addresses, from the wish to the confirmation."""

    request: Request
    session: Session
    device: Client
    failures: FailureCounts
    one_time: OneTimeTokens
    people: People

    async def ask(self, principal: Principal, email_address: str) -> None:
        """Mail the new address a link by which it becomes the account's; the present one is told.

        When somebody else has it, that is what its mailbox is told, and nobody else: no account is a
        way to find out who has one. Raises `TooManyAttempts`, `Unavailable` when no mail can be written.
        """
        await self.failures.take(
            Limit("address account", principal.user_id, _MOST, _HOUR),
            Limit("address mailbox", account_key(email_address), _MOST, _HOUR),
        )
        user = await own_user(self.session, principal)
        notify(self.session, "address.change_asked", user, self.device, new_address=email_address)
        token = await self.one_time.issue("confirm_address", user.id, {"emailAddress": email_address})
        await self._write_to(Mailbox(user.person.name, email_address), user, token)

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

    async def _write_to(self, mailbox: Mailbox, user: User, token: str) -> None:
        state, staff = state_of(self.request), is_staff(user)
        key = account_key(mailbox.email_address)
        if await PersonRepository(self.session).has_address(key, but=user.person_id):
            await send(state, "already_registered", mailbox, link=await link_for(state, "log in", staff=staff))
            return
        link = await link_for(state, "confirm an address", staff=staff, token=token)
        await send(state, "confirm_address", mailbox, link=link)


Address = Annotated[AddressService, Depends()]
"""The service of the request."""

"""Having people mailed, which cms does. Mails about what was done to an account are in `auth.audit.notices`.

A mail is asked for by an event, in the transaction of the change that it belongs to: nothing waits for cms, and
nothing is mailed that was rolled back. cms decides where the link leads. A link that lets somebody in carries a
one-time token; the event has only the token's id, by which cms fetches it when it writes the mail
(`auth.credentials.one_time_tokens`).
"""

import uuid
from dataclasses import dataclass
from typing import Literal, Protocol

from pydantic import JsonValue
from pydantic.alias_generators import to_camel
from sqlalchemy.ext.asyncio import AsyncSession

from kit.events import Payload, emit, event

MailKind = Literal["invitation", "confirm_registration", "already_registered", "confirm_address"]


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox that is no longer, or not yet, a person's own."""

    name: str
    email_address: str


class Recipient(Protocol):
    """Whom a mail goes to: a person, or somebody who is about to be one."""

    @property
    def name(self) -> str:
        """First and last name."""

    @property
    def email_address(self) -> str:
        """Where they read it."""


class MailRecipient(Payload):
    """Whom the mail goes to."""

    name: str
    email_address: str


@event("auth.mail_requested")
class MailRequested(Payload):
    """Somebody is to be mailed a link to a page of the site; `kind` is the kind of email, and `data` what that needs.

    `tokenId` names the one-time token that the link carries, if it carries one. Which page the link leads to depends
    on the kind and on `isStaff`: members are led to the site's own pages.
    """

    kind: str
    to: MailRecipient
    is_staff: bool
    token_id: uuid.UUID | None
    data: dict[str, JsonValue]


def request_mail(
    session: AsyncSession,
    kind: MailKind,
    to: Recipient,
    *,
    is_staff: bool,
    token_id: uuid.UUID | None = None,
    **data: str,
) -> None:
    """Have somebody mailed if the transaction is committed. ``data`` are members that the kind needs: `inviter_name`."""
    recipient = MailRecipient(name=to.name, email_address=to.email_address)
    members: dict[str, JsonValue] = {to_camel(name): value for name, value in data.items()}
    emit(session, MailRequested(kind=kind, to=recipient, is_staff=is_staff, token_id=token_id, data=members))

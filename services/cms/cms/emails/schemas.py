"""Emails on the wire."""

import uuid
from datetime import datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, JsonValue, StringConstraints

from cms.emails.kinds import KindName
from cms.emails.models import Obstacle, State
from kit.schemas import EmailAddress, OneLine, Out, Schema

PersonName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
"""First and last name together; however it is spelled, it becomes one line."""


class Recipient(Schema):
    """Whom an email is for."""

    name: PersonName
    email_address: EmailAddress


class EmailRequest(Schema):
    """An email that is to be written."""

    kind: KindName
    to: Recipient
    data: Annotated[dict[str, JsonValue], Field(max_length=20)] = {}


class RecipientOut(Out):
    """Whom an email is for."""

    name: str
    email_address: str


class AttachmentOut(Out):
    """What is attached to an email."""

    name: str
    media_type: str
    size: int


class EmailOut(Out):
    """One line of the mail log. ``reason`` is why it failed, or why it is not sent yet.

    ``obstacle`` is why it cannot be sent again: it was ``sent``, it is ``waiting`` to be, or its link has ``lapsed``.
    Without one it can, if the site has a mail server. ``mayHaveArrived`` where the server never said. One that is not
    ``isLogged`` has no subject here. Send its ``version`` as If-Match to send it, or change it, only as you have read it.
    """

    id: uuid.UUID
    kind: str
    to: RecipientOut
    subject: str
    state: State
    reason: str | None
    attempts: int
    has_secret: bool
    created_at: datetime
    sent_at: datetime | None
    asked_again_at: datetime | None
    obstacle: Obstacle | None
    may_have_arrived: bool
    template_name: str | None
    is_logged: bool
    attachments: list[AttachmentOut]
    version: int


class EmailDetail(EmailOut):
    """An email with its body, as far as the caller may read it.

    ``bodyHidden`` says why there is none: ``secret`` (it holds a link that logs its holder in, or agrees
    to something in the recipient's name, which only super reads), ``delivered`` or ``lapsed`` (such a body is not kept
    once it has arrived, or its link is dead), or ``unlogged`` (the sender excluded its content from the log).
    """

    cc: list[RecipientOut]
    reply_to: list[RecipientOut]
    text: str | None
    html: str | None
    body_hidden: Literal["secret", "delivered", "lapsed", "unlogged"] | None


class NewRecipient(Schema):
    """Whom an email goes to instead; the name may be left out."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), OneLine] = ""
    email_address: EmailAddress


class EmailUpdate(Schema):
    """What can be changed of an email that has not been sent: to whom it goes."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"to": {"name": "Ann Ash", "emailAddress": "ann@example.org"}}]}
    )

    to: NewRecipient

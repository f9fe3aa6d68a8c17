"""Emails on the wire."""

import uuid
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from cms.emails.kinds import KindName
from cms.emails.models import Obstacle, State
from kit.schemas import EmailAddress, Out, Schema

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


class EmailOut(Out):
    """One line of the mail log. ``reason`` is why it failed, or why it is not sent yet.

    ``obstacle`` is why it cannot be sent again: it was ``sent``, it is ``waiting`` to be, or its link has ``lapsed``.
    Without one it can, if the site has a mail server. ``mayHaveArrived`` where the server never said.
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


class EmailDetail(EmailOut):
    """An email with its body, as far as the caller may read it.

    ``bodyHidden`` says why there is none: ``secret`` (it holds a link that logs its holder in, which only super
    reads), ``delivered`` or ``lapsed`` (such a body is not kept once it has arrived, or its link is dead).
    """

    text: str | None
    html: str | None
    body_hidden: Literal["secret", "delivered", "lapsed"] | None

"""Emails as they are asked for."""

import uuid
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints, TypeAdapter

from cms.email_templates.schemas import AnyFormat, Data
from cms.emails.mailings import Person
from kit.schemas import EmailAddress, OneLine, Out, Schema

MOST_EMAILS = 50
"""In one request."""
MOST_RECIPIENTS = 500
"""Of one email."""
_MOST_REPLY_TO = 5


class PersonIn(Schema):
    """Whom an email goes to. It may also be given as a text: ``ann@example.org`` or ``Ann Ash <ann@example.org>``."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), OneLine] = ""
    email_address: EmailAddress

    @property
    def person(self) -> Person:
        """The same, as mailings have it."""
        return Person(self.name, self.email_address)


def _person(value: object) -> object:
    if not isinstance(value, str):
        return value
    # By hand: an expression for this takes its time for a text of nothing but spaces.
    name, bracket, address = value.strip().removesuffix(">").rpartition("<")
    return {"name": name.strip().strip('"'), "emailAddress": address} if bracket else {"emailAddress": value}


def _list(value: object) -> object:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _truth(value: object) -> bool:
    """What a value means as yes or no; texts that say no in a form mean no."""
    return bool(value) and str(value).strip().lower() not in {"false", "0", "no", "off"}


_Written = Annotated[PersonIn, BeforeValidator(_person, json_schema_input_type=PersonIn | str)]
_People = Annotated[
    list[_Written],
    Field(max_length=MOST_RECIPIENTS),
    BeforeValidator(_list, json_schema_input_type=list[PersonIn | str] | PersonIn | str),
]
_ReplyTo = Annotated[
    list[_Written],
    Field(max_length=_MOST_REPLY_TO),
    BeforeValidator(_list, json_schema_input_type=list[PersonIn | str] | PersonIn | str),
]
_Names = Annotated[
    list[Annotated[str, StringConstraints(max_length=255)]],
    Field(max_length=100),
    BeforeValidator(_list, json_schema_input_type=list[str] | str),
]


class TemplateIn(Schema):
    """The template, and what it is given."""

    id: uuid.UUID
    data: Data = {}


class EmailIn(Schema):
    """An email that is to be written and sent, a message for each recipient.

    ``attachments`` names those of the attached files that go with it; without it all do.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "to": ["ann@example.org", "Ida Ito <ida@example.org>"],
                    "template": {"id": "0198c0de-0000-7000-8000-000000000000", "data": {"fields": []}},
                    "type": "html",
                    "allowLogging": True,
                    "recaptcha": "session",
                }
            ]
        }
    )

    to: _People = []
    cc: _People = []
    bcc: _People = []
    reply_to: _ReplyTo = []
    attachments: _Names | None = None
    type: AnyFormat = "html"
    template: TemplateIn
    allow_logging: Annotated[bool, BeforeValidator(_truth, json_schema_input_type=Any)] = False
    recaptcha: Annotated[str, StringConstraints(min_length=1, max_length=10_000)]


EMAILS: TypeAdapter[list[EmailIn]] = TypeAdapter(list[EmailIn])


class EmailsAccepted(Out):
    """How many emails were written, a recipient each, and for those who run the site, how many are in each state.

    ``queued`` are tried again for some hours; ``kept`` are those of a site without a mail server.
    """

    accepted: int
    sent: int = 0
    queued: int = 0
    kept: int = 0
    failed: int = 0

"""Templates of emails on the wire."""

import uuid
from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue, StrictBool, StringConstraints

from cms.email_templates.models import Format
from kit.schemas import EmailAddress, Name, OneLine, Out, RecordIn, RecordOut, Schema

MAX_CONTENT = 200_000
MAX_RECIPIENTS = 20
Subject = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), OneLine]
Content = Annotated[str, StringConstraints(min_length=1, max_length=MAX_CONTENT)]
Data = Annotated[dict[str, JsonValue], Field(max_length=100)]
"""What a template is given, by name."""


def _format(value: object) -> object:
    return value if value in {"html", "plain"} else "html"


AnyFormat = Annotated[Format, BeforeValidator(_format, json_schema_input_type=str)]
"""``html`` or ``plain``; anything else is html."""


class EmailTemplateIn(RecordIn):
    """A template's fields. Subject and content are Liquid."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "Contact Form Email",
                    "emailTemplateTypeId": "0198c0de-0000-7000-8000-000000000000",
                    "subject": "Contact from {{ host }}",
                    "content": "<p>{{ fields.first.value }}</p>",
                    "format": "html",
                    "recipients": ["office@willow.example"],
                    "isForVisitors": True,
                }
            ]
        }
    )

    name: Name
    email_template_type_id: uuid.UUID
    subject: Subject
    content: Content
    format: AnyFormat = "html"
    recipients: Annotated[
        list[EmailAddress],
        Field(max_length=MAX_RECIPIENTS, description="Who gets what visitors send by it; else the contact address."),
    ] = []
    is_for_visitors: StrictBool = Field(default=False, description="Whether visitors may have it sent, by a form.")


class EmailTemplateCreate(EmailTemplateIn):
    """A new template, of a type by its id, or by its name: a type of that name is made if there is none."""

    email_template_type_id: uuid.UUID | None = None  # type: ignore[assignment]  # the name may stand for it
    email_template_type_name: Name | None = None


class EmailTemplateOut(RecordOut):
    """Subject and content of emails."""

    name: str
    email_template_type_id: uuid.UUID
    subject: str
    content: str
    format: Format
    recipients: list[str]
    is_for_visitors: bool


class EmailPreviewIn(Schema):
    """What to look at: of a stored template what is not given is as stored; without data, it is the type's sample."""

    subject: Subject | None = None
    content: Content | None = None
    format: AnyFormat | None = None
    email_template_type_id: uuid.UUID | None = None
    data: Data | None = None


class EmailPreviewOut(Out):
    """An email as it would be. ``html`` is null for a plain one; ``unknown`` are variables without a value."""

    subject: str
    text: str
    html: str | None
    unknown: list[str]

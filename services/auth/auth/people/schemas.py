"""People on the wire."""

import unicodedata
import uuid
from typing import Annotated

from fastapi import Query
from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from kit.schemas import EmailAddress, Moment, Name, Out, Schema, Timezone

HasUserFilter = Annotated[
    bool | None, Query(alias="has-user", description="Only those who have an account, or only those who have none.")
]
SearchText = Annotated[str | None, Query(max_length=100, description="Words that names or address have to hold.")]


def _one_line(value: str) -> str:
    # A name goes into the headers of mails and into lists, where a line break would end what it is in.
    if any(unicodedata.category(character) in {"Cc", "Zl", "Zp"} for character in value):
        raise PydanticCustomError("not_one_line", "Use one line, without control characters.")
    return value


PersonName = Annotated[Name, AfterValidator(_one_line)]
"""A part of somebody's name: one line, 1 to 200 characters."""


class PersonIn(Schema):
    """Somebody the site is to know."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "firstName": "Grace",
                    "lastName": "Hopper",
                    "emailAddress": "grace@example.org",
                    "timezone": "America/New_York",
                }
            ]
        }
    )

    first_name: PersonName
    last_name: PersonName
    email_address: EmailAddress
    timezone: Timezone = "Europe/London"


class PersonOut(Out):
    """Somebody the site knows. Send their `version` as If-Match to change them only if nobody else has."""

    id: uuid.UUID
    first_name: str
    last_name: str
    email_address: str
    timezone: str
    version: int
    created_at: Moment
    updated_at: Moment


class PersonFound(PersonOut):
    """A person as they are looked up, with the user that they have."""

    user_id: uuid.UUID | None = Field(description="The account that they log in to; null for who cannot log in.")

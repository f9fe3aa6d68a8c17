"""People on the wire."""

import uuid
from typing import Annotated

from fastapi import Query
from pydantic import ConfigDict, Field

from kit.schemas import EmailAddress, Moment, Name, Out, Schema, Timezone

HasUserFilter = Annotated[
    bool | None, Query(alias="has-user", description="Only those who have an account, or only those who have none.")
]


PersonName = Name
"""A part of somebody's name."""


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

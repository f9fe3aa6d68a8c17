"""Profile data on the wire."""

import uuid
from typing import Annotated, Any

from pydantic import Field

from kit.schemas import Moment, Out, Schema

Data = Annotated[
    dict[str, Any],
    Field(description="What the schema asks for, at most 32 KB.", examples=[{"town": "London"}]),
]


class ProfileDataIn(Schema):
    """What is known of a person by one schema."""

    person_id: uuid.UUID
    schema_id: uuid.UUID
    data: Data


class ProfileDataUpdate(Schema):
    """What is known from now on."""

    data: Data


class ProfileDataOut(Out):
    """What is known of a person by one schema."""

    id: uuid.UUID
    person_id: uuid.UUID
    schema_id: uuid.UUID
    data: dict[str, Any]
    is_valid: bool = Field(description="False where a later change of the schema has made it invalid.")
    version: int
    created_at: Moment
    updated_at: Moment

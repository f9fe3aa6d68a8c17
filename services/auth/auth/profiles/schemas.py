"""Schemas and profile data on the wire."""

import uuid
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from kit.schemas import Moment, Name, Out, Schema

MemberAccess = Literal["none", "read", "write"]
"""What people may do with their own data."""

Document = Annotated[
    dict[str, Any],
    Field(
        alias="schema",
        description="A JSON Schema 2020-12 of an object, at most 64 KB, which refers to nothing but its own $defs.",
        examples=[{"type": "object", "properties": {"town": {"type": "string", "title": "Town"}}}],
    ),
]


class SchemaIn(Schema):
    """What a schema is to be."""

    name: Name
    description: Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000)] = ""
    document: Document
    member_access: MemberAccess = "none"


class SchemaUpdate(SchemaIn):
    """What a schema is to be from now on."""

    accept_invalid: Annotated[
        bool, Field(strict=True, description="Whether data that is valid now may be invalid after it.")
    ] = False


class PreviewIn(Schema):
    """The document that a schema might have."""

    document: Document


class SchemaOut(Out):
    """What the site wants to know of its people."""

    id: uuid.UUID
    name: str
    description: str
    document: dict[str, Any] = Field(alias="schema")
    member_access: MemberAccess
    version: int
    data_count: int | None = Field(description="How many people have data; for administrators only.")
    created_at: Moment
    updated_at: Moment


class InvalidField(Out):
    """What is wrong where, such as at ``data.address.town``."""

    field: str
    detail: str


class InvalidData(Out):
    """Data that is valid now and would not be any more."""

    profile_data_id: uuid.UUID
    person_id: uuid.UUID
    person_name: str
    errors: list[InvalidField]


class PreviewOut(Out):
    """What a change of the document would do."""

    total: int = Field(description="How much data there is.")
    invalid_count: int = Field(description="How much of it is valid now and would not be any more.")
    invalid: list[InvalidData] = Field(description="The first 20 of that.")


Data = Annotated[
    dict[str, Any],
    Field(description="What the schema asks for, at most 32 KB.", examples=[{"town": "London"}]),
]


class ProfileDataIn(Schema):
    """Profile data of a person for one schema."""

    person_id: uuid.UUID
    schema_id: uuid.UUID
    data: Data


class ProfileDataUpdate(Schema):
    """The new profile data."""

    data: Data


class ProfileDataOut(Out):
    """Profile data of a person for one schema."""

    id: uuid.UUID
    person_id: uuid.UUID
    schema_id: uuid.UUID
    data: dict[str, Any]
    is_valid: bool = Field(description="False where a later change of the schema has made it invalid.")
    version: int
    created_at: Moment
    updated_at: Moment

"""Scopes on the wire."""

import uuid
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, StringConstraints

from kit.schemas import Moment, Out, Schema

ScopeName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,40}(:[a-z0-9_-]{1,40})?$")]
"""A name, or an area and a name joined by a colon: ``editor``, ``crm:read``."""


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _each_once(names: list[str]) -> list[str]:
    return [*dict.fromkeys(names)]


ScopeNames = Annotated[list[ScopeName], Field(max_length=100), BeforeValidator(_listed), AfterValidator(_each_once)]
"""Names of scopes, at most 100. A single string is a list of one."""


class ScopeIn(Schema):
    """What a scope is to be."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"name": "club", "description": "The members' pages.", "requiresSecondFactor": False}]
        }
    )

    name: ScopeName
    description: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)] = ""
    requires_second_factor: Annotated[
        bool, Field(strict=True, description="Whether its holders have to log in with a second factor.")
    ] = False


class ScopeOut(Out):
    """Something that a user may be allowed."""

    id: uuid.UUID
    name: str
    description: str
    is_built_in: bool = Field(description="Whether the product itself asks for it; its name cannot change then.")
    requires_second_factor: bool
    user_count: int = Field(description="How many users have it.")
    is_held_by_super: bool = Field(
        description="Whether a super user has it: then only super users can rename it, delete it or require a "
        "second factor for it."
    )
    version: int
    created_at: Moment
    updated_at: Moment

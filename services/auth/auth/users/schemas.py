"""Users on the wire."""

import uuid
from typing import Annotated, Literal

from fastapi import Query
from pydantic import AliasPath, Field

from auth.people.schemas import PersonOut
from kit.schemas import Moment, Out


class UserOut(Out):
    """An account, with the person it belongs to."""

    id: uuid.UUID
    person_id: uuid.UUID
    person: PersonOut
    state: Literal["active", "disabled"]
    scopes: list[str] = Field(validation_alias=AliasPath("scope_names"))
    created_at: Moment
    updated_at: Moment


class UserScopes(Out):
    """The names of the scopes that a user holds, sorted."""

    scopes: list[str] = Field(validation_alias=AliasPath("scope_names"))


UserIds = Annotated[list[uuid.UUID], Query(min_length=1, max_length=100)]

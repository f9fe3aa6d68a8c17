"""API tokens on the wire."""

import uuid
from typing import Annotated

from pydantic import Field, StringConstraints

from auth.grants.schemas import ScopeNames
from kit.schemas import Moment, Name, Out, Schema


class ApiTokenIn(Schema):
    """What a new token may do, and for how long."""

    name: Name
    scopes: ScopeNames
    expires_at: Moment


class ApiTokenOut(Out):
    """An API token without its secret."""

    id: uuid.UUID
    name: str
    start: str = Field(description="Its first characters, to tell it from others.")
    scopes: list[str]
    created_at: Moment
    expires_at: Moment
    last_used_at: Moment | None = Field(description="Some time within the minute before its latest use.")
    revoked_at: Moment | None = Field(description="When its owner lost one of its scopes.")


class NewApiToken(ApiTokenOut):
    """A new token, which is shown once."""

    token: str


class Introspection(Schema):
    """Which token another service asks about: the SHA-256 of it, in hexadecimal."""

    digest: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class IntrospectionOut(Out):
    """Whose token it is and what it may do now; only that it is not active, when it is not."""

    is_active: bool
    id: uuid.UUID | None = None
    user_id: uuid.UUID | None = None
    person_id: uuid.UUID | None = None
    scopes: list[str] = []
    timezone: str | None = None
    expires_at: Moment | None = None

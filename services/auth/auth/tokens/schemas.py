"""Login, refresh and their answers on the wire."""

import uuid
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, PlainValidator, StringConstraints

from auth.users.passwords import MAX_LENGTH
from kit.schemas import Out, Schema


class Login(Schema):
    """Log in with a password."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"email": "ada@example.org", "password": "analytical engine"}]}
    )

    # Looser than an address has to be: what no account can have is a wrong login like any other.
    email: Annotated[str, StringConstraints(min_length=1, max_length=254)]
    password: Annotated[str, StringConstraints(min_length=1, max_length=MAX_LENGTH)]


class Refresh(Schema):
    """Get a new access token for the refresh credential in the cookie."""

    refresh: Literal[True]


def _login_or_refresh(body: object) -> Login | Refresh:
    # Rejected: a discriminated union. It would put its tag into the names of the faulty fields.
    kind = Refresh if isinstance(body, dict) and "refresh" in body else Login
    return kind.model_validate(body)


TokenRequest = Annotated[Login | Refresh, PlainValidator(_login_or_refresh, json_schema_input_type=Login | Refresh)]
"""What `POST /auth/tokens` takes: e-mail address and password, or `{"refresh": true}`."""


class Claims(Out):
    """What the access token says to the browser, which cannot read the token itself."""

    sub: uuid.UUID = Field(description="The person's id.")
    user: uuid.UUID = Field(description="The user's id.")
    exp: int = Field(description="When the token expires, in seconds since 1970.")
    scopes: list[str]
    timezone: str


class PublicClaims(Out):
    """What of the session the browser's scripts may know."""

    claims: Claims


class TokenAnswer(Out):
    """The claims of the session that the answer's cookies carry."""

    public: PublicClaims


class SessionStands(Out):
    """A session that has not been ended."""

    id: uuid.UUID

"""Sessions on the wire."""

import uuid

from pydantic import Field

from kit.schemas import Moment, Out


class SessionOut(Out):
    """An active session."""

    id: uuid.UUID
    device: str = Field(description="The User-Agent header of the latest refresh; empty where there was none.")
    address: str = Field(description="The network address of the latest refresh.")
    created_at: Moment
    last_used_at: Moment = Field(description="When it was last refreshed.")
    is_current: bool = Field(description="Whether it is the session that asks.")


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


class ActiveSession(Out):
    """A session that has not been ended."""

    id: uuid.UUID

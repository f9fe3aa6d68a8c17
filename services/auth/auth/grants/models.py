"""The tables of API tokens."""

import uuid
from datetime import datetime

from sqlalchemy import ForeignKey, String, func
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey


class ApiToken(UuidPrimaryKey, Base):
    """What a person gave to a program that acts for them. Its id is the `session_id` of such a caller."""

    __tablename__ = "api_tokens"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    """What its owner calls it."""
    digest: Mapped[bytes] = mapped_column(unique=True)
    """All that is kept of the token itself."""
    start: Mapped[str] = mapped_column(String(12))
    """Its first characters, which tell its owner which one it is and nobody what it is."""
    scopes: Mapped[list[str]] = mapped_column(ARRAY(String))
    """The scopes that it was given, sorted. It has those of them that its owner has too."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(index=True)
    last_used_at: Mapped[datetime | None]
    """Some time within the minute before its latest use."""
    revoked_at: Mapped[datetime | None]
    """When its owner lost one of its scopes. One that is revoked by hand is deleted."""


class RefusedApiToken(UuidPrimaryKey, Base):
    """That what services were told of a token counts no more: of one that is revoked, or whose owner is disabled.

    Kept for as long as one of them may go by it, so that Redis is told of it though it was away. The token may be gone.
    """

    __tablename__ = "refused_api_tokens"

    token_id: Mapped[uuid.UUID]
    refused_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp(), index=True)

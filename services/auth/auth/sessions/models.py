"""The tables of sessions, and of the keys that sign their tokens."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, Index, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey
from kit.resealing import reseal_with_newest_key

SIGNING_KEYS = "signing keys"
"""What the vault is for that seals their private halves."""


class LoginSession(UuidPrimaryKey, Base):
    """One login on one device, from its password to its logout. Its id is the `sid` of access tokens."""

    __tablename__ = "sessions"
    __table_args__ = (
        CheckConstraint("(ended_at is null) = (end_reason is null)", name="end"),
        Index("ix_sessions_ended", "ended_at", postgresql_where=text("ended_at is not null")),
    )

    user_id: Mapped[uuid.UUID] = mapped_column(index=True)
    """No foreign key: the session of a user who is deleted is still told to Redis as ended."""
    family_digest: Mapped[bytes] = mapped_column(unique=True)
    secret_digest: Mapped[bytes]
    previous_digest: Mapped[bytes | None]
    """The secret that the present one replaced, at `rotated_at`."""
    rotated_at: Mapped[datetime | None]
    device: Mapped[str] = mapped_column(String(300))
    """The User-Agent header of the login or the latest refresh."""
    address: Mapped[str] = mapped_column(String(64))
    """The client address of the login or the latest refresh."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    last_used_at: Mapped[datetime] = mapped_column(server_default=func.now())
    confirmed_at: Mapped[datetime] = mapped_column(server_default=func.now())
    """When its user last showed who they are: at the login, or at a confirmation since."""
    expires_at: Mapped[datetime] = mapped_column(index=True)
    """Without a refresh until then, the session is over. Each refresh moves it on, up to `ends_at`."""
    ends_at: Mapped[datetime]
    """However busy, the session is over then."""
    ended_at: Mapped[datetime | None]
    end_reason: Mapped[str | None] = mapped_column(String(20))
    """Why it was ended before it expired: ``logout``, or ``reuse`` of a refresh credential."""


class SigningKey(Base):
    """A key pair for access tokens. The newest one that opens signs; all are published to verify."""

    __tablename__ = "signing_keys"

    kid: Mapped[str] = mapped_column(primary_key=True)
    public_key: Mapped[bytes]
    sealed_private_key: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


reseal_with_newest_key(SigningKey.sealed_private_key, purpose=SIGNING_KEYS, bound_to=lambda row: row.kid.encode())

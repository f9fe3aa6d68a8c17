"""The tables of second factors, of challenges and of failed attempts."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, SmallInteger, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey
from kit.resealing import reseal_with_newest_key

AUTHENTICATORS = "authenticators"
"""What the vault is for that seals their secrets."""

RECOVERY_CODES = "recovery codes"
"""What the vault is for that makes their digests."""


class Authenticator(UuidPrimaryKey, Base):
    """The secret that a user's authenticator app shares with the site.

    A user has at most one that is enabled, and one that waits for the first code out of it.
    """

    __tablename__ = "authenticators"
    __table_args__ = (
        Index("ix_authenticators_enabled", "user_id", unique=True, postgresql_where=text("enabled_at is not null")),
        Index("ix_authenticators_pending", "user_id", unique=True, postgresql_where=text("enabled_at is null")),
    )

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    sealed_secret: Mapped[bytes]
    last_step: Mapped[int] = mapped_column(BigInteger, server_default="0", default=0)
    """The half minute, counted from 1970, of the latest code taken. No code is taken twice, and none before it."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    enabled_at: Mapped[datetime | None]


reseal_with_newest_key(
    Authenticator.sealed_secret, purpose=AUTHENTICATORS, bound_to=lambda authenticator: authenticator.user_id.bytes
)


class RecoveryCode(Base):
    """A recovery code that has not been used."""

    __tablename__ = "recovery_codes"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[bytes] = mapped_column(primary_key=True)


class Passkey(UuidPrimaryKey, Base):
    """The public half of a key pair that one of a user's authenticators keeps for this site (WebAuthn)."""

    __tablename__ = "passkeys"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(100))
    credential_id: Mapped[bytes] = mapped_column(unique=True)
    public_key: Mapped[bytes]
    """In COSE form."""
    sign_count: Mapped[int] = mapped_column(BigInteger)
    """How often the authenticator says it has signed. 0 for ever where it does not count."""
    transports: Mapped[list[Any]] = mapped_column(server_default="[]")
    """How a browser reaches the authenticator, as it said itself."""
    is_backed_up: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    last_used_at: Mapped[datetime | None]


class LoginChallenge(Base):
    """Something that was begun and waits for its second step; see `Challenges`."""

    __tablename__ = "login_challenges"

    digest: Mapped[bytes] = mapped_column(primary_key=True)
    """Of the token that the browser holds."""
    purpose: Mapped[str] = mapped_column(String(30))
    user_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    """Whose it is; none where the answer is to tell who it is."""
    password_digest: Mapped[bytes | None]
    """Of the password hash that the first step was checked against."""
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0", default=0)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class FailureCount(Base):
    """How often one subject failed at one thing since its window began; see `Limit`."""

    __tablename__ = "failure_counts"

    bucket: Mapped[bytes] = mapped_column(primary_key=True)
    failures: Mapped[int]
    window_ends_at: Mapped[datetime] = mapped_column(index=True)

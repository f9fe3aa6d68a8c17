"""The tables of authenticator apps and recovery codes."""

import uuid
from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey

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


class RecoveryCode(Base):
    """A recovery code that has not been used."""

    __tablename__ = "recovery_codes"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[bytes] = mapped_column(primary_key=True)

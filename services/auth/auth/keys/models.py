"""The table of signing keys."""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base
from kit.resealing import reseal_with_newest_key

SIGNING_KEYS = "signing keys"
"""What the vault is for that seals their private halves."""


class SigningKey(Base):
    """A key pair for access tokens. The newest one that opens signs; all are published to verify."""

    __tablename__ = "signing_keys"

    kid: Mapped[str] = mapped_column(primary_key=True)
    public_key: Mapped[bytes]
    sealed_private_key: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


reseal_with_newest_key(SigningKey.sealed_private_key, purpose=SIGNING_KEYS, bound_to=lambda row: row.kid.encode())

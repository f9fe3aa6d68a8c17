"""The table of signing keys."""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base


class SigningKey(Base):
    """A key pair for access tokens. The newest one that opens signs; all are published to verify."""

    __tablename__ = "signing_keys"

    kid: Mapped[str] = mapped_column(primary_key=True)
    public_key: Mapped[bytes]
    sealed_private_key: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())

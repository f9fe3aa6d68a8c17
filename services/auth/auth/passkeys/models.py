"""The table of passkeys."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey


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

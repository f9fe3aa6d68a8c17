"""The table of challenges."""

import uuid
from datetime import datetime

from sqlalchemy import ForeignKey, SmallInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base


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

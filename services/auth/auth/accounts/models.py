"""The table of registrations that wait for their confirmation."""

from datetime import datetime

from sqlalchemy import String, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey


class Registration(UuidPrimaryKey, Base):
    """Somebody who wants an account and has yet to show that the address is theirs.

    An address may have several: were there one, a stranger who registers the same address could put
    another password under the link that its owner is about to follow.
    """

    __tablename__ = "registrations"

    first_name: Mapped[str] = mapped_column(String(200))
    last_name: Mapped[str] = mapped_column(String(200))
    email_address: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(300), index=True)
    timezone: Mapped[str] = mapped_column(String(64))
    password_hash: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(index=True)

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}"

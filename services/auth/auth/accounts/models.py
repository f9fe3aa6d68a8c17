"""The table of registrations that wait for their confirmation."""

from datetime import datetime

from sqlalchemy import String, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey


class Registration(UuidPrimaryKey, Base):
    """Somebody who wants an account and has yet to show that the address is theirs.

    Nobody has shown yet who they are, so a registration decides nothing: the person who follows the link sees these
    names, may change them, and chooses the password. An address may have several registrations: with only one, a
    stranger who registers the same address could put other names under the link that its owner is about to follow, or
    end that link.
    """

    __tablename__ = "registrations"

    first_name: Mapped[str] = mapped_column(String(200))
    last_name: Mapped[str] = mapped_column(String(200))
    email_address: Mapped[str] = mapped_column(String(254))
    email_key: Mapped[str] = mapped_column(String(300), index=True)
    timezone: Mapped[str] = mapped_column(String(64))
    password_hash: Mapped[str | None] = mapped_column(deferred=True)
    """Nothing reads or writes it. The previous release does, which may run beside this one: the next drops the column."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(index=True)

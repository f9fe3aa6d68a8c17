"""Emails, one row each."""

from datetime import datetime
from typing import Literal

from sqlalchemy import Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey

State = Literal["queued", "sent", "kept", "failed"]


class Email(UuidPrimaryKey, Timestamps, Base):
    """An email as it was written, and what became of it.

    ``kept`` is what was written while there was no SMTP server. A body that ``has_secret`` (a link that lets whoever
    has it in) is blanked once it is delivered. ``handed_over_at`` is set when the server is about to be given the
    body: from then on nobody can know whether it was delivered until the server says so.
    """

    __tablename__ = "emails"
    __table_args__ = (Index("ix_emails_created_at", "created_at"),)

    kind: Mapped[str] = mapped_column(String(40))
    to_name: Mapped[str] = mapped_column(String(500))
    to_address: Mapped[str] = mapped_column(String(254))
    subject: Mapped[str] = mapped_column(String(500))
    text: Mapped[str | None] = mapped_column(Text)
    html: Mapped[str | None] = mapped_column(Text)
    has_secret: Mapped[bool]
    state: Mapped[State] = mapped_column(String(10))
    reason: Mapped[str | None] = mapped_column(String(1000))
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    handed_over_at: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]
    idempotency_key: Mapped[str | None] = mapped_column(String(200), unique=True)

    @property
    def to(self) -> dict[str, str]:
        """The recipient, as the wire has it."""
        return {"name": self.to_name, "email_address": self.to_address}

"""Emails, one row each."""

from datetime import UTC, datetime
from typing import Literal

from sqlalchemy import Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from cms.emails.kinds import link_lives
from kit.db import Base, Timestamps, UuidPrimaryKey

State = Literal["queued", "sent", "kept", "failed"]
Obstacle = Literal["sent", "waiting", "lapsed"]


class Email(UuidPrimaryKey, Timestamps, Base):
    """An email as it was written, and what became of it.

    ``kept`` is what was written while there was no SMTP server. A body that ``has_secret`` (a link that logs its
    holder in) is sealed, and blanked once it is delivered or the link has lapsed. ``handed_over_at`` is set when the
    server is about to be given the body: from then on nobody can know whether it was delivered until the server says so.
    """

    __tablename__ = "emails"
    __table_args__ = (
        Index("ix_emails_created_at", "created_at"),
        Index(
            "ix_emails_secret",
            "created_at",
            postgresql_where=text("has_secret AND (text IS NOT NULL OR html IS NOT NULL)"),
        ),
    )

    kind: Mapped[str] = mapped_column(String(40))
    to_name: Mapped[str] = mapped_column(String(500))
    to_address: Mapped[str] = mapped_column(String(254))
    subject: Mapped[str] = mapped_column(String(500))
    text: Mapped[str | None] = mapped_column(Text)
    html: Mapped[str | None] = mapped_column(Text)
    has_secret: Mapped[bool]
    is_sealed: Mapped[bool] = mapped_column(server_default="false", default=False)
    """Whether text and HTML are sealed: see `cms.emails.bodies`."""
    state: Mapped[State] = mapped_column(String(10))
    reason: Mapped[str | None] = mapped_column(String(1000))
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    handed_over_at: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]
    asked_again_at: Mapped[datetime | None]
    """When an administrator last had it sent again."""
    # What the release before this one knows an email by that is not to be written twice.
    idempotency_key: Mapped[str | None] = mapped_column(String(200), unique=True)

    @property
    def to(self) -> dict[str, str]:
        """The recipient, as the wire has it."""
        return {"name": self.to_name, "email_address": self.to_address}

    @property
    def obstacle(self) -> Obstacle | None:
        """Why it cannot be sent again, a missing server apart: it arrived, it is on its way, or its link is dead."""
        if self.state == "sent":
            return "sent"
        if self.state == "queued":
            return "waiting"
        is_over = self.has_secret and self.created_at + link_lives(self.kind) <= datetime.now(UTC)
        return "lapsed" if is_over or self.text is None else None

    @property
    def may_have_arrived(self) -> bool:
        """Whether the server was given the body and never said what became of it."""
        return self.state == "failed" and self.handed_over_at is not None

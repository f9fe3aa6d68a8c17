"""Emails, one row for each recipient, and what those of one mailing have in common."""

import uuid
import zlib
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from cms.emails.kinds import link_lives
from kit.db import Base, Timestamps, UuidPrimaryKey, relationship

State = Literal["queued", "sent", "kept", "failed"]
Obstacle = Literal["sent", "waiting", "lapsed"]

WHOM_IT_UNSUBSCRIBES = "split_part(unsubscribe_url, '/cms/newsletter/unsubscription?token=', 2)"
"""The token in the link of a mailing that unsubscribes, whatever the site's address was then."""


class Mailing(UuidPrimaryKey, Timestamps, Base):
    """What people had written by a template: one text, with its attachments, for one recipient or many.

    Subject, text and HTML are None once they are deleted: where ``is_logged`` is False, as soon as nothing of it waits to be
    sent. So are text and HTML where they have a secret: each email has its own then. The names of attachments stay in the
    log; their contents go when everybody has them.
    """

    __tablename__ = "mailings"
    __table_args__ = (
        Index(
            "ix_mailings_unsubscribe_token",
            text(WHOM_IT_UNSUBSCRIBES),
            postgresql_where=text("unsubscribe_url IS NOT NULL"),
        ),
    )

    template_name: Mapped[str] = mapped_column(String(200))
    to: Mapped[list[Any]]
    """Names and addresses as every recipient reads them: ``{"name": …, "emailAddress": …}``. No bcc."""
    cc: Mapped[list[Any]]
    reply_to: Mapped[list[Any]]
    subject: Mapped[str | None] = mapped_column(String(500))
    text: Mapped[str | None] = mapped_column(Text)
    html: Mapped[str | None] = mapped_column(Text)
    is_logged: Mapped[bool]
    attachments: Mapped[list[Any]]
    """``{"name": …, "mediaType": …, "size": bytes}`` each; their contents are in `AttachmentPiece`."""
    has_attachments: Mapped[bool]
    """Whether the contents of attachments are there."""
    unsubscribe_url: Mapped[str | None] = mapped_column(String(2048))


class AttachmentPiece(Base):
    """A piece of an attachment: see `cms.emails.attachments`."""

    __tablename__ = "attachment_pieces"

    mailing_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("mailings.id", ondelete="CASCADE"), primary_key=True)
    attachment: Mapped[int] = mapped_column(primary_key=True)
    piece: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class Email(UuidPrimaryKey, Timestamps, Base):
    """An email to one recipient as it was written, and what became of it.

    Text and HTML of one by a template are its mailing's, but where they have a secret.
    ``kept`` is what was written while there was no SMTP server. A body that ``has_secret`` (a link that logs its
    holder in, or agrees to something in the recipient's name) is sealed, and blanked once it is delivered or the link has
    lapsed. ``handed_over_at`` is set when the server is about to be given the body: from then on nobody can know whether it
    was delivered until the server says so.
    """

    __tablename__ = "emails"
    __table_args__ = (
        Index("ix_emails_created_at", "created_at"),
        Index(
            "ix_emails_secret",
            "created_at",
            postgresql_where=text("has_secret AND (text IS NOT NULL OR html IS NOT NULL)"),
        ),
        Index("ix_emails_mailing_id", "mailing_id", postgresql_where=text("mailing_id IS NOT NULL")),
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
    mailing_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("mailings.id"))
    mailing: Mapped[Mailing | None] = relationship()

    @property
    def version(self) -> int:
        """Another one after each change of what people decide by: whom it is for, and how far it is.

        Attempts that are put off are none: an email to the wrong people could not be deleted while its server refuses it for
        now. Not a number that is counted up: the statements that thousands are sent by would all have to do so.
        """
        seen = self.state, self.to_name, self.to_address, self.handed_over_at, self.sent_at, self.asked_again_at
        return zlib.crc32(repr(seen).encode())

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
        if self.mailing_id is not None and (self.mailing is None or self.mailing.subject is None):
            return "lapsed"
        if self.mailing_id is not None and not self.has_secret:
            return None
        is_over = self.has_secret and self.created_at + link_lives(self.kind) <= datetime.now(UTC)
        return "lapsed" if is_over or self.text is None else None

    @property
    def template_name(self) -> str | None:
        """The template that it was written by; none where a part of the project wrote it."""
        return self.mailing.template_name if self.mailing else None

    @property
    def is_logged(self) -> bool:
        """Whether the log keeps what it says."""
        return self.mailing is None or self.mailing.is_logged

    @property
    def attachments(self) -> list[dict[str, Any]]:
        """The names, types and sizes of what is attached to it, as far as the log has them."""
        return self.mailing.attachments if self.mailing and self.mailing.is_logged else []

    @property
    def is_being_sent(self) -> bool:
        """Whether the server is given the body, and what becomes of it is not known yet."""
        return self.state == "queued" and self.handed_over_at is not None

    @property
    def may_have_arrived(self) -> bool:
        """Whether the server was given the body and never said what became of it."""
        return self.state == "failed" and self.handed_over_at is not None

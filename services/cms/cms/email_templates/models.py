"""Templates of emails, and which of the default ones were made."""

import uuid
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

Format = Literal["html", "plain"]


class EmailTemplate(UuidPrimaryKey, Timestamps, Versioned, Base):
    """Subject and content of emails, in Liquid."""

    __tablename__ = "email_templates"
    __table_args__ = (UniqueConstraint("email_template_type_id", "name"),)

    name: Mapped[str] = mapped_column(String(200))
    email_template_type_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("email_template_types.id"))
    subject: Mapped[str] = mapped_column(String(500))
    content: Mapped[str] = mapped_column(Text)
    format: Mapped[Format] = mapped_column(String(5), server_default="html", default="html")
    recipients: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    """Addresses that get what visitors send by it; without any, the site's contact address does."""
    is_for_visitors: Mapped[bool] = mapped_column(server_default="false", default=False)
    """Whether visitors may have it sent, to its recipients and to nobody else."""


class DefaultEmailTemplate(Base):
    """That a default template was made. It stays when somebody deletes the template: that is not made again."""

    __tablename__ = "default_email_templates"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())

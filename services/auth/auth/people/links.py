"""The table of one-time tokens, by which links in mails work."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, String, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey


class OneTimeToken(UuidPrimaryKey, Base):
    """What a link in a mail is good for, as long as nobody has used it."""

    __tablename__ = "one_time_tokens"
    # One at a time: the link in the newest mail is the one that works.
    __table_args__ = (UniqueConstraint("subject_id", "purpose"),)

    purpose: Mapped[str] = mapped_column(String(30))
    subject_id: Mapped[uuid.UUID]
    """The user or the registration it is for. No foreign key, being of either; what is gone is not found."""
    digest: Mapped[bytes] = mapped_column(unique=True)
    data: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    """What the purpose needs to know again when the token comes back."""
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(index=True)


def is_open(purpose: str, subject_id: SQLColumnExpression[uuid.UUID]) -> ColumnElement[bool]:
    """Whether a subject, named by a column of the query around it, has a usable token of this purpose."""
    return (
        select(OneTimeToken.id)
        .where(
            OneTimeToken.subject_id == subject_id,
            OneTimeToken.purpose == purpose,
            OneTimeToken.expires_at > func.clock_timestamp(),
        )
        .exists()
    )

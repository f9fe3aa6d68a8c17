"""The table of what was done to identities."""

import uuid
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import String, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, UuidPrimaryKey


def _now() -> datetime:
    return datetime.now(UTC)


class AuditEntry(UuidPrimaryKey, Base):
    """That somebody did something to an identity.

    Ids without foreign keys and names as they were then: an entry outlives whom it is about.
    """

    __tablename__ = "audit_entries"

    at: Mapped[datetime] = mapped_column(default=_now, server_default=func.now(), index=True)
    action: Mapped[str] = mapped_column(String(40))
    actor_id: Mapped[uuid.UUID | None] = mapped_column(index=True)
    """The user who did it; none where nobody was logged in."""
    actor_name: Mapped[str | None] = mapped_column(String(401))
    address: Mapped[str | None] = mapped_column(String(64))
    """The client address that it came from."""
    subject_type: Mapped[str] = mapped_column(String(20))
    subject_id: Mapped[uuid.UUID] = mapped_column(index=True)
    subject_name: Mapped[str] = mapped_column(String(401))
    details: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    """Whatever else is worth knowing, without any secret."""

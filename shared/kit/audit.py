"""The audit log of a service: who changed what, written in the transaction of the change."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, String, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from kit.auth import Principal
from kit.db import Base, UuidPrimaryKey


def _now() -> datetime:
    return datetime.now(UTC)


KEPT = timedelta(days=2 * 365)
"""How long the log goes back: it holds names and addresses, which nobody is to keep for ever."""

MAX_SUBJECT_TYPE = 20
"""Characters of the type of what an entry is about; its action has room for a verb besides."""


class AuditEntry(UuidPrimaryKey, Base):
    """That somebody did something to a record.

    Ids without foreign keys, and names as they were then: an entry outlives what it is about.
    """

    __tablename__ = "audit_entries"

    at: Mapped[datetime] = mapped_column(default=_now, server_default=func.now(), index=True)
    action: Mapped[str] = mapped_column(String(40))
    """``<subject type>.<verb>``, such as ``brand.updated``."""
    actor_id: Mapped[uuid.UUID | None] = mapped_column(index=True)
    """The user who did it; none where nobody was logged in."""
    actor_name: Mapped[str | None] = mapped_column(String(401))
    """Known to auth only; in other services the reader of the log asks auth for the names."""
    address: Mapped[str | None] = mapped_column(String(64))
    """The client address that the request came from."""
    subject_type: Mapped[str] = mapped_column(String(MAX_SUBJECT_TYPE))
    subject_id: Mapped[uuid.UUID] = mapped_column(index=True)
    subject_name: Mapped[str] = mapped_column(String(401))
    details: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    """Whatever else is worth knowing, without any secret."""


_LONGEST_NAME = 401


def entry_of(
    principal: Principal | None,
    action: str,
    *,
    subject: tuple[str, uuid.UUID, str],
    details: Mapping[str, Any] | None = None,
    actor_name: str | ColumnElement[str] | None = None,
) -> AuditEntry:
    """An entry that is not stored yet.

    ``subject`` is its type, id and name; ``details`` are JSON values without secrets.
    """
    subject_type, subject_id, name = subject
    return AuditEntry(
        action=action,
        actor_id=uuid.UUID(principal.user_id) if principal else None,
        actor_name=actor_name,
        address=principal.address if principal else None,
        subject_type=subject_type,
        subject_id=subject_id,
        subject_name=name[:_LONGEST_NAME],
        details=dict(details or {}),
    )


def record(
    session: AsyncSession,
    principal: Principal | None,
    action: str,
    *,
    subject: tuple[str, uuid.UUID, str],
    details: Mapping[str, Any] | None = None,
    actor_name: str | ColumnElement[str] | None = None,
) -> None:
    """Add an entry to the audit log, written with the session's next flush; what it takes is what `entry_of` does."""
    session.add(entry_of(principal, action, subject=subject, details=details, actor_name=actor_name))

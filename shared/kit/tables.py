"""kit's own tables, which every service has in its schema."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import Index, String, Text, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey


class OutboxRow(UuidPrimaryKey, Base):
    """An event that this service tells the others. ``sent_at`` is set once it is in the stream."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_unsent", "id", postgresql_where=text("sent_at IS NULL")),)

    name: Mapped[str] = mapped_column(String(100))
    payload: Mapped[dict[str, Any]]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    sent_at: Mapped[datetime | None]


class ConsumedEvent(Base):
    """That one subscriber has dealt with one event, written in the same transaction as its effects."""

    __tablename__ = "consumed_events"

    event_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    subscriber: Mapped[str] = mapped_column(String(200), primary_key=True)
    at: Mapped[datetime] = mapped_column(server_default=func.now())


class Job(UuidPrimaryKey, Timestamps, Base):
    """Work that outlives its request.

    ``state`` goes from queued to running to done or failed, and back to queued for another
    attempt. Whoever runs it holds ``lease`` until ``lease_until``; a row whose lease has run out
    is anybody's again, and what the former holder still wants to write is refused.
    """

    __tablename__ = "jobs"
    __table_args__ = (
        UniqueConstraint("name", "idempotency_key"),
        Index("ix_jobs_open", "run_at", postgresql_where=text("state IN ('queued', 'running')")),
    )

    name: Mapped[str] = mapped_column(String(100))
    queue: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(10), server_default="queued", default="queued")
    args: Mapped[dict[str, Any]]
    progress: Mapped[float] = mapped_column(server_default="0", default=0.0)
    message: Mapped[str | None] = mapped_column(Text)
    attempts: Mapped[int] = mapped_column(server_default="0", default=0)
    max_attempts: Mapped[int]
    run_at: Mapped[datetime] = mapped_column(server_default=func.now())
    lease: Mapped[uuid.UUID | None]
    lease_until: Mapped[datetime | None]
    result: Mapped[Any] = mapped_column(JSONB(none_as_null=True), nullable=True)
    error: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    idempotency_key: Mapped[str | None] = mapped_column(String(200))
    created_by: Mapped[str | None] = mapped_column(String(100))
    finished_at: Mapped[datetime | None]

"""kit's own tables, which every service has in its schema."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    FetchedValue,
    Identity,
    Index,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey


class OutboxRow(Base):
    """An event of this service. The rows are the log that `kit.event_log` reads and prunes.

    ``position`` is drawn when the row is written, and ``transaction`` is the number of the transaction that wrote it:
    rows become visible in another order than that of their positions. ``sent_at`` is what the release before this one
    sets; nothing reads it.
    """

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_transaction", "transaction"),)

    position: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    transaction: Mapped[int] = mapped_column(BigInteger, server_default=FetchedValue())
    id: Mapped[uuid.UUID]
    name: Mapped[str] = mapped_column(String(100))
    payload: Mapped[dict[str, Any]]
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    sent_at: Mapped[datetime | None]

    __mapper_args__ = {"eager_defaults": False}


class EventReader(Base):
    """How far a subscriber of another service has read this service's events, so that these are kept for it."""

    __tablename__ = "event_readers"

    service: Mapped[str] = mapped_column(String(50), primary_key=True)
    subscriber: Mapped[str] = mapped_column(String(200), primary_key=True)
    cursor: Mapped[str] = mapped_column(Text)
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())


class PrunedEvents(Base):
    """Up to where events have been deleted: of no transaction and no position beyond these. One row, or none yet."""

    __tablename__ = "pruned_events"
    __table_args__ = (CheckConstraint("id = 1", name="single_row"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    transaction: Mapped[int] = mapped_column(BigInteger)
    position: Mapped[int] = mapped_column(BigInteger)


class EventCursor(Base):
    """How far one subscriber of this service has come in the events of another; moved in the transaction of its effects.

    ``attempts`` counts how often it has failed at the event that is next, which it is given again at ``retry_at``.
    """

    __tablename__ = "event_cursors"

    publisher: Mapped[str] = mapped_column(String(50), primary_key=True)
    subscriber: Mapped[str] = mapped_column(String(200), primary_key=True)
    cursor: Mapped[str] = mapped_column(Text)
    attempts: Mapped[int] = mapped_column(server_default="0", default=0)
    retry_at: Mapped[datetime | None]
    moved_at: Mapped[datetime] = mapped_column(server_default=func.now())


class FailedEvent(Base):
    """An event that a subscriber of this service failed at for good. A worker that starts tries it once more."""

    __tablename__ = "failed_events"

    event_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    subscriber: Mapped[str] = mapped_column(String(200), primary_key=True)
    publisher: Mapped[str] = mapped_column(String(50))
    event: Mapped[dict[str, Any]]
    error: Mapped[str] = mapped_column(Text)
    failed_at: Mapped[datetime] = mapped_column(server_default=func.now())


class ConsumedEvent(Base):
    """That a subscriber of the release before this one has dealt with an event: it is not to be given it again."""

    __tablename__ = "consumed_events"

    event_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    subscriber: Mapped[str] = mapped_column(String(200), primary_key=True)
    at: Mapped[datetime] = mapped_column(server_default=func.now())


LISTED_JOBS = "(created_by IS NOT NULL OR state = 'failed')"
"""The jobs that notifications list."""


class Job(UuidPrimaryKey, Timestamps, Base):
    """Work that outlives its request.

    ``state`` goes from queued to running to done or failed, and back to queued for another
    attempt. The worker that runs it holds ``lease`` until ``lease_until``; a row whose lease has run out
    is anybody's again, and what the former holder still wants to write is refused.
    """

    __tablename__ = "jobs"
    __table_args__ = (
        UniqueConstraint("name", "idempotency_key"),
        Index("ix_jobs_open", "run_at", postgresql_where=text("state IN ('queued', 'running')")),
        # By which people's own jobs are found, and those of the site itself that failed: most are neither.
        Index("ix_jobs_told", "created_by", "finished_at", postgresql_where=text(LISTED_JOBS)),
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
    # What the release before this one knows a job by that is not to be made twice; this one has `kit.idempotency`.
    idempotency_key: Mapped[str | None] = mapped_column(String(200))
    created_by: Mapped[str | None] = mapped_column(String(100))
    finished_at: Mapped[datetime | None]
    # Somebody has seen that it failed, or another job does its work: nobody else needs to look.
    dismissed_at: Mapped[datetime | None]
    # The `traceparent` of the request or job that it was asked for by, where that was traced.
    asked_by: Mapped[str | None] = mapped_column(String(55))

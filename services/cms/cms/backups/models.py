"""Backups that there are, and what was imported of them. They belong to the installation: no backup has them."""

import uuid
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.cancellable import Cancellable
from kit.db import Base, Timestamps, UuidPrimaryKey

Kind = Literal["manual", "scheduled", "safety", "uploaded"]
State = Literal["running", "done", "failed", "cancelled"]


class Backup(UuidPrimaryKey, Timestamps, Cancellable, Base):
    """An archive in the storage, or one that is being made.

    ``safety`` is what was there before an import. ``contents`` is what the archive's manifest says of its parts.
    """

    __tablename__ = "backups"
    __table_args__ = (
        Index("uq_backups_name", "name", unique=True),
        # A second running backup violates this index, even if both begin at the same moment.
        Index("uq_backups_running", "state", unique=True, postgresql_where=text("state = 'running'")),
    )

    name: Mapped[str] = mapped_column(String(100))
    kind: Mapped[Kind] = mapped_column(String(20))
    state: Mapped[State] = mapped_column(String(20), default="running", server_default="running")
    problem: Mapped[str | None] = mapped_column(Text)
    created_by: Mapped[uuid.UUID | None]
    storage_key: Mapped[str | None] = mapped_column(String(200))
    size: Mapped[int | None] = mapped_column(BigInteger)
    sha256: Mapped[str | None] = mapped_column(String(64))
    release: Mapped[str | None] = mapped_column(String(50))
    contents: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    job_id: Mapped[uuid.UUID | None]
    finished_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]


class BackupImport(UuidPrimaryKey, Timestamps, Cancellable, Base):
    """An import of some parts of a backup.

    From ``decided_at`` on it is carried through, whatever breaks in between: some services may have what was restored.
    """

    __tablename__ = "backup_imports"
    __table_args__ = (
        Index("uq_backup_imports_running", "state", unique=True, postgresql_where=text("state = 'running'")),
        Index("ix_backup_imports_backup_id", "backup_id"),
    )

    backup_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("backups.id"))
    parts: Mapped[list[Any]]
    state: Mapped[State] = mapped_column(String(20), default="running", server_default="running")
    problem: Mapped[str | None] = mapped_column(Text)
    created_by: Mapped[uuid.UUID | None]
    safety_backup_id: Mapped[uuid.UUID | None]
    lost: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    """How many of what could not be carried over, by what it is; and how many files were mended."""
    job_id: Mapped[uuid.UUID | None]
    decided_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]

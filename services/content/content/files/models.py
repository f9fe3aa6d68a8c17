"""What content knows of the library's files, so that a render asks nobody: cms tells it with every change."""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base


class Announced:
    """A row as its owner announced it. Later announcements have higher versions."""

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger)
    # Deleted ones stay until cms removes them: an announcement of before may still come.
    is_deleted: Mapped[bool]
    scope_whitelist: Mapped[list[Any]]
    announced_at: Mapped[datetime]


class File(Announced, Base):
    """A file of the library."""

    __tablename__ = "files"
    __table_args__ = (Index("ix_files_name", "name", "folder_id", postgresql_where=text("NOT is_deleted")),)

    folder_id: Mapped[uuid.UUID | None]
    name: Mapped[str] = mapped_column(String(255))
    is_public: Mapped[bool]
    mime_type: Mapped[str] = mapped_column(String(100))
    size: Mapped[int] = mapped_column(BigInteger)
    width: Mapped[int | None]
    height: Mapped[int | None]
    has_sizes: Mapped[bool]
    alt: Mapped[str] = mapped_column(String(1000))
    title: Mapped[str] = mapped_column(String(500))
    focal_x: Mapped[float]
    focal_y: Mapped[float]
    content_version: Mapped[str] = mapped_column(String(100))


class Folder(Announced, Base):
    """A folder of the library. Its name is its path."""

    __tablename__ = "file_folders"
    __table_args__ = (
        Index("ix_file_folders_name", "name"),
        Index("ix_file_folders_restricted", "name", postgresql_where=text("scope_whitelist <> '[]'::jsonb")),
    )

    name: Mapped[str] = mapped_column(String(1000))

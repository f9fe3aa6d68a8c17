"""What a service knows of the library's files, so that it asks nobody when it shows them: cms tells it with every change.

A service that shows files of the library has tables of its own for them::

    class File(KnownFile, Base): ...
    class Folder(KnownFolder, Base): ...

its migration calls `kit.known_files.migrations.create_known_files`, and its subscriber of ``cms.files_changed`` calls
`kit.known_files.keeping.keep`.
"""

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, String, text
from sqlalchemy.orm import Mapped, declared_attr, mapped_column


class Announced:
    """A row as its owner announced it. Later announcements have higher versions."""

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger)
    # Deleted ones stay until cms removes them: an announcement of before may still come.
    is_deleted: Mapped[bool]
    scope_whitelist: Mapped[list[Any]]
    announced_at: Mapped[datetime]


class KnownFile(Announced):
    """A file of the library."""

    __tablename__ = "files"

    @declared_attr.directive
    def __table_args__(cls) -> tuple[Index, ...]:  # noqa: N805  # declared_attr makes it a class method
        return (Index("ix_files_name", "name", "folder_id", postgresql_where=text("NOT is_deleted")),)

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


class KnownFolder(Announced):
    """A folder of the library. Its name is its path."""

    __tablename__ = "file_folders"

    @declared_attr.directive
    def __table_args__(cls) -> tuple[Index, ...]:  # noqa: N805  # as above
        return (
            Index("ix_file_folders_name", "name"),
            Index("ix_file_folders_restricted", "name", postgresql_where=text("scope_whitelist <> '[]'::jsonb")),
        )

    name: Mapped[str] = mapped_column(String(1000))

"""Folders, and the files and entities in them."""

import uuid
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, String, func, text
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, StrictJSONB, Timestamps, UuidPrimaryKey, Versioned, relationship

_PRESENT = text("deleted_at IS NULL")


class Deletable:
    """A row that is deleted in two steps: marked, so that it can be restored, and removed for good some weeks later.

    ``deletion_id`` is shared by all that one deletion marked: a folder and what was in it.
    """

    deleted_at: Mapped[datetime | None]
    deletion_id: Mapped[uuid.UUID | None]
    deleted_by: Mapped[uuid.UUID | None]
    """The user who deleted it."""

    def mark_deleted(self, user_id: uuid.UUID, deletion_id: uuid.UUID) -> None:
        """Mark it as deleted now."""
        self.deleted_at, self.deletion_id, self.deleted_by = datetime.now(UTC), deletion_id, user_id

    def mark_restored(self) -> None:
        """Take the mark away."""
        self.deleted_at = self.deletion_id = self.deleted_by = None


class Bucket(UuidPrimaryKey, Timestamps, Versioned, Deletable, Base):
    """A folder. Its ``name`` is its path, such as ``images/2026``; the folders above it are those of its beginnings."""

    __tablename__ = "buckets"
    __table_args__ = (
        Index("uq_buckets_name", "name", unique=True, postgresql_where=_PRESENT),
        # For all that is below a folder, whatever order the database sorts letters in.
        Index("ix_buckets_path", "name", postgresql_ops={"name": "text_pattern_ops"}),
        Index("ix_buckets_deleted_at", "deleted_at", postgresql_where=text("deleted_at IS NOT NULL")),
    )

    name: Mapped[str] = mapped_column(String(1000))
    meta_data: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    """Only ``scopeWhitelist`` so far."""
    deleted_from_id: Mapped[uuid.UUID | None]
    """Of a deleted folder: the folder that it was in, whatever that is called by now. None at the top of the library."""


class Entity(UuidPrimaryKey, Timestamps, Versioned, Deletable, Base):
    """A named record in a folder: JSON of any form, and where it has a ``storage_key``, a file.

    One table, since both share names, folders, moves, deletion and visibility.
    """

    __tablename__ = "entities"
    __table_args__ = (
        Index(
            "uq_entities_bucket_id_name",
            "bucket_id",
            "name",
            unique=True,
            postgresql_where=_PRESENT,
            postgresql_nulls_not_distinct=True,
        ),
        Index("ix_entities_storage_key", "storage_key", unique=True),
        Index("ix_entities_deleted_at", "deleted_at", postgresql_where=text("deleted_at IS NOT NULL")),
    )

    bucket_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("buckets.id"))
    """None at the top of the library."""
    name: Mapped[str] = mapped_column(String(255))
    payload: Mapped[Any] = mapped_column(StrictJSONB, server_default="{}", default=dict)
    is_public: Mapped[bool] = mapped_column(server_default="true", default=True)
    meta_data: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    """``alt``, ``title``, ``jpegQuality``, ``scopeWhitelist``, ``focalPoint``, as editors set them."""

    storage_key: Mapped[str | None] = mapped_column(String(200))
    size: Mapped[int | None] = mapped_column(BigInteger)
    sha256: Mapped[str | None] = mapped_column(String(64))
    mime_type: Mapped[str | None] = mapped_column(String(100))
    width: Mapped[int | None]
    height: Mapped[int | None]
    exif: Mapped[dict[str, Any] | None]
    image: Mapped[dict[str, Any] | None]
    """Of an image that variants are made of: ``format``, ``frames`` and ``hasAlpha``."""
    content_at: Mapped[datetime | None] = mapped_column(server_default=func.now())
    """When the content came."""

    bucket: Mapped[Bucket | None] = relationship(lazy="raise")

    @property
    def bucket_name(self) -> str:
        """The name of its folder; empty at the top of the library."""
        return self.bucket.name if self.bucket is not None else ""

    @property
    def path(self) -> str:
        """Its folder's name and its own."""
        return f"{self.bucket_name}/{self.name}" if self.bucket is not None else self.name


class FormerContent(UuidPrimaryKey, Base):
    """What a file's content was before it got another; it can be brought back for some weeks."""

    __tablename__ = "former_contents"

    entity_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("entities.id", ondelete="CASCADE"), index=True)
    storage_key: Mapped[str] = mapped_column(String(200), unique=True)
    size: Mapped[int] = mapped_column(BigInteger)
    sha256: Mapped[str] = mapped_column(String(64))
    mime_type: Mapped[str] = mapped_column(String(100))
    width: Mapped[int | None]
    height: Mapped[int | None]
    exif: Mapped[dict[str, Any] | None]
    image: Mapped[dict[str, Any] | None]
    replaced_at: Mapped[datetime] = mapped_column(index=True)
    replaced_by: Mapped[uuid.UUID | None]

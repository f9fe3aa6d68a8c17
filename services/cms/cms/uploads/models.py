"""Uploads that go on after a lost connection."""

import uuid
from datetime import datetime
from typing import Literal

from sqlalchemy import BigInteger, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from kit.db import Base, Timestamps, UuidPrimaryKey

Purpose = Literal["file", "backup"]
"""What is made of an upload: a file of the library, or a backup."""


class Upload(UuidPrimaryKey, Timestamps, Base):
    """A file on its way: what it is to be, and how much of it is here."""

    __tablename__ = "uploads"

    created_by: Mapped[uuid.UUID]
    """The user who began it, the only one who goes on with it."""
    purpose: Mapped[Purpose] = mapped_column(String(20), default="file", server_default="file")
    name: Mapped[str] = mapped_column(String(255))
    bucket_name: Mapped[str] = mapped_column(String(1000))
    is_public: Mapped[bool]
    size: Mapped[int] = mapped_column(BigInteger)
    received: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    expires_at: Mapped[datetime] = mapped_column(index=True)
    entity_id: Mapped[uuid.UUID | None]
    """The file that came of it. No foreign key: the file may be deleted first."""
    replaces_id: Mapped[uuid.UUID | None]
    """The file that gets the content, in place of a new one."""
    replaces_key: Mapped[str | None] = mapped_column(String(200))
    """The content of that file which the user had seen who began the upload."""
    backup_id: Mapped[uuid.UUID | None]
    """The backup that came of it."""


class UploadPart(Base):
    """A piece of an upload, as it came in one request: an object of its own in the storage."""

    __tablename__ = "upload_parts"

    upload_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("uploads.id", ondelete="CASCADE"), primary_key=True)
    start: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    size: Mapped[int] = mapped_column(BigInteger)
    storage_key: Mapped[str] = mapped_column(String(200), unique=True)

"""The tables of imports: each with its file, what its rows would do or did, and its images; and what columns are for."""

import uuid
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from kit.cancellable import Cancellable
from kit.db import Base, Timestamps, UuidPrimaryKey

State = Literal["uploaded", "planning", "planned", "applying", "done", "failed", "cancelled"]
Outcome = Literal["create", "change", "same", "skip", "error"]


class ProductImport(UuidPrimaryKey, Timestamps, Cancellable, Base):
    """A file that is imported. ``digest`` is of the preview that was shown: that, and nothing else, is carried out."""

    __tablename__ = "imports"
    __table_args__ = (Index(None, "created_at"),)

    kind: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(255))
    size: Mapped[int] = mapped_column(BigInteger)
    storage_key: Mapped[str | None] = mapped_column(String(200))
    created_by: Mapped[uuid.UUID]
    timezone: Mapped[str] = mapped_column(String(64))
    """The time zone of the user who uploaded the file: dates without an offset are in it."""
    format: Mapped[str] = mapped_column(String(20))
    encoding: Mapped[str] = mapped_column(String(20))
    delimiter: Mapped[str] = mapped_column(String(1))
    headers: Mapped[list[Any]]
    samples: Mapped[list[Any]]
    """Of each column, some of what is in it."""
    columns: Mapped[list[Any]]
    fetches_images: Mapped[bool] = mapped_column(server_default="false", default=False)
    job_id: Mapped[uuid.UUID | None]
    digest: Mapped[str | None] = mapped_column(String(64))
    counts: Mapped[dict[str, Any]] = mapped_column(server_default="{}", default=dict)
    fault: Mapped[str | None] = mapped_column(Text)
    # What the release before this one tells of images that are missing; this one has `ImportImages` for it.
    image_faults: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    finished_at: Mapped[datetime | None]


class ImportRow(Base):
    """What a row of the file would do, or has done once the import is done."""

    __tablename__ = "import_rows"
    __table_args__ = (Index(None, "import_id", "outcome", "number"),)

    import_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    outcome: Mapped[str] = mapped_column(String(10))
    title: Mapped[str] = mapped_column(String(300))
    changes: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    notes: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    faults: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)


class ImportImages(UuidPrimaryKey, Base):
    """The images that a product or a group lacks. The row goes when all were fetched.

    With ``faults``, ``{"address", "detail"}`` each, it was tried and waits for somebody who has it tried again.
    """

    __tablename__ = "import_images"
    __table_args__ = (Index(None, "import_id"),)

    import_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("imports.id", ondelete="CASCADE"))
    row: Mapped[int]
    group_id: Mapped[uuid.UUID]
    product_id: Mapped[uuid.UUID | None]
    wanted: Mapped[list[Any]]
    """``{"address", "alt"}`` each, all that it is to have, in their order."""
    present: Mapped[list[Any] | None]
    """Those that it had when the import was carried out, which these replace. The release before this one writes none."""
    faults: Mapped[list[Any]] = mapped_column(server_default="[]", default=list)
    tries: Mapped[int] = mapped_column(server_default="0", default=0)


class ImportedImage(Base):
    """The file of the library that an address was fetched into: it is not fetched twice."""

    __tablename__ = "imported_images"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the address, in hexadecimal: an address may be longer than what an index takes."""
    file_id: Mapped[uuid.UUID]


class RememberedColumns(Base):
    """What somebody said last that the columns of files with these headers are for."""

    __tablename__ = "remembered_columns"

    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the headers in alphabetical order, in hexadecimal."""
    columns: Mapped[list[Any]]
    """``{"header", "field"}`` each, without a field for what is not imported."""
    updated_at: Mapped[datetime] = mapped_column(server_default=func.now())

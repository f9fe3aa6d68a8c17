import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    Computed,
    ForeignKey,
    Index,
    SmallInteger,
    String,
    and_,
    func,
    or_,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from content.address import MAX_CHARACTERS
from content.pages.models import Page
from content.url_maps.patterns import MAX_DESTINATION
from kit.db import Base, Timestamps, UuidPrimaryKey, Versioned

# Of the source, what LIKE takes for itself is escaped; a star stands for any characters.
_LIKE = r"replace(replace(replace(replace(source, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')"


class UrlMap(UuidPrimaryKey, Timestamps, Versioned, Base):
    """Where visitors of an address are sent: to a page, wherever it moves to, to an address, or nowhere (410)."""

    __tablename__ = "url_maps"
    __table_args__ = (
        CheckConstraint("response_code IN (301, 302, 307, 308, 410)", name="response_code"),
        CheckConstraint(
            "(response_code = 410) = (destination IS NULL AND page_id IS NULL)"
            " AND (destination IS NULL OR page_id IS NULL)",
            name="destination",
        ),
        Index("ix_url_maps_patterns", "pattern", postgresql_where=text("pattern IS NOT NULL")),
    )

    source: Mapped[str] = mapped_column(String(MAX_CHARACTERS), unique=True)
    # The source as LIKE reads it; null for a source without a star.
    pattern: Mapped[str | None] = mapped_column(
        String(2 * MAX_CHARACTERS), Computed(f"CASE WHEN strpos(source, '*') > 0 THEN {_LIKE} END", persisted=True)
    )
    destination: Mapped[str | None] = mapped_column(String(MAX_DESTINATION))
    page_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(Page.id), index=True)
    response_code: Mapped[int] = mapped_column(SmallInteger)
    # Who wrote it: a person (manual), or the page that left its address (page_moved, page_deleted).
    origin: Mapped[str] = mapped_column(String(20))
    hits: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    last_hit_at: Mapped[datetime | None]
    # The page that has left this address, where the map was there before and stays: its return leaves it, too.
    left_by_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey(Page.id, ondelete="SET NULL"), index=True)
    # The map, as a row, at the address that the page which left went to: its return brings that back.
    replaced: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))


def is_left_by(page_id: InstrumentedAttribute[uuid.UUID]) -> ColumnElement[bool]:
    """True for the map at an address that this page has left."""
    return or_(UrlMap.left_by_id == page_id, and_(UrlMap.page_id == page_id, UrlMap.origin == "page_moved"))


class MissingAddress(UuidPrimaryKey, Base):
    """An address that visitors asked for in vain."""

    __tablename__ = "missing_addresses"
    __table_args__ = (Index("ix_missing_addresses_last_seen_at", "last_seen_at"),)

    url: Mapped[str] = mapped_column(String(MAX_CHARACTERS), unique=True)
    hits: Mapped[int] = mapped_column(BigInteger)
    # Where the last visitor with a referrer came from, without its query.
    referrer: Mapped[str | None] = mapped_column(String(2048))
    first_seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    last_seen_at: Mapped[datetime] = mapped_column(server_default=func.now())

import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, SmallInteger, String, Text, case, func, text
from sqlalchemy.orm import Mapped, column_property, mapped_column

from content.link_targets import MAX_ADDRESS
from content.links.verdicts import NOT_CHECKED
from content.pages.models import Page
from kit.cancellable import Cancellable
from kit.db import Base, UuidPrimaryKey

_URGENCY = {"broken": 0, "redirected": 1, "unclear": 2, "unchecked": 3, "ok": 4}
_LAST = len(_URGENCY)


class Link(UuidPrimaryKey, Base):
    """An address that pages link to, and the result of its last check."""

    __tablename__ = "links"
    __table_args__ = (Index("uq_links_address", text("md5(address)"), unique=True),)

    address: Mapped[str] = mapped_column(String(MAX_ADDRESS))
    is_internal: Mapped[bool]
    state: Mapped[str] = mapped_column(String(20), default=NOT_CHECKED.state)
    reason: Mapped[str | None] = mapped_column(String(40))
    status: Mapped[int | None] = mapped_column(SmallInteger)
    destination: Mapped[str | None] = mapped_column(Text)
    is_ignored: Mapped[bool] = mapped_column(default=False, server_default="false")
    first_seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    last_checked_at: Mapped[datetime | None]
    # What wants to be mended comes first, what nobody wants to hear of comes last.
    urgency: Mapped[int] = column_property(case((is_ignored, _LAST), else_=case(_URGENCY, value=state, else_=_LAST)))


class LinkUse(UuidPrimaryKey, Base):
    """Where an address stands: a field of a plugin or of a node, and a page that shows it there."""

    __tablename__ = "link_uses"

    link_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Link.id, ondelete="CASCADE"), index=True)
    page_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Page.id, ondelete="CASCADE"), index=True)
    # How many pages show it: what stands in a layout or a branch block is on many.
    page_count: Mapped[int]
    # page, layout or branch: the document that it is stored with.
    holder: Mapped[str] = mapped_column(String(10))
    holder_id: Mapped[uuid.UUID]
    # plugin, node or link, as content.links.collecting has them.
    part: Mapped[str] = mapped_column(String(10))
    part_id: Mapped[uuid.UUID]
    level: Mapped[str] = mapped_column(String(10))
    field: Mapped[str] = mapped_column(String(300))
    written: Mapped[str] = mapped_column(Text)
    # link or image.
    kind: Mapped[str] = mapped_column(String(10))
    text: Mapped[str] = mapped_column(String(200))
    ref: Mapped[str] = mapped_column(String(100))


class LinkCheck(UuidPrimaryKey, Cancellable, Base):
    """A check of all links; how far it is, its job says."""

    __tablename__ = "link_checks"

    job_id: Mapped[uuid.UUID]
    started_at: Mapped[datetime] = mapped_column(server_default=func.now())


class LinkFix(UuidPrimaryKey, Base):
    """Addresses that were replaced together."""

    __tablename__ = "link_fixes"

    created_by: Mapped[uuid.UUID]
    # Where the release before kept what LinkFixPage keeps; it may still run beside this one. Neither read nor written.
    changes: Mapped[list[Any]] = mapped_column(server_default=text("'[]'"), deferred=True)
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


class LinkFixPage(UuidPrimaryKey, Base):
    """A page that a fix has come to, with what has to be known to take back what it did there."""

    __tablename__ = "link_fix_pages"

    fix_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(LinkFix.id, ondelete="CASCADE"), index=True)
    # Of a page that may be gone since.
    page_id: Mapped[uuid.UUID]
    change: Mapped[dict[str, Any]]
    # Of the fix, or of when it was taken back: a check that has read the page before knows nothing of it.
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())

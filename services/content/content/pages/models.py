import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, UniqueConstraint, Uuid, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from content.address import MAX_CHARACTERS
from content.documents.light_only import LIGHT_ONLY
from content.documents.models import TreeDocument
from content.layouts.models import Layout
from content.model.types import Block
from content.templates.models import Template
from kit.db import Base, StrictJSONB, Timestamps, UuidPrimaryKey

# A partial index serves only queries that repeat its condition word for word.
IN_MENU = """config @> '{"menu": {"visible": true}}'"""

LISTED = "pages"
"""The tag of what lists pages: one came, moved or went, or has other settings."""


class Page(UuidPrimaryKey, Timestamps, TreeDocument, Base):
    """A page: its address, its settings and what is its own in the tree.

    `blocks` holds the block of each unique column by node id, those of a layout that it had before included:
    switching back loses nothing.
    """

    __tablename__ = "pages"
    __table_args__ = (
        # Checked at a statement's end: a page that moves may take what one below it leaves.
        UniqueConstraint("url", deferrable=True),
        Index("ix_pages_plugin_ids", "plugin_ids", postgresql_using="gin"),
        Index("ix_pages_branch_ids", "branch_ids", postgresql_using="gin"),
        Index("ix_pages_linked_data_ids", "linked_data_ids", postgresql_using="gin"),
        Index("ix_pages_in_menu", "id", postgresql_where=text(IN_MENU)),
        Index("ix_pages_light_only", "id", postgresql_where=text(LIGHT_ONLY)),
    )

    url: Mapped[str] = mapped_column(String(MAX_CHARACTERS))
    # Whether a URL map applies at the page's address: kept up to date by whatever changes either.
    is_redirected: Mapped[bool] = mapped_column(default=False, server_default="false")
    title: Mapped[str] = mapped_column(String(200))
    display_title: Mapped[str | None] = mapped_column(String(200))
    template_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Template.id), index=True)
    layout_id: Mapped[uuid.UUID] = mapped_column(ForeignKey(Layout.id), index=True)
    meta: Mapped[dict[str, Any]] = mapped_column(default=dict)
    config: Mapped[dict[str, Any]] = mapped_column(default=dict)
    trackers: Mapped[list[Any]] = mapped_column(default=list)
    # Items of linked data in their order, and beside them what they say, as `linked_data.service` copies it.
    linked_data_ids: Mapped[list[uuid.UUID]] = mapped_column(ARRAY(Uuid), default=list, server_default="{}")
    linked_data: Mapped[list[Any]] = mapped_column(default=list)
    blocks: Mapped[dict[str, Block]] = mapped_column(StrictJSONB, default=dict)
    links: Mapped[dict[str, Any]] = mapped_column(default=dict)


class Save(Base):
    """A save that was applied, under the key its sender gave it: a retry is answered, not applied again."""

    __tablename__ = "saves"

    page_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("pages.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    version: Mapped[int] = mapped_column(BigInteger)
    request_hash: Mapped[bytes] = mapped_column(LargeBinary)
    user_id: Mapped[uuid.UUID | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now(), index=True)

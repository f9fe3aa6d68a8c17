import uuid
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    UniqueConstraint,
    Uuid,
    func,
    literal_column,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, column_property, mapped_column

from content.address import MAX_CHARACTERS
from content.blocks.models import Branch
from content.documents.light_only import LIGHT_ONLY
from content.documents.models import TreeDocument
from content.layouts.models import Layout
from content.model.types import Block
from content.templates.models import Template
from kit.db import Base, StrictJSONB, Timestamps, UuidPrimaryKey

# A partial index serves only queries that repeat its condition word for word.
IN_MENU = """config @> '{"menu": {"visible": true}}'"""

HAS_TRACKERS = "trackers <> '[]'"

LISTED = "pages"
"""The tag of what lists pages: one came, moved or went, or has other settings."""


def tree_key(table: str | None = None, column: str = "url") -> str:
    """An address as the tree is sorted by: what is below a page comes right after it.

    No character of an address sorts before the slash then, and none can be mistaken for it.
    """
    name = f"{table}.{column}" if table else column
    # As Postgres writes it, so that the index of the migrations is seen to be the model's.
    return f"""translate({name}::text COLLATE "C", '/'::text, chr(1))"""


def linked_by_nodes(table: str | None = None) -> str:
    """The addresses that stand in the page's own settings of nodes, as the index has them."""
    prefix = f"{table}." if table else ""
    return f"(addresses_in({prefix}links) || addresses_in({prefix}node_fields))"


USED_BY_SETTINGS = "(((files_in(links) || files_in(node_fields)) || files_in(meta)) || files_in(config))"
"""The files that the page's own settings name, as the index has them."""

ODDLY_SPELT_SETTINGS = "spelt_oddly((((links)::text || (node_fields)::text) || (meta)::text) || (config)::text)"
"""Whether the settings may name files in a way that the index does not have. There are very few such."""


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
        Index("ix_pages_tree", text(tree_key())),
        Index("ix_pages_linked", text(linked_by_nodes()), postgresql_using="gin"),
        Index("ix_pages_files", text(USED_BY_SETTINGS), postgresql_using="gin"),
        Index("ix_pages_trackers", "trackers", postgresql_using="gin", postgresql_where=text(HAS_TRACKERS)),
        Index("ix_pages_spelt_oddly", "id", postgresql_where=text(ODDLY_SPELT_SETTINGS)),
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
    # Ids of trackers that this page has beside those of all pages: cms keeps what they are.
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


# How many pages show a layout or a branch block; read where it is asked for.
Layout.page_count = column_property(
    select(func.count()).select_from(Page).where(Page.layout_id == Layout.id).correlate_except(Page).scalar_subquery(),
    deferred=True,
)
Branch.page_count = column_property(
    literal_column(
        """(
    WITH RECURSIVE around (id) AS (
        SELECT branch_blocks.id
      UNION
        SELECT outer_block.id FROM around JOIN branch_blocks outer_block ON outer_block.branch_ids @> ARRAY[around.id]
    )
    SELECT count(*) FROM (
        SELECT p.id FROM pages p WHERE p.branch_ids && ARRAY(SELECT id FROM around)
      UNION
        SELECT p.id FROM layouts l JOIN pages p ON p.layout_id = l.id WHERE l.branch_ids && ARRAY(SELECT id FROM around)
    ) shown)""",
        Integer,
    ),
    deferred=True,
)

"""URL maps, and the log of addresses that were asked for in vain."""

import sqlalchemy as sa
from alembic import op

from kit.migrations import record_columns

revision = "0012"
down_revision = "0011"

_LIKE = r"replace(replace(replace(replace(source, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')"
_PATTERN = f"CASE WHEN strpos(source, '*') > 0 THEN {_LIKE} END"


def upgrade() -> None:
    op.create_table(
        "url_maps",
        *record_columns(),
        sa.Column("source", sa.String(1000), nullable=False),
        sa.Column("pattern", sa.String(2000), sa.Computed(_PATTERN, persisted=True)),
        sa.Column("destination", sa.String(2048), nullable=True),
        sa.Column("page_id", sa.Uuid(), nullable=True),
        sa.Column("response_code", sa.SmallInteger(), nullable=False),
        sa.Column("origin", sa.String(20), nullable=False),
        sa.Column("hits", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("last_hit_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_url_maps"),
        sa.UniqueConstraint("source", name="uq_url_maps_source"),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name="fk_url_maps_page_id_pages"),
        sa.CheckConstraint("response_code IN (301, 302, 307, 308, 410)", name=op.f("ck_url_maps_response_code")),
        sa.CheckConstraint(
            "(response_code = 410) = (destination IS NULL AND page_id IS NULL)"
            " AND (destination IS NULL OR page_id IS NULL)",
            name=op.f("ck_url_maps_destination"),
        ),
    )
    op.create_index("ix_url_maps_page_id", "url_maps", ["page_id"])
    op.create_index("ix_url_maps_patterns", "url_maps", ["pattern"], postgresql_where=sa.text("pattern IS NOT NULL"))
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    op.create_table(
        "missing_addresses",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("url", sa.String(1000), nullable=False),
        sa.Column("hits", sa.BigInteger(), nullable=False),
        sa.Column("referrer", sa.String(2048), nullable=True),
        sa.Column("first_seen_at", moment, server_default=now, nullable=False),
        sa.Column("last_seen_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_missing_addresses"),
        sa.UniqueConstraint("url", name="uq_missing_addresses_url"),
    )
    op.create_index("ix_missing_addresses_last_seen_at", "missing_addresses", ["last_seen_at"])
    op.add_column("pages", sa.Column("is_redirected", sa.Boolean(), server_default="false", nullable=False))
    # Checked at a statement's end: a page that moves may take what one below it leaves.
    op.drop_constraint("uq_pages_url", "pages")
    op.create_unique_constraint("uq_pages_url", "pages", ["url"], deferrable=True)

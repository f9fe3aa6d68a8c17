"""What the link checker found, and what was changed by it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    op.create_table(
        "links",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("address", sa.String(2048), nullable=False),
        sa.Column("is_internal", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("reason", sa.String(40), nullable=True),
        sa.Column("status", sa.SmallInteger(), nullable=True),
        sa.Column("destination", sa.Text(), nullable=True),
        sa.Column("is_ignored", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("first_seen_at", moment, server_default=now, nullable=False),
        sa.Column("last_checked_at", moment, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_links"),
    )
    # An entry of an index holds fewer bytes than an address may have.
    op.create_index("uq_links_address", "links", [sa.text("md5(address)")], unique=True)
    op.create_table(
        "link_uses",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("link_id", sa.Uuid(), nullable=False),
        sa.Column("page_id", sa.Uuid(), nullable=False),
        sa.Column("page_count", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(10), nullable=False),
        sa.Column("holder_id", sa.Uuid(), nullable=False),
        sa.Column("part", sa.String(10), nullable=False),
        sa.Column("part_id", sa.Uuid(), nullable=False),
        sa.Column("level", sa.String(10), nullable=False),
        sa.Column("field", sa.String(300), nullable=False),
        sa.Column("written", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("ref", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_link_uses"),
        sa.ForeignKeyConstraint(["link_id"], ["links.id"], name="fk_link_uses_link_id_links", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name="fk_link_uses_page_id_pages", ondelete="CASCADE"),
    )
    op.create_index("ix_link_uses_link_id", "link_uses", ["link_id"])
    op.create_index("ix_link_uses_page_id", "link_uses", ["page_id"])
    op.create_table(
        "link_checks",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("job_id", sa.Uuid(), nullable=False),
        sa.Column("started_at", moment, server_default=now, nullable=False),
        sa.Column("cancelled_at", moment, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_link_checks"),
    )
    op.create_table(
        "link_fixes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_by", sa.Uuid(), nullable=False),
        sa.Column("changes", JSONB(), nullable=False),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_link_fixes"),
    )

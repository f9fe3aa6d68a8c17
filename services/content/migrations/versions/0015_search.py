"""The index of the site's search."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TSVECTOR

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "search_documents",
        sa.Column("page_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("is_whole", sa.Boolean(), nullable=False),
        sa.Column("audience", sa.String(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("shared", sa.String(), nullable=False),
        sa.Column("vector", TSVECTOR(), nullable=False),
        sa.ForeignKeyConstraint(
            ["page_id"], ["pages.id"], name="fk_search_documents_page_id_pages", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("page_id", "number", name="pk_search_documents"),
    )
    op.create_index("ix_search_documents_vector", "search_documents", ["vector"], postgresql_using="gin")
    op.create_index(
        "ix_search_documents_restricted",
        "search_documents",
        ["page_id"],
        postgresql_where=sa.text("audience <> '[]'"),
    )
    op.create_table(
        "search_state",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(20), nullable=False),
        sa.Column("extraction", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_search_state"),
        sa.CheckConstraint("id = 1", name=op.f("ck_search_state_single_row")),
    )
    op.create_table(
        "search_stale_pages",
        sa.Column("page_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("is_urgent", sa.Boolean(), nullable=False),
        sa.Column("is_restricted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("page_id", name="pk_search_stale_pages"),
    )
    op.create_index("ix_search_stale_pages_order", "search_stale_pages", ["is_urgent", "version"])
    op.execute("CREATE AGGREGATE search_vector_concat(tsvector) (SFUNC = tsvector_concat, STYPE = tsvector)")

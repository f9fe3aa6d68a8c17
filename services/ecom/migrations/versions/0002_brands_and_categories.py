"""Brands, categories, and the log of who changed what."""

import sqlalchemy as sa
from alembic import op

from kit.migrations import create_audit_table, create_idempotency_table, record_columns, tree_columns

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_audit_table()
    create_idempotency_table()
    op.create_table(
        "brands",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("website", sa.String(2048), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_brands"),
        sa.UniqueConstraint("name", name="uq_brands_name"),
    )
    op.create_table(
        "categories",
        *record_columns(),
        *tree_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_categories"),
        sa.ForeignKeyConstraint(["parent_id"], ["categories.id"], name="fk_categories_parent_id_categories"),
    )
    op.create_index("ix_categories_parent_id", "categories", ["parent_id"])

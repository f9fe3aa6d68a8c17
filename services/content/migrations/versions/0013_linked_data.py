"""Linked data: items, and which of them pages have."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from kit.migrations import record_columns

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "linked_data",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("data", postgresql.JSON(), nullable=False),
        sa.Column("types", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_linked_data"),
        sa.UniqueConstraint("name", name="uq_linked_data_name"),
    )
    ids = sa.Column("linked_data_ids", postgresql.ARRAY(sa.Uuid()), server_default="{}", nullable=False)
    op.add_column("pages", ids)
    op.create_index("ix_pages_linked_data_ids", "pages", ["linked_data_ids"], postgresql_using="gin")

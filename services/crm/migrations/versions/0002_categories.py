"""Categories, and the log of who changed what."""

import sqlalchemy as sa
from alembic import op

from kit.migrations import create_audit_table, create_idempotency_table, record_columns

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_audit_table()
    create_idempotency_table()
    op.create_table(
        "categories",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_categories"),
        sa.UniqueConstraint("name", name="uq_categories_name"),
    )

"""Who deleted a file or a folder."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    for table in ("buckets", "entities"):
        op.add_column(table, sa.Column("deleted_by", sa.Uuid(), nullable=True))

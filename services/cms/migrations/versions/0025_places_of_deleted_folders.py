"""Where deleted folders were."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    # No reference: a folder and the one that it was in are removed for good in any order.
    op.add_column("buckets", sa.Column("deleted_from_id", sa.Uuid(), nullable=True))

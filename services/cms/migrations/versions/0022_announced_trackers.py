"""What was announced last of trackers, so that a start announces what a release has changed of it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.create_table(
        "announced_trackers",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("said", JSONB(), nullable=False),
        sa.CheckConstraint("id = 1", name="ck_announced_trackers_single_row"),
        sa.PrimaryKeyConstraint("id", name="pk_announced_trackers"),
    )

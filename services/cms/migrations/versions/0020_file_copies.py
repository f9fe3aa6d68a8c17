"""How many images people had fetched from other sites of late."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "file_copy_counts",
        sa.Column("bucket", sa.LargeBinary(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("window_ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_file_copy_counts"),
    )
    op.create_index("ix_file_copy_counts_window_ends_at", "file_copy_counts", ["window_ends_at"])

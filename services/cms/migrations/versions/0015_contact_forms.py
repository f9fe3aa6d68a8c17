"""Contact forms: files of enquiries, and how many messages came of late."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0013"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "contact_files",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("message_id", sa.Uuid(), nullable=False),
        sa.Column("storage_key", sa.String(200), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("media_type", sa.String(100), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("received_at", moment, server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_contact_files"),
    )
    op.create_index("ix_contact_files_message_id", "contact_files", ["message_id"])
    op.create_index("ix_contact_files_received_at", "contact_files", ["received_at"])
    op.create_table(
        "contact_counts",
        sa.Column("bucket", sa.LargeBinary(), nullable=False),
        sa.Column("messages", sa.Integer(), nullable=False),
        sa.Column("window_ends_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_contact_counts"),
    )
    op.create_index("ix_contact_counts_window_ends_at", "contact_counts", ["window_ends_at"])

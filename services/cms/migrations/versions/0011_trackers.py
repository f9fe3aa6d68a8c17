"""Trackers: snippets of others that pages carry."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

from kit.migrations import record_columns

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "trackers",
        *record_columns(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("category", sa.String(20), nullable=False),
        sa.Column("place", sa.String(10), nullable=False),
        sa.Column("snippet", sa.Text(), nullable=False),
        sa.Column("hosts", ARRAY(sa.String(260)), server_default="{}", nullable=False),
        sa.Column("is_enabled", sa.Boolean(), server_default="true", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_trackers"),
        sa.UniqueConstraint("name", name="uq_trackers_name"),
    )

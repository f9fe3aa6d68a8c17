"""The site's settings."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    op.create_table(
        "config_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("value", JSONB(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.Column("updated_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_config_entries"),
        sa.UniqueConstraint("key", name="uq_config_entries_key"),
    )

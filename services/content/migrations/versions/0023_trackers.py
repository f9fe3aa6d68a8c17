"""What pages load of others, as cms announces it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.add_column("site", sa.Column("trackers", JSONB(), server_default="{}", nullable=False))

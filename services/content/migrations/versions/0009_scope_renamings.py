"""Scopes that are being renamed in whitelists."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("site", sa.Column("scope_renamings", JSONB(), server_default=sa.text("'{}'"), nullable=False))

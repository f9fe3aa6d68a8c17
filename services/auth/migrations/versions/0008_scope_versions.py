"""Scopes have versions."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("scopes", sa.Column("version", sa.Integer(), server_default="1", nullable=False))

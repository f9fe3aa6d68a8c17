"""Scopes have versions."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("scopes", sa.Column("version", sa.Integer(), server_default="1", nullable=False))

"""Emails: bodies with a link that lets somebody in are sealed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("emails", sa.Column("is_sealed", sa.Boolean(), server_default="false", nullable=False))

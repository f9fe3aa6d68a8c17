"""Whether visitors may register, which pages show."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("site", sa.Column("allow_registration", sa.Boolean(), server_default="false", nullable=False))

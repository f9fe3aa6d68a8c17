"""Which of the announced settings of the site are in its row."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("site", sa.Column("settings_version", sa.BigInteger(), server_default="0", nullable=False))

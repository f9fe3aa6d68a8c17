"""Config entries: secrets are sealed. Entries that nobody declares any more stay, and are told to nobody."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("config_entries", sa.Column("sealed", sa.LargeBinary(), nullable=True))

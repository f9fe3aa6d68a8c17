"""Backups that arrive in pieces, as large files do."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    # The release before goes on to begin uploads of files, and says no purpose.
    op.add_column("uploads", sa.Column("purpose", sa.String(20), nullable=False, server_default="file"))
    op.add_column("uploads", sa.Column("backup_id", sa.Uuid(), nullable=True))

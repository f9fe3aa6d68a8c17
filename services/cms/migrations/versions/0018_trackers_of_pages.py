"""Trackers of single pages. The release before loads them on all pages, as it does every tracker."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("trackers", sa.Column("is_on_all_pages", sa.Boolean(), server_default="true", nullable=False))

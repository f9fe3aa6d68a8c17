"""The site's logo and icon, as cms announces them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    op.add_column("site", sa.Column("images", JSONB(), server_default="{}", nullable=False))

"""The images that products had when an import was carried out: what is fetched replaces those, and none that came since."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("import_images", sa.Column("present", JSONB(), nullable=True))

"""What auth knows of the site's settings, which cms keeps."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "site",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("allows_registration", sa.Boolean(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 1", name="ck_site_single_row"),
        sa.PrimaryKeyConstraint("id", name="pk_site"),
    )

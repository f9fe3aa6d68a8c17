"""What whitelists call the site's own scopes, to rename them there."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "known_scopes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_known_scopes"),
    )
    op.add_column("site", sa.Column("scopes_version", sa.BigInteger(), server_default="0", nullable=False))

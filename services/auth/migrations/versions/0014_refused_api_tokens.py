"""Which API tokens are refused although services were told that they are good."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "refused_api_tokens",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("token_id", sa.Uuid(), nullable=False),
        sa.Column(
            "refused_at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False
        ),
        sa.PrimaryKeyConstraint("id", name="pk_refused_api_tokens"),
    )
    op.create_index("ix_refused_api_tokens_refused_at", "refused_api_tokens", ["refused_at"])

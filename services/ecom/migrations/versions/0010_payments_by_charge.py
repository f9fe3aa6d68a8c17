"""Indexes by which a payment is found from what a provider calls its charge or its authorisation."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    for column in ("charge_id", "authorisation_id"):
        op.create_index(
            f"ix_payments_{column}", "payments", [column], postgresql_where=sa.text(f"{column} IS NOT NULL")
        )

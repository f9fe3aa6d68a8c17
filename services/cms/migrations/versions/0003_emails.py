"""Emails: what was sent, what waits, what was kept."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    now, moment = sa.text("now()"), sa.DateTime(timezone=True)
    op.create_table(
        "emails",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("to_name", sa.String(500), nullable=False),
        sa.Column("to_address", sa.String(254), nullable=False),
        sa.Column("subject", sa.String(500), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("html", sa.Text(), nullable=True),
        sa.Column("has_secret", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(1000), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("handed_over_at", moment, nullable=True),
        sa.Column("sent_at", moment, nullable=True),
        sa.Column("idempotency_key", sa.String(200), nullable=True),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.Column("updated_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_emails"),
        sa.UniqueConstraint("idempotency_key", name="uq_emails_idempotency_key"),
    )
    op.create_index("ix_emails_created_at", "emails", ["created_at"])

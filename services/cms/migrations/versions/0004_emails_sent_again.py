"""Emails: who is sent one again, and what is to be taken out of the log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("emails", sa.Column("asked_again_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_emails_secret",
        "emails",
        ["created_at"],
        postgresql_where=sa.text("has_secret AND (text IS NOT NULL OR html IS NOT NULL)"),
    )

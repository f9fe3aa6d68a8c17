"""Newsletters: mailing lists and their subscribers, and where the recipient of a mailing unsubscribes."""

import sqlalchemy as sa
from alembic import op

from kit.migrations import record_columns

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.add_column("mailings", sa.Column("unsubscribe_url", sa.String(2048)))
    op.create_table(
        "mailing_lists",
        *record_columns(),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("provider", sa.String(20), nullable=False),
        sa.Column("external_id", sa.String(100), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_mailing_lists"),
        sa.UniqueConstraint("key", name="uq_mailing_lists_key"),
    )
    op.create_table(
        "subscribers",
        *record_columns(),
        sa.Column("list_id", sa.Uuid(), nullable=False),
        sa.Column("email_address", sa.String(254), nullable=False),
        sa.Column("email_key", sa.String(254), sa.Computed("lower(email_address)", persisted=True), nullable=False),
        sa.Column("name", sa.String(200), server_default="", nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("source", sa.String(10), nullable=False),
        sa.Column("requested_at", moment, server_default=sa.text("now()"), nullable=False),
        sa.Column("confirmed_at", moment),
        sa.Column("unsubscribed_at", moment),
        sa.Column("is_unsubscribed_by_hand", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("page_url", sa.String(2048), server_default="", nullable=False),
        sa.Column("page_title", sa.String(500), server_default="", nullable=False),
        sa.Column("consent", sa.Text(), server_default="", nullable=False),
        sa.Column("confirmation_key", sa.String(32), nullable=False),
        sa.Column("asked_at", moment),
        sa.Column("times_asked", sa.Integer(), server_default="0", nullable=False),
        sa.Column("unsubscribe_token", sa.String(32), nullable=False),
        sa.Column("forwarding", sa.String(10), server_default="none", nullable=False),
        sa.Column("forwarding_fault", sa.String(40), server_default="", nullable=False),
        sa.Column("forwarded_at", moment),
        sa.PrimaryKeyConstraint("id", name="pk_subscribers"),
        sa.ForeignKeyConstraint(["list_id"], ["mailing_lists.id"], name="fk_subscribers_list_id_mailing_lists"),
        sa.UniqueConstraint("list_id", "email_key", name="uq_subscribers_list_id_email_key"),
    )
    op.create_index("ix_subscribers_list_id_state", "subscribers", ["list_id", "state"])
    op.create_index("ix_subscribers_unsubscribe_token", "subscribers", ["unsubscribe_token"], unique=True)
    op.create_index(
        "ix_subscribers_pending", "subscribers", ["requested_at"], postgresql_where=sa.text("state = 'pending'")
    )

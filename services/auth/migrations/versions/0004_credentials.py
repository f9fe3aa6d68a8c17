"""One-time tokens, registrations, and when a session was confirmed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004"
down_revision = "0003"

_MOMENT = sa.DateTime(timezone=True)
_NOW = sa.text("now()")


def upgrade() -> None:
    op.add_column("sessions", sa.Column("confirmed_at", _MOMENT, server_default=_NOW, nullable=False))
    op.execute("UPDATE sessions SET confirmed_at = created_at")
    op.create_table(
        "one_time_tokens",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.String(30), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("data", JSONB(), server_default="{}", nullable=False),
        sa.Column("created_at", _MOMENT, server_default=_NOW, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_one_time_tokens"),
        sa.UniqueConstraint("digest", name="uq_one_time_tokens_digest"),
        sa.UniqueConstraint("subject_id", "purpose", name="uq_one_time_tokens_subject_id_purpose"),
    )
    op.create_index("ix_one_time_tokens_expires_at", "one_time_tokens", ["expires_at"])
    op.create_table(
        "registrations",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("first_name", sa.String(200), nullable=False),
        sa.Column("last_name", sa.String(200), nullable=False),
        sa.Column("email_address", sa.String(254), nullable=False),
        sa.Column("email_key", sa.String(300), nullable=False),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=False),
        sa.Column("created_at", _MOMENT, server_default=_NOW, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_registrations"),
    )
    op.create_index("ix_registrations_email_key", "registrations", ["email_key"])
    op.create_index("ix_registrations_expires_at", "registrations", ["expires_at"])

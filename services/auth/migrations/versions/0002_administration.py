"""What administrators do to identities is written down, and records carry versions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column(
        "scopes", sa.Column("requires_second_factor", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("people", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.add_column("users", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.add_column("users", sa.Column("has_second_factor", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("users", sa.Column("last_login_at", sa.DateTime(timezone=True), nullable=True))
    # The sessions of a deleted user stay until they are purged, so that Redis can be told again that they ended.
    op.drop_constraint("fk_sessions_user_id_users", "sessions")
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("actor_name", sa.String(401), nullable=True),
        sa.Column("address", sa.String(64), nullable=True),
        sa.Column("subject_type", sa.String(20), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=False),
        sa.Column("subject_name", sa.String(401), nullable=False),
        sa.Column("details", JSONB(), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
    )
    op.create_index("ix_audit_entries_at", "audit_entries", ["at"])
    op.create_index("ix_audit_entries_actor_id", "audit_entries", ["actor_id"])
    op.create_index("ix_audit_entries_subject_id", "audit_entries", ["subject_id"])

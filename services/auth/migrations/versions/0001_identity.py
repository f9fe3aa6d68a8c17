"""People, users, scopes, sessions, signing keys and counted failures."""

import sqlalchemy as sa
from alembic import op

from kit.migrations import create_kit_tables

revision = "0001"
down_revision = None

_NOW = sa.text("now()")


def upgrade() -> None:
    create_kit_tables()
    _people_and_users()
    _sessions()
    op.create_table(
        "signing_keys",
        sa.Column("kid", sa.String(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sealed_private_key", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.PrimaryKeyConstraint("kid", name="pk_signing_keys"),
    )
    op.create_table(
        "failure_counts",
        sa.Column("bucket", sa.LargeBinary(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("window_ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_failure_counts"),
    )
    op.create_index("ix_failure_counts_window_ends_at", "failure_counts", ["window_ends_at"])


def _people_and_users() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("first_name", sa.String(200), nullable=False),
        sa.Column("last_name", sa.String(200), nullable=False),
        sa.Column("email_address", sa.String(254), nullable=False),
        sa.Column("email_key", sa.String(300), nullable=False),
        sa.Column("timezone", sa.String(64), nullable=False),
        *_timestamps(),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("email_key", name="uq_people_email_key"),
    )
    op.create_table(
        "scopes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("description", sa.String(500), nullable=False),
        *_timestamps(),
        sa.PrimaryKeyConstraint("id", name="pk_scopes"),
        sa.UniqueConstraint("name", name="uq_scopes_name"),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(20), server_default="active", nullable=False),
        sa.Column("password_hash", sa.String(), nullable=True),
        *_timestamps(),
        sa.CheckConstraint("state in ('active', 'disabled')", name="ck_users_state"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_users_person_id_people", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("person_id", name="uq_users_person_id"),
    )
    op.create_table(
        "user_scopes",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("scope_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_user_scopes_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["scope_id"], ["scopes.id"], name="fk_user_scopes_scope_id_scopes", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "scope_id", name="pk_user_scopes"),
    )
    op.create_index("ix_user_scopes_scope_id", "user_scopes", ["scope_id"])


def _sessions() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("family_digest", sa.LargeBinary(), nullable=False),
        sa.Column("secret_digest", sa.LargeBinary(), nullable=False),
        sa.Column("previous_digest", sa.LargeBinary(), nullable=True),
        sa.Column("rotated_at", moment, nullable=True),
        sa.Column("device", sa.String(300), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("created_at", moment, server_default=_NOW, nullable=False),
        sa.Column("last_used_at", moment, server_default=_NOW, nullable=False),
        sa.Column("expires_at", moment, nullable=False),
        sa.Column("ends_at", moment, nullable=False),
        sa.Column("ended_at", moment, nullable=True),
        sa.Column("end_reason", sa.String(20), nullable=True),
        sa.CheckConstraint("(ended_at is null) = (end_reason is null)", name="ck_sessions_end"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sessions_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("family_digest", name="uq_sessions_family_digest"),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_index("ix_sessions_ended", "sessions", ["ended_at"], postgresql_where=sa.text("ended_at is not null"))


def _timestamps() -> list[sa.Column[object]]:
    return [
        sa.Column(name, sa.DateTime(timezone=True), server_default=_NOW, nullable=False)
        for name in ("created_at", "updated_at")
    ]

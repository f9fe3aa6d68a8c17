"""Passkeys, authenticator apps, recovery codes and login challenges."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0005"
down_revision = "0004"

_MOMENT = sa.DateTime(timezone=True)
_NOW = sa.text("now()")


def upgrade() -> None:
    _authenticators()
    op.create_table(
        "recovery_codes",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        _user("recovery_codes"),
        sa.PrimaryKeyConstraint("user_id", "digest", name="pk_recovery_codes"),
    )
    _passkeys()
    op.create_table(
        "login_challenges",
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("purpose", sa.String(30), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("password_digest", sa.LargeBinary(), nullable=True),
        sa.Column("tries", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        _user("login_challenges"),
        sa.PrimaryKeyConstraint("digest", name="pk_login_challenges"),
    )
    op.create_index("ix_login_challenges_user_id", "login_challenges", ["user_id"])
    op.create_index("ix_login_challenges_expires_at", "login_challenges", ["expires_at"])


def _authenticators() -> None:
    op.create_table(
        "authenticators",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("sealed_secret", sa.LargeBinary(), nullable=False),
        sa.Column("last_step", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("created_at", _MOMENT, server_default=_NOW, nullable=False),
        sa.Column("enabled_at", _MOMENT, nullable=True),
        _user("authenticators"),
        sa.PrimaryKeyConstraint("id", name="pk_authenticators"),
    )
    for name, condition in (("enabled", "enabled_at is not null"), ("pending", "enabled_at is null")):
        op.create_index(
            f"ix_authenticators_{name}", "authenticators", ["user_id"], unique=True, postgresql_where=sa.text(condition)
        )


def _passkeys() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("transports", JSONB(), server_default="[]", nullable=False),
        sa.Column("is_backed_up", sa.Boolean(), nullable=False),
        sa.Column("created_at", _MOMENT, server_default=_NOW, nullable=False),
        sa.Column("last_used_at", _MOMENT, nullable=True),
        _user("passkeys"),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
        sa.UniqueConstraint("credential_id", name="uq_passkeys_credential_id"),
    )
    op.create_index("ix_passkeys_user_id", "passkeys", ["user_id"])


def _user(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=f"fk_{table}_user_id_users", ondelete="CASCADE")

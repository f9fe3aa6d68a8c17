"""Schemas, profile data and API tokens."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision = "0003"
down_revision = "0002"

_NOW = sa.text("now()")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "schemas",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("description", sa.String(2000), nullable=False),
        sa.Column("schema", sa.JSON(), nullable=False),
        sa.Column("member_access", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        *_timestamps(),
        sa.CheckConstraint("member_access in ('none', 'read', 'write')", name="ck_schemas_member_access"),
        sa.PrimaryKeyConstraint("id", name="pk_schemas"),
        sa.UniqueConstraint("name", name="uq_schemas_name"),
    )
    op.create_table(
        "profile_data",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("schema_id", sa.Uuid(), nullable=False),
        sa.Column("data", JSONB(), nullable=False),
        sa.Column("is_valid", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        *_timestamps(),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_profile_data_person_id_people", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["schema_id"], ["schemas.id"], name="fk_profile_data_schema_id_schemas", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_profile_data"),
        sa.UniqueConstraint("person_id", "schema_id", name="uq_profile_data_person_id_schema_id"),
    )
    op.create_index("ix_profile_data_schema_id", "profile_data", ["schema_id"])
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("start", sa.String(12), nullable=False),
        sa.Column("scopes", ARRAY(sa.String()), nullable=False),
        sa.Column("created_at", _MOMENT, server_default=_NOW, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("last_used_at", _MOMENT, nullable=True),
        sa.Column("revoked_at", _MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_api_tokens_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_api_tokens"),
        sa.UniqueConstraint("digest", name="uq_api_tokens_digest"),
    )
    op.create_index("ix_api_tokens_user_id", "api_tokens", ["user_id"])
    op.create_index("ix_api_tokens_expires_at", "api_tokens", ["expires_at"])


def _timestamps() -> list[sa.Column[object]]:
    return [sa.Column(name, _MOMENT, server_default=_NOW, nullable=False) for name in ("created_at", "updated_at")]

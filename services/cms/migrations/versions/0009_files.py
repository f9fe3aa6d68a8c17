"""Folders, files and entities, and uploads that go on after a lost connection."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from kit.migrations import record_columns

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "buckets",
        *record_columns(),
        *_deletion(moment),
        sa.Column("name", sa.String(1000), nullable=False),
        sa.Column("meta_data", JSONB(), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_buckets"),
    )
    present = sa.text("deleted_at IS NULL")
    op.create_index("uq_buckets_name", "buckets", ["name"], unique=True, postgresql_where=present)
    op.create_index("ix_buckets_path", "buckets", ["name"], postgresql_ops={"name": "text_pattern_ops"})
    op.create_table(
        "entities",
        *record_columns(),
        *_deletion(moment),
        sa.Column("bucket_id", sa.Uuid(), nullable=True),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("payload", JSONB(), server_default="{}", nullable=False),
        sa.Column("is_public", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("meta_data", JSONB(), server_default="{}", nullable=False),
        sa.Column("storage_key", sa.String(200), nullable=True),
        sa.Column("size", sa.BigInteger(), nullable=True),
        sa.Column("sha256", sa.String(64), nullable=True),
        sa.Column("mime_type", sa.String(100), nullable=True),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("exif", JSONB(), nullable=True),
        sa.Column("image", JSONB(), nullable=True),
        sa.Column("content_at", moment, server_default=sa.text("now()"), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_entities"),
        sa.ForeignKeyConstraint(["bucket_id"], ["buckets.id"], name="fk_entities_bucket_id_buckets"),
    )
    op.create_index(
        "uq_entities_bucket_id_name",
        "entities",
        ["bucket_id", "name"],
        unique=True,
        postgresql_where=present,
        postgresql_nulls_not_distinct=True,
    )
    op.create_index("ix_entities_storage_key", "entities", ["storage_key"], unique=True)
    for table in ("buckets", "entities"):
        deleted = sa.text("deleted_at IS NOT NULL")
        op.create_index(f"ix_{table}_deleted_at", table, ["deleted_at"], postgresql_where=deleted)
    _create_uploads(moment)


def _create_uploads(moment: sa.DateTime) -> None:
    now = sa.text("now()")
    op.create_table(
        "uploads",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_by", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("bucket_name", sa.String(1000), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("received", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("expires_at", moment, nullable=False),
        sa.Column("entity_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.Column("updated_at", moment, server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
    )
    op.create_index("ix_uploads_expires_at", "uploads", ["expires_at"])
    op.create_table(
        "upload_parts",
        sa.Column("upload_id", sa.Uuid(), nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("storage_key", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("upload_id", "start", name="pk_upload_parts"),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["uploads.id"], ondelete="CASCADE", name="fk_upload_parts_upload_id_uploads"
        ),
        sa.UniqueConstraint("storage_key", name="uq_upload_parts_storage_key"),
    )


def _deletion(moment: sa.DateTime) -> list[sa.Column]:
    return [sa.Column("deleted_at", moment, nullable=True), sa.Column("deletion_id", sa.Uuid(), nullable=True)]

"""Backups: what there is of them, and what was imported."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0014"
down_revision = "0013"

_RUNNING = sa.text("state = 'running'")


def upgrade() -> None:
    moment, now = sa.DateTime(timezone=True), sa.text("now()")
    op.create_table(
        "backups",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.Column("updated_at", moment, server_default=now, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("state", sa.String(20), server_default="running", nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("created_by", sa.Uuid(), nullable=True),
        sa.Column("storage_key", sa.String(200), nullable=True),
        sa.Column("size", sa.BigInteger(), nullable=True),
        sa.Column("sha256", sa.String(64), nullable=True),
        sa.Column("release", sa.String(50), nullable=True),
        sa.Column("contents", JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("job_id", sa.Uuid(), nullable=True),
        sa.Column("finished_at", moment, nullable=True),
        sa.Column("cancelled_at", moment, nullable=True),
        sa.Column("deleted_at", moment, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_backups"),
    )
    op.create_index("uq_backups_name", "backups", ["name"], unique=True)
    op.create_index("uq_backups_running", "backups", ["state"], unique=True, postgresql_where=_RUNNING)
    op.create_table(
        "backup_imports",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", moment, server_default=now, nullable=False),
        sa.Column("updated_at", moment, server_default=now, nullable=False),
        sa.Column("backup_id", sa.Uuid(), nullable=False),
        sa.Column("parts", JSONB(), nullable=False),
        sa.Column("state", sa.String(20), server_default="running", nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("created_by", sa.Uuid(), nullable=True),
        sa.Column("safety_backup_id", sa.Uuid(), nullable=True),
        sa.Column("lost", JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("job_id", sa.Uuid(), nullable=True),
        sa.Column("decided_at", moment, nullable=True),
        sa.Column("cancelled_at", moment, nullable=True),
        sa.Column("finished_at", moment, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_backup_imports"),
        sa.ForeignKeyConstraint(["backup_id"], ["backups.id"], name="fk_backup_imports_backup_id_backups"),
    )
    op.create_index("uq_backup_imports_running", "backup_imports", ["state"], unique=True, postgresql_where=_RUNNING)
    op.create_index("ix_backup_imports_backup_id", "backup_imports", ["backup_id"])

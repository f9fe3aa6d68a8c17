"""The tables of what a service knows of the library's files, as its migration creates them."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB


def create_known_files(job: str) -> None:
    """Create the tables of `kit.known_files`, and have cms tell of all its files: its log does not reach back so far.

    ``job`` is the service's own that asks; it waits until workers of the release before, which do not know it, are gone.
    """
    op.create_table(
        "files",
        *_announced_columns(),
        sa.Column("folder_id", sa.Uuid(), nullable=True),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("is_public", sa.Boolean(), nullable=False),
        sa.Column("mime_type", sa.String(100), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("has_sizes", sa.Boolean(), nullable=False),
        sa.Column("alt", sa.String(1000), nullable=False),
        sa.Column("title", sa.String(500), nullable=False),
        sa.Column("focal_x", sa.Float(), nullable=False),
        sa.Column("focal_y", sa.Float(), nullable=False),
        sa.Column("content_version", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_files"),
    )
    present = sa.text("NOT is_deleted")
    op.create_index("ix_files_name", "files", ["name", "folder_id"], postgresql_where=present)
    op.create_table(
        "file_folders",
        *_announced_columns(),
        sa.Column("name", sa.String(1000), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_file_folders"),
    )
    op.create_index("ix_file_folders_name", "file_folders", ["name"])
    restricted = sa.text("scope_whitelist <> '[]'::jsonb")
    op.create_index("ix_file_folders_restricted", "file_folders", ["name"], postgresql_where=restricted)
    enqueue = sa.text(
        "INSERT INTO jobs (id, name, queue, args, max_attempts, run_at)"
        " VALUES (gen_random_uuid(), :job, 'short', '{}', 20, now() + interval '1 minute')"
    )
    op.execute(enqueue.bindparams(job=job))


def _announced_columns() -> list[sa.Column[Any]]:
    return [
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("is_deleted", sa.Boolean(), nullable=False),
        sa.Column("scope_whitelist", JSONB(), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
    ]

"""Imports of products and tax rates, what their rows would do, and the images that they fetch."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    _create_imports()
    _create_rows()
    _create_images()


def _create_imports() -> None:
    op.create_table(
        "imports",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.Column("cancelled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("storage_key", sa.String(200), nullable=True),
        sa.Column("created_by", sa.Uuid(), nullable=False),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("format", sa.String(20), nullable=False),
        sa.Column("encoding", sa.String(20), nullable=False),
        sa.Column("delimiter", sa.String(1), nullable=False),
        sa.Column("headers", JSONB(), nullable=False),
        sa.Column("samples", JSONB(), nullable=False),
        sa.Column("columns", JSONB(), nullable=False),
        sa.Column("fetches_images", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("job_id", sa.Uuid(), nullable=True),
        sa.Column("digest", sa.String(64), nullable=True),
        sa.Column("counts", JSONB(), server_default="{}", nullable=False),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.Column("image_faults", JSONB(), server_default="[]", nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_imports"),
    )
    op.create_index("ix_imports_created_at", "imports", ["created_at"])


def _create_rows() -> None:
    op.create_table(
        "import_rows",
        sa.Column("import_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("title", sa.String(300), nullable=False),
        sa.Column("changes", JSONB(), server_default="[]", nullable=False),
        sa.Column("notes", JSONB(), server_default="[]", nullable=False),
        sa.Column("faults", JSONB(), server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name="fk_import_rows_import_id_imports", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", "number", name="pk_import_rows"),
    )
    op.create_index("ix_import_rows_import_id_outcome_number", "import_rows", ["import_id", "outcome", "number"])


def _create_images() -> None:
    op.create_table(
        "import_images",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("import_id", sa.Uuid(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("product_id", sa.Uuid(), nullable=True),
        sa.Column("wanted", JSONB(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name="fk_import_images_import_id_imports", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_import_images"),
    )
    op.create_index("ix_import_images_import_id", "import_images", ["import_id"])
    op.create_table(
        "imported_images",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("file_id", sa.Uuid(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_imported_images"),
    )

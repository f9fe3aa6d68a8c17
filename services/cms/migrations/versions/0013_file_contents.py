"""Contents that files had before they got others, and uploads that replace contents."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "former_contents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("entity_id", sa.Uuid(), nullable=False),
        sa.Column("storage_key", sa.String(200), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("mime_type", sa.String(100), nullable=False),
        sa.Column("width", sa.Integer(), nullable=True),
        sa.Column("height", sa.Integer(), nullable=True),
        sa.Column("exif", JSONB(), nullable=True),
        sa.Column("image", JSONB(), nullable=True),
        sa.Column("replaced_at", moment, nullable=False),
        sa.Column("replaced_by", sa.Uuid(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_former_contents"),
        sa.ForeignKeyConstraint(
            ["entity_id"], ["entities.id"], ondelete="CASCADE", name="fk_former_contents_entity_id_entities"
        ),
        sa.UniqueConstraint("storage_key", name="uq_former_contents_storage_key"),
    )
    op.create_index("ix_former_contents_entity_id", "former_contents", ["entity_id"])
    op.create_index("ix_former_contents_replaced_at", "former_contents", ["replaced_at"])
    op.add_column("uploads", sa.Column("replaces_id", sa.Uuid(), nullable=True))
    op.add_column("uploads", sa.Column("replaces_key", sa.String(200), nullable=True))

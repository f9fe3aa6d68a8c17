"""Parts of long saves, and a log of changes that knows the fields of plugins."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "save_parts",
        sa.Column("page_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("request_hash", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name="fk_save_parts_page_id_pages", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("page_id", "user_id", "key", "index", name="pk_save_parts"),
    )
    op.create_index("ix_save_parts_user_id", "save_parts", ["user_id"])
    # Of what was logged before it is not known which fields changed: it counts as all of them.
    op.execute("""
        INSERT INTO changes (version, thing, page_id, user_id, at)
        SELECT version, thing || '/whole', page_id, user_id, at FROM changes WHERE thing LIKE 'plugin:%'
        ON CONFLICT DO NOTHING
    """)

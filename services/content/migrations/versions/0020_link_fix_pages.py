"""What a fix of links did, a row for each page: one array of all pages was written anew for each of them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0020"
down_revision = "0019"

_MOVE = """
INSERT INTO link_fix_pages (id, fix_id, page_id, change)
SELECT gen_random_uuid(), f.id, (each.change ->> 'pageId')::uuid, each.change
FROM link_fixes f, jsonb_array_elements(f.changes) each (change)
"""


def upgrade() -> None:
    op.create_table(
        "link_fix_pages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("fix_id", sa.Uuid(), nullable=False),
        sa.Column("page_id", sa.Uuid(), nullable=False),
        sa.Column("change", JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_link_fix_pages"),
        sa.ForeignKeyConstraint(
            ["fix_id"], ["link_fixes.id"], name="fk_link_fix_pages_fix_id_link_fixes", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_link_fix_pages_fix_id", "link_fix_pages", ["fix_id"])
    op.execute(_MOVE)
    # The previous release still writes the array for a moment; this one does not.
    op.alter_column("link_fixes", "changes", server_default=sa.text("'[]'"))

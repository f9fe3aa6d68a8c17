"""Categories that keep the name of a restricted page to themselves, and the URL maps that moves of pages leave or replace.

Which categories have lost such a page before nobody can tell: they stay as they are.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    is_hidden = sa.Column("is_hidden", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("blog_categories", is_hidden)
    op.add_column("url_maps", sa.Column("left_by_id", sa.Uuid(), nullable=True))
    name = "fk_url_maps_left_by_id_pages"
    op.create_foreign_key(name, "url_maps", "pages", ["left_by_id"], ["id"], ondelete="SET NULL")
    op.create_index("ix_url_maps_left_by_id", "url_maps", ["left_by_id"])
    op.add_column("url_maps", sa.Column("replaced", JSONB(), nullable=True))

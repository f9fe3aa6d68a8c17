"""Whether what stands for a post on a page is to be counted anew by the worker: after a change that many pages show."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    is_stale = sa.Column("is_stale", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("blog_post_pages", is_stale)
    stale = sa.text("is_stale")
    op.create_index("ix_blog_post_pages_stale", "blog_post_pages", ["page_id"], postgresql_where=stale)

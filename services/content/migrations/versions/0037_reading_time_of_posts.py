"""How long the page of a post takes to read, beside each pair of post and page.

Without a default: what is there already, and what the previous release stores meanwhile, has none until the worker has
looked for it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("blog_post_pages", sa.Column("reading_minutes", sa.Integer(), nullable=True))
    unknown = sa.text("reading_minutes IS NULL")
    op.create_index("ix_blog_post_pages_uncounted", "blog_post_pages", ["page_id"], postgresql_where=unknown)

"""The images that stand for posts in lists and feeds, beside each pair of post and page.

Without a default: what is there already, and what the previous release stores meanwhile, has none until the worker has
looked for them.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.add_column("blog_post_pages", sa.Column("images", JSONB(), nullable=True))
    unknown = sa.text("images IS NULL")
    op.create_index("ix_blog_post_pages_without_images", "blog_post_pages", ["page_id"], postgresql_where=unknown)

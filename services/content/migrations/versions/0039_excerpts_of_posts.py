"""The first words of a post's page, beside each pair of post and page, and up to which version of the site they are kept.

Without a default: what is there already, and what the previous release stores meanwhile, has none until the worker has
looked for it. The previous release counts the site's version up alone.
"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    kept = sa.Column("excerpts_version", sa.BigInteger(), server_default="0", nullable=False)
    op.add_column("site", kept)
    op.add_column("blog_post_pages", sa.Column("excerpt", sa.Text(), nullable=True))
    unknown = sa.text("excerpt IS NULL")
    op.create_index("ix_blog_post_pages_without_excerpt", "blog_post_pages", ["page_id"], postgresql_where=unknown)

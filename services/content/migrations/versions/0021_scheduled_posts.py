"""Posts that are listed once their date has come."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    # With a default: the previous release stores posts without it, and lists them at once.
    op.add_column("blog_posts", sa.Column("is_scheduled", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE blog_posts SET is_scheduled = true WHERE published_at > now()")
    op.create_index("ix_blog_posts_scheduled", "blog_posts", ["published_at"], postgresql_where=sa.text("is_scheduled"))

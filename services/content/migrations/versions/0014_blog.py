"""The blog: its categories and posts, and the pages that show them."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from kit.migrations import record_columns

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "blog_categories",
        *record_columns(),
        sa.Column("parent_id", sa.Uuid(), nullable=True),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_blog_categories"),
        sa.ForeignKeyConstraint(
            ["parent_id"], ["blog_categories.id"], name="fk_blog_categories_parent_id_blog_categories"
        ),
    )
    op.create_index("ix_blog_categories_parent_id", "blog_categories", ["parent_id"])
    op.create_table(
        "blog_posts",
        *record_columns(),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("author", sa.String(200), server_default="", nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_blog_posts"),
    )
    op.create_index("ix_blog_posts_published_at", "blog_posts", ["published_at", "id"])
    published_at = sa.Column("published_at", sa.DateTime(timezone=True), nullable=False)
    _link("blog_post_categories", ("post_id", "blog_posts"), ("category_id", "blog_categories"), published_at)
    op.create_index(
        "ix_blog_post_categories_newest", "blog_post_categories", ["category_id", "published_at", "post_id"]
    )
    _link("blog_post_pages", ("post_id", "blog_posts"), ("page_id", "pages"))
    op.create_index("ix_blog_post_pages_page_id", "blog_post_pages", ["page_id"])
    _link("blog_category_pages", ("category_id", "blog_categories"), ("page_id", "pages"))
    op.create_index("ix_blog_category_pages_page_id", "blog_category_pages", ["page_id"])


def _link(table: str, first: tuple[str, str], second: tuple[str, str], *more: sa.Column[Any]) -> None:
    """Create a table of pairs, which go with either of their records."""
    ends = (first, second)
    op.create_table(
        table,
        *(sa.Column(column, sa.Uuid(), nullable=False) for column, _ in ends),
        sa.PrimaryKeyConstraint(first[0], second[0], name=f"pk_{table}"),
        *more,
        *(
            sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}", ondelete="CASCADE")
            for column, other in ends
        ),
    )

"""The blog: its categories and posts, and the pages that show them."""

import sqlalchemy as sa
from alembic import op

from kit.migrations import record_columns

revision = "0014"
down_revision = "0012"


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
    _link("blog_post_categories", ("post_id", "blog_posts"), ("category_id", "blog_categories"))
    _link("blog_post_pages", ("post_id", "blog_posts"), ("page_id", "pages"))
    _link("blog_category_pages", ("category_id", "blog_categories"), ("page_id", "pages"))


def _link(table: str, *ends: tuple[str, str]) -> None:
    """Create a table of pairs, which go with either of their records."""
    first, second = (column for column, _ in ends)
    op.create_table(
        table,
        *(sa.Column(column, sa.Uuid(), nullable=False) for column, _ in ends),
        sa.PrimaryKeyConstraint(first, second, name=f"pk_{table}"),
        *(
            sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{table}_{column}_{other}", ondelete="CASCADE")
            for column, other in ends
        ),
    )
    op.create_index(f"ix_{table}_{second}", table, [second])

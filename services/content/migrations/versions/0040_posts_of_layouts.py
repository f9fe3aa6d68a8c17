"""Which posts only the layout of a page shows: they do not make the page one that is listed or scheduled.

What the previous release stores meanwhile counts as the page's own, as it does there.
"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"

_NOTE = """
WITH RECURSIVE held (page_id, id) AS (
    SELECT id, unnest(branch_ids) FROM pages
  UNION
    SELECT held.page_id, unnest(b.branch_ids) FROM held JOIN branch_blocks b USING (id)
), own (page_id, plugin_id) AS (
    SELECT id, unnest(plugin_ids) FROM pages
  UNION
    SELECT held.page_id, unnest(b.plugin_ids) FROM held JOIN branch_blocks b USING (id)
), posts AS (
    SELECT own.page_id, p.fields ->> 'blogPostId' AS post_id
    FROM own JOIN plugins p ON p.id = own.plugin_id WHERE p.ref = 'cms.blogPost'
)
UPDATE blog_post_pages pair SET is_of_layout = true WHERE NOT EXISTS (
    SELECT FROM posts WHERE posts.page_id = pair.page_id AND posts.post_id = pair.post_id::text)
"""


def upgrade() -> None:
    is_of_layout = sa.Column("is_of_layout", sa.Boolean(), server_default="false", nullable=False)
    op.add_column("blog_post_pages", is_of_layout)
    op.execute(_NOTE)

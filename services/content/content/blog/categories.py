"""Categories in queries: who may see one, and which pages show its posts."""
# ruff: noqa: S608  # statements are made of constants

import uuid

from content.audience import has_place, included, visible
from content.blog.errors import BlogCategoryNotFound
from content.documents.loading import Connection


def is_shown(pair: str, page: str, scopes: str) -> str:
    """A condition: the holder of these scopes may see the page of this alias, and on it the record of this pair."""
    return f"({visible(page, scopes)} AND {included(f'{pair}.audience', scopes)})"


def is_linked(pair: str, page: str, scopes: str) -> str:
    """A condition: beside `is_shown`, the record can be seen at the page's address."""
    return f"({is_shown(pair, page, scopes)} AND {has_place(page)})"


def category_is_visible(category: str, scopes: str) -> str:
    """A condition: the holder of these scopes may see the category of this alias.

    A category bears the name of its list page, so it is hidden where its lists are on all of their pages, and stays so
    without them.
    """
    return f"""((NOT EXISTS (SELECT FROM blog_category_pages listed WHERE listed.category_id = {category}.id)
            AND (NOT {category}.is_hidden OR {scopes} && ARRAY['admin', 'super']))
        OR {_is_shown_on_a_page(category, scopes)})"""


def hiding(category_ids: str, unless: str) -> str:
    """A statement: categories whose list pages all go are hidden where not everybody sees any of those.

    `category_ids` is a query for the categories that lose pages, `unless` a condition: some other page lists the
    category ``c``.
    """
    return f"""UPDATE blog_categories c SET is_hidden = NOT {_is_shown_on_a_page("c", "'{}'::text[]")}
        WHERE c.id IN ({category_ids}) AND NOT {unless}"""


def _is_shown_on_a_page(category: str, scopes: str) -> str:
    return f"""EXISTS (SELECT FROM blog_category_pages listed JOIN pages p ON p.id = listed.page_id
        WHERE listed.category_id = {category}.id AND {is_shown("listed", "p", scopes)})"""


_POST_PAGES = f"""
WITH RECURSIVE tree AS (
    SELECT c.id FROM blog_categories c WHERE c.id = $1 AND {category_is_visible("c", "$2::text[]")}
  UNION
    SELECT c.id FROM tree JOIN blog_categories c ON c.parent_id = tree.id
)
SELECT EXISTS (SELECT FROM tree) AS is_known, ARRAY(
    SELECT DISTINCT shown.page_id FROM tree JOIN blog_post_categories chosen ON chosen.category_id = tree.id
    JOIN blog_post_pages shown USING (post_id) WHERE {included("shown.audience", "$2::text[]")}
)::text[] AS page_ids
"""


async def post_pages(connection: Connection, category_id: uuid.UUID, scopes: list[str]) -> list[str]:
    """The ids of the pages that show these scopes' holder the posts of a category and of those below it; hidden pages count.

    Raises BlogCategoryNotFound, also for a category that the holder of these scopes may not see.
    """
    row = await connection.fetchrow(_POST_PAGES, category_id, scopes)
    if row is None or not row["is_known"]:
        raise BlogCategoryNotFound("There is no such category.")
    page_ids: list[str] = row["page_ids"]
    return page_ids

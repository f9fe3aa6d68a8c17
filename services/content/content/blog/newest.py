"""The newest posts of categories, as part of other queries.

Their order is that of an index, so that the time does not depend on how many posts there are.
"""
# ruff: noqa: S608  # statements are made of constants

from content.audience import is_out
from content.blog.categories import is_linked
from content.blog.excerpt import is_kept

_COLUMNS = """post.id, post.title, post.author, post.published_at, page.id AS page_id, page.url, page.layout_id,
    page.excerpt, page.opening, page.images, greatest(post.updated_at, page.updated_at) AS updated_at"""


def page_of_post(scopes: str) -> str:
    """A query for the page that ``post`` is linked to: the oldest of those that show it to the holder of these scopes."""
    return f"""SELECT p.id, p.url, p.layout_id, p.updated_at, shown.images, shown.reading_minutes,
            nullif(btrim(p.meta ->> 'description'), '') AS excerpt,
            CASE WHEN {is_kept("p")} THEN nullif(shown.excerpt, '') END AS opening
        FROM blog_post_pages shown JOIN pages p ON p.id = shown.page_id
        WHERE shown.post_id = post.id AND {is_linked("shown", "p", scopes)} ORDER BY p.created_at, p.id LIMIT 1"""


def newest_of_all(scopes: str, *, limit: str, of: str = "true") -> str:
    """A query for the newest posts that may be seen with these scopes. `of` is a condition on each `post`."""
    return f"""SELECT {_COLUMNS} FROM blog_posts post CROSS JOIN LATERAL ({page_of_post(scopes)}) page
        WHERE {is_out("post", scopes)} AND {of} ORDER BY post.published_at DESC, post.id DESC LIMIT {limit}"""


def newest(scopes: str, *, category: str, categories: str, start: str, limit: str, of: str = "true") -> str:
    """A query for the newest posts that may be seen with these scopes: all where `category` is null.

    `categories` is a query for the ids of that category and of all below it, `of` a condition on each `post`.
    """
    of_all = newest_of_all(scopes, limit=f"{start} + {limit}", of=f"{category} IS NULL AND {of}")
    return f"""SELECT * FROM (
        ({of_all})
      UNION
        SELECT part.* FROM ({categories}) AS below (id) CROSS JOIN LATERAL (
            SELECT {_COLUMNS} FROM blog_post_categories chosen JOIN blog_posts post ON post.id = chosen.post_id
            CROSS JOIN LATERAL ({page_of_post(scopes)}) page
            WHERE chosen.category_id = below.id AND {is_out("post", scopes)} AND {of}
            ORDER BY chosen.published_at DESC, chosen.post_id DESC LIMIT {start} + {limit}
        ) part
    ) found ORDER BY published_at DESC, id DESC OFFSET {start} LIMIT {limit}"""

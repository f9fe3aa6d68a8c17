"""What feeds tell of the blog: the newest posts that anybody may see, of all categories or of one.

A category's are at the address of the page that lists it, and at one of its own, which needs no page.
"""
# ruff: noqa: S608  # statements are made of constants

import re
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import CATEGORY_FEEDS, FEED_FILES, HOME, requested_address, tag_of
from content.blog.categories import category_is_visible, is_linked
from content.blog.images import first_shown, part_of
from content.blog.newest import newest
from content.blog.references import CATEGORIES, POSTS
from content.blog.schemas import FeedEntry, FeedOut
from content.documents.loading import Connection, connection_of
from kit.known_files.shown import files_of

MOST_ENTRIES = 20

_NOBODY = "'{}'::text[]"
_SITE = "SELECT name, language, EXISTS (SELECT FROM pages WHERE url = $1) AS is_page FROM site"
_LIST = f"""
SELECT p.id::text, coalesce(p.display_title, p.title) AS title, p.url, p.updated_at, p.meta ->> 'description' AS description,
    listed.category_id
FROM pages p JOIN blog_category_pages listed ON listed.page_id = p.id
WHERE p.url = $1 AND {is_linked("listed", "p", _NOBODY)} ORDER BY listed.category_id LIMIT 1
"""
_CATEGORY = f"""
SELECT c.id, c.name, c.updated_at, (
    SELECT p.url FROM blog_category_pages listed JOIN pages p ON p.id = listed.page_id
    WHERE listed.category_id = c.id AND {is_linked("listed", "p", _NOBODY)} ORDER BY p.created_at, p.id LIMIT 1) AS url
FROM blog_categories c WHERE c.id = $1::uuid AND {category_is_visible("c", _NOBODY)}
"""
_NEWEST = newest(_NOBODY, category="$1::uuid", categories="SELECT id FROM tree", start="0", limit=str(MOST_ENTRIES))
_ENTRIES = f"""
WITH RECURSIVE tree AS (
    SELECT $1::uuid AS id
  UNION
    SELECT c.id FROM tree JOIN blog_categories c ON c.parent_id = tree.id
)
SELECT newest.*, newest.images::text AS candidates, ARRAY(
    SELECT c.name FROM blog_post_categories chosen JOIN blog_categories c ON c.id = chosen.category_id
    WHERE chosen.post_id = newest.id AND {category_is_visible("c", _NOBODY)}
    ORDER BY c.name, c.id) AS categories
FROM ({_NEWEST}) newest ORDER BY published_at DESC, id DESC
"""


_NO_PART = {"aspect": None, "crop": None}
_IS_CATEGORY = re.compile(re.escape(CATEGORY_FEEDS) + r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


# The page of a category that feeds are read at; of several on one page it is the one that `_LIST` finds. The home page has
# those of the whole blog.
_ADDRESSES = f"""
SELECT c.id::text, coalesce((
    SELECT p.url FROM blog_category_pages listed JOIN pages p ON p.id = listed.page_id
    WHERE listed.category_id = c.id AND p.url <> '{HOME}' AND {is_linked("listed", "p", _NOBODY)} AND NOT EXISTS (
        SELECT FROM blog_category_pages other WHERE other.page_id = p.id AND other.category_id < c.id
            AND {is_linked("other", "p", _NOBODY)})
    ORDER BY p.created_at, p.id LIMIT 1), '{CATEGORY_FEEDS}' || c.id) AS place
FROM blog_categories c WHERE c.id = ANY ($1::uuid[]) AND {category_is_visible("c", _NOBODY)}
"""


async def addresses_of(session: AsyncSession, category_ids: Sequence[uuid.UUID]) -> dict[str, str]:
    """What the addresses of categories' feeds begin with, by the categories' ids; of those alone that everybody sees."""
    connection = await connection_of(session)
    rows = await connection.fetch(_ADDRESSES, [str(id) for id in category_ids])
    return {row["id"]: row["place"] for row in rows}


def is_category(place: str) -> bool:
    """Whether feeds behind this address would be those of a category, by its id."""
    return _IS_CATEGORY.fullmatch(place) is not None


class _Part(NamedTuple):
    """Which posts a feed has, and what it is called."""

    category_id: uuid.UUID | None
    title: str
    url: str
    description: str | None
    updated_at: datetime | None
    tags: set[str]


async def read(session: AsyncSession, url: str) -> FeedOut | None:
    """The feed at an address; None where a page is, where it is no open list page's or category's, and without a blog."""
    address = requested_address(url)
    connection = await connection_of(session)
    site: Any = await connection.fetchrow(_SITE, address)
    if address is None or site is None or site["is_page"]:
        return None
    part = await _part(connection, address, site["name"])
    if part is None:
        return None
    rows = await connection.fetch(_ENTRIES, part.category_id)
    if not rows and part.category_id is None:
        return None
    images, tags_of_images = await _images_of(connection, rows)
    return FeedOut(
        id=part.category_id,
        title=part.title,
        site_name=site["name"],
        language=site["language"],
        url=part.url,
        description=part.description,
        updated_at=max(moment for moment in (part.updated_at, *(row["updated_at"] for row in rows)) if moment),
        entries=[
            FeedEntry.model_validate(
                {**row, "excerpt": row["excerpt"] or row["opening"], "image": images.get(row["id"])}
            )
            for row in rows
        ],
        tags=sorted(
            {POSTS, CATEGORIES, "site", tag_of(address), *part.tags, *tags_of_images}
            | {f"page:{row['page_id']}" for row in rows}
            | {f"layout:{row['layout_id']}" for row in rows if not row["excerpt"] and row["opening"]}
        ),
    )


async def _images_of(
    connection: Connection, rows: Iterable[Any]
) -> tuple[dict[uuid.UUID, dict[str, Any]], frozenset[str]]:
    """The images of entries by their posts' ids, and the tags of all files that were looked at."""
    candidates = {row["id"]: orjson.loads(row["candidates"] or "[]") for row in rows}
    uses = {each["use"] for some in candidates.values() for each in some}
    if not uses:
        return {}, frozenset()
    known = await files_of(connection, uses, ())
    found = {id: first_shown(some, known.open) for id, some in candidates.items()}
    images = {id: {**_NO_PART, **shown[1], **part_of(shown[0])} for id, shown in found.items() if shown}
    return images, known.tags


async def _part(connection: Any, address: str, site_name: str) -> _Part | None:
    place = next((address.removesuffix(file) for file in FEED_FILES if address.endswith(file)), None)
    if place is None:
        return None
    if place == "":
        return _Part(None, site_name, HOME, None, None, set())
    if is_category(place):
        return await _part_of_category(connection, place.removeprefix(CATEGORY_FEEDS))
    row = await connection.fetchrow(_LIST, place)
    if row is None:
        return None
    tags = {f"page:{row['id']}"}
    return _Part(row["category_id"], row["title"], row["url"], row["description"], row["updated_at"], tags)


async def _part_of_category(connection: Any, category_id: str) -> _Part | None:
    row = await connection.fetchrow(_CATEGORY, category_id)
    return row and _Part(row["id"], row["name"], row["url"] or HOME, None, row["updated_at"], set())

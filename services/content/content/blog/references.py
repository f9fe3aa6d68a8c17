"""Which pages show a post or are the list of a category: kept in tables of their own, so that lists need no search.

Pages change by saves, by their layouts and by branch blocks; each of these says afterwards which plugins it was about.
"""
# ruff: noqa: S608  # statements are made of constants

import logging
import uuid
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from typing import TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from content.blog.audiences import Places, refresh_pages, refresh_places
from content.blog.categories import hiding
from content.blog.plugins import LIST, LIST_MODE, POST, record_id
from content.blog.summary_upkeep import (
    Differing,
    SummarySources,
    clear,
    clear_outdated,
    find_new,
    is_behind,
    refresh_sources,
    refresh_unknown,
    some_unknown,
)
from content.changes import service as changes
from content.changes.events import emit_changed
from content.documents.loading import Connection, connection_of
from content.documents.pages import FAULTS_OF_A_PAGE
from content.pages.models import LISTED

log = logging.getLogger(__name__)
_Result = TypeVar("_Result")

POSTS = "blog-posts"
"""The tag of what shows several posts."""
CATEGORIES = "blog-categories"
"""The tag of what shows categories or links to their pages."""
_MOST_TAGS = 200

_IS_POST = f"p.ref = '{POST}' AND p.fields @> jsonb_build_object('blogPostId', given.id)"
_IS_LIST = (
    f"p.ref = '{LIST}' AND p.fields @> jsonb_build_object('blogCategoryId', given.id)"
    f" AND coalesce(p.fields ->> 'displayMode', '{LIST_MODE}') = '{LIST_MODE}'"
)


def _refreshing(table: str, column: str, records: str, condition: str, more: str = "", kept: str = "") -> str:
    """A statement: `more` are parts of it, `kept` a column of `found` that the pairs have as well."""
    also = f", {kept}" if kept else ""
    differing = f"UPDATE SET {kept} = excluded.{kept} WHERE old.{kept} <> excluded.{kept}" if kept else "NOTHING"
    return f"""
WITH RECURSIVE given AS (
    SELECT id FROM {records} WHERE id = ANY ($1::uuid[])
), named AS (
    SELECT given.id AS record_id, p.id AS plugin_id FROM given JOIN plugins p ON {condition}
), branches AS (
    SELECT b.id, named.record_id FROM named JOIN branch_blocks b ON b.plugin_ids @> ARRAY[named.plugin_id]
  UNION
    SELECT b.id, held.record_id FROM branches held JOIN branch_blocks b ON b.branch_ids @> ARRAY[held.id]
), in_layouts AS (
    SELECT l.id, named.record_id FROM named JOIN layouts l ON l.plugin_ids @> ARRAY[named.plugin_id]
  UNION
    SELECT l.id, held.record_id FROM branches held JOIN layouts l ON l.branch_ids @> ARRAY[held.id]
), placed AS (
    SELECT named.record_id, p.id AS page_id, false AS of_layout
    FROM named JOIN pages p ON p.plugin_ids @> ARRAY[named.plugin_id]
  UNION
    SELECT held.record_id, p.id, false FROM branches held JOIN pages p ON p.branch_ids @> ARRAY[held.id]
  UNION
    SELECT held.record_id, p.id, true FROM in_layouts held JOIN pages p ON p.layout_id = held.id
), found AS (
    SELECT record_id, page_id, bool_and(of_layout) AS is_of_layout FROM placed GROUP BY record_id, page_id
), removed AS (
    DELETE FROM {table} old WHERE old.{column} = ANY ($1::uuid[])
        AND NOT EXISTS (SELECT FROM found WHERE found.record_id = old.{column} AND found.page_id = old.page_id)
    RETURNING old.{column}
){more}
INSERT INTO {table} AS old ({column}, page_id{also}) SELECT record_id, page_id{also} FROM found
ON CONFLICT ({column}, page_id) DO {differing}
"""


_REFRESH_POSTS = _refreshing("blog_post_pages", "post_id", "blog_posts", _IS_POST, kept="is_of_layout")
# Sees the pairs that go, as all parts of a statement see what was there before it.
_HIDDEN = f""", hidden AS (
    {hiding("SELECT category_id FROM removed", "EXISTS (SELECT FROM found WHERE found.record_id = c.id)")}
)"""
_REFRESH_CATEGORIES = _refreshing("blog_category_pages", "category_id", "blog_categories", _IS_LIST, _HIDDEN)

_SHOWN = text("""
WITH RECURSIVE shown (id) AS (
    SELECT unnest(CAST(:branch_ids AS uuid[]))
  UNION
    SELECT unnest(b.branch_ids) FROM shown JOIN branch_blocks b USING (id)
)
SELECT ref, fields FROM plugins
WHERE ref = ANY (CAST(:refs AS text[])) AND id = ANY (CAST(:plugin_ids AS uuid[]) || ARRAY(
    SELECT unnest(plugin_ids) FROM branch_blocks WHERE id IN (SELECT id FROM shown)))
""")
_OF_PAGES = text("""
SELECT 'post' AS kind, post_id AS id FROM blog_post_pages WHERE page_id = ANY (CAST(:ids AS uuid[]))
UNION
SELECT 'category', category_id FROM blog_category_pages WHERE page_id = ANY (CAST(:ids AS uuid[]))
""")


_PAGES_OF_RECORDS = """
SELECT page_id::text AS id FROM blog_post_pages WHERE post_id = ANY ($1::uuid[]) AND (audience IS NULL OR $3)
UNION
SELECT page_id::text FROM blog_category_pages WHERE category_id = ANY ($2::uuid[]) AND (audience IS NULL OR $3)
"""


_UNKNOWN = """
SELECT page_id::text AS id FROM blog_post_pages WHERE audience IS NULL
UNION
SELECT page_id::text FROM blog_category_pages WHERE audience IS NULL
"""


async def refresh(
    connection: Connection, post_ids: Iterable[str], category_ids: Iterable[str], *, only_new: bool = False
) -> set[str]:
    """Find out anew which pages show these posts and list these categories, and who sees them there.

    Gives the tags of others on these pages that are not shown as before. `only_new`: on other pages than before, while
    nothing else has come to show them.
    """
    given = [*post_ids], [*category_ids]
    for statement, ids in zip((_REFRESH_POSTS, _REFRESH_CATEGORIES), given, strict=True):
        if ids:
            await connection.fetch(statement, ids)
    if not any(given):
        return set()
    pages = await connection.fetch(_PAGES_OF_RECORDS, *given, not only_new)
    differs = await refresh_pages(connection, [page["id"] for page in pages], [*given[0], *given[1]])
    found = await find_new(connection, given[0])
    return ({POSTS, CATEGORIES} if differs else set()) | _tags_of({id: found[id] for id in found.keys() - {*given[0]}})


async def refresh_audiences(session: AsyncSession, version: int, places: Places) -> None:
    """Refreshes the audiences of the blog's records in changed documents and publishes a change of the blog."""
    if places and await refresh_places(await connection_of(session), places):
        emit_changed(session, version, [POSTS, CATEGORIES])


async def refresh_summaries(session: AsyncSession, version: int, sources: SummarySources) -> None:
    """Refreshes what stands for the posts whose pages show changed documents and publishes a change of the blog."""
    if sources:
        _publish(session, version, await refresh_sources(await connection_of(session), sources))


def _publish(session: AsyncSession, version: int, differing: Differing) -> None:
    """Lists and menus of posts stay as they are where only minutes differ: they are on nearly every page of a blog."""
    if tags := _tags_of(differing):
        emit_changed(session, version, tags)


def _tags_of(differing: Differing) -> set[str]:
    return tags_of_posts(differing) | ({POSTS} if any(differing.values()) else set())


async def mend(session: AsyncSession) -> int:
    """Find out who sees the records of which that is not known; on how many pages."""
    connection = await connection_of(session)
    if not await connection.fetch(_UNKNOWN):
        return 0
    version = await changes.lock(session)
    page_ids = [row["id"] for row in await connection.fetch(_UNKNOWN)]
    # A page that fails stays unknown: who sees everything sees its records, and nobody else.
    results, failed = await _each_done(session, page_ids, partial(refresh_pages, connection))
    if any(results):
        emit_changed(session, version, [POSTS, CATEGORIES])
    return len(page_ids) - len(failed)


async def mend_summaries(session: AsyncSession) -> int:
    """Find what stands for posts on some of the pages of which it is not known; of how many."""
    connection = await connection_of(session)
    if not await is_behind(connection) and not await some_unknown(connection):
        return 0
    version = await changes.lock(session)
    await clear_outdated(connection)
    page_ids = await some_unknown(connection)
    results, failed = await _each_done(session, page_ids, partial(refresh_unknown, connection))
    if failed:
        results.append(await clear(connection, failed))
    for differing in results:
        _publish(session, version, differing)
    return len(page_ids)


async def _each_done(
    session: AsyncSession, page_ids: Sequence[str], find: Callable[[Sequence[str]], Awaitable[_Result]]
) -> tuple[list[_Result], list[str]]:
    """What is found of these pages, of each by itself where one of them fails; and the pages that do."""
    try:
        async with session.begin_nested():
            return [await find(page_ids)], []
    except FAULTS_OF_A_PAGE as error:
        if len(page_ids) == 1:
            log.warning("what the blog needs of a page cannot be found: %s", error, extra={"page_id": page_ids[0]})
            return [], [*page_ids]
    results, failed = [], []
    for page_id in page_ids:
        found, without = await _each_done(session, [page_id], find)
        results += found
        failed += without
    return results, failed


async def refresh_shown(
    session: AsyncSession, version: int, plugin_ids: Iterable[uuid.UUID], branch_ids: Iterable[uuid.UUID]
) -> None:
    """Find out anew which pages show what these plugins, and those in these branches, refer to; tell who shows the blog.

    For what came to, or went from, several pages at once. The session is flushed.
    """
    values = {"plugin_ids": [*plugin_ids], "branch_ids": [*branch_ids], "refs": [POST, LIST]}
    if not values["plugin_ids"] and not values["branch_ids"]:
        return
    rows = (await session.execute(_SHOWN, values)).all()
    ids = {
        ref: {found for row in rows if row.ref == ref and (found := record_id(ref, row.fields))} for ref in (POST, LIST)
    }
    if any(ids.values()):
        await refresh(await connection_of(session), ids[POST], ids[LIST], only_new=True)
        # With another post on it a page may be listed, or no longer.
        emit_changed(session, version, {POSTS, CATEGORIES} | ({LISTED} if ids[POST] else set()))


async def tags_of_pages(session: AsyncSession, page_ids: Iterable[uuid.UUID]) -> set[str]:
    """The tags of what shows something of these pages because the blog's records are on them."""
    rows = (await session.execute(_OF_PAGES, {"ids": [*page_ids]})).all()
    posts = {tag_of_post(row.id) for row in rows if row.kind == "post"}
    categories = {CATEGORIES} if any(row.kind == "category" for row in rows) else set()
    # A post names the lists of its categories.
    return posts | ({POSTS} if posts else set()) | categories


def tag_of_post(post_id: uuid.UUID | str) -> str:
    """The tag of what shows one post by itself."""
    return f"blog-post:{post_id}"


def tags_of_posts(post_ids: Collection[str]) -> set[str]:
    """The tags of what shows any of these posts by itself; of everything, where they are many."""
    return {tag_of_post(post_id) for post_id in post_ids} if len(post_ids) <= _MOST_TAGS else {"site"}

"""Posts and categories that come, are renamed and go with pages, in the transaction of the page's change."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.address import addresses_above
from content.blog.audiences import Places, changed_places
from content.blog.categories import hiding
from content.blog.models import Category, Post, PostCategory
from content.blog.plugins import LIST, POST, chosen_categories, is_list, is_of_blog, keep_record, record_id, with_record
from content.blog.references import (
    CATEGORIES,
    POSTS,
    refresh,
    refresh_audiences,
    refresh_summaries,
    tag_of_post,
    tags_of_posts,
)
from content.blog.summary_upkeep import SummarySources, changed_sources, without_unshown
from content.changes.events import emit_changed
from content.documents.loading import Connection, connection_of
from content.documents.split import document_of
from content.model.changes import Changes
from content.model.types import PageState
from content.model.walk import plugin_ids
from content.pages.models import LISTED, Page
from kit.db import new_id
from kit.trees import lock_tree, place

_KNOWN = """
SELECT ARRAY(SELECT id::text FROM blog_posts WHERE id = ANY ($1::uuid[])) AS posts,
    ARRAY(SELECT id::text FROM blog_categories WHERE id = ANY ($2::uuid[])) AS categories,
    (
        SELECT listed.category_id::text FROM blog_category_pages listed JOIN pages p ON p.id = listed.page_id
        WHERE p.url = ANY ($3::text[]) ORDER BY length(p.url) DESC, listed.category_id LIMIT 1
    ) AS category_above
"""
# A visitor who sees a record on another page must not learn the title of a restricted page from the record.
_IS_FOR_OTHERS = """EXISTS (
    SELECT FROM {table} other JOIN pages o ON o.id = other.page_id JOIN pages this ON this.id = :page_id
    WHERE other.{column} = {table}.{column} AND coalesce(this.config -> 'scopeWhitelist', '[]') <> '[]'
        AND coalesce(o.config -> 'scopeWhitelist', '[]') <> this.config -> 'scopeWhitelist')"""
_RENAME = text(f"""
WITH renamed_posts AS (
    UPDATE blog_posts SET title = :title, version = version + 1, updated_at = now()
    WHERE title <> :title AND id IN (
        SELECT post_id FROM blog_post_pages JOIN plugins p
            ON p.ref = 'cms.blogPost' AND p.fields @> jsonb_build_object('blogPostId', post_id)
        WHERE page_id = :page_id AND p.id = ANY (CAST(:plugin_ids AS uuid[]))
            AND NOT {_IS_FOR_OTHERS.format(table="blog_post_pages", column="post_id")})
)
UPDATE blog_categories SET name = :title, version = version + 1, updated_at = now()
WHERE name <> :title AND id IN (
    SELECT category_id FROM blog_category_pages JOIN plugins p
        ON p.ref = 'cms.blogList' AND p.fields @> jsonb_build_object('blogCategoryId', category_id)
    WHERE page_id = :page_id AND p.id = ANY (CAST(:plugin_ids AS uuid[]))
        AND NOT {_IS_FOR_OTHERS.format(table="blog_category_pages", column="category_id")})
""")  # noqa: S608  # of constants
_PUT = text("""
INSERT INTO blog_post_categories (post_id, category_id, published_at)
SELECT id, unnest(CAST(:ids AS uuid[])), published_at FROM blog_posts WHERE id = :post_id
""")
# Somebody who names no category on purpose has an empty list of them in the post's plugin.
_TAKE_IN = text("""
WITH taken AS (
    INSERT INTO blog_post_categories (post_id, category_id, published_at)
    SELECT post.id, CAST(:category_id AS uuid), post.published_at FROM blog_posts post
    WHERE NOT EXISTS (SELECT FROM blog_post_categories chosen WHERE chosen.post_id = post.id)
        AND NOT EXISTS (SELECT FROM plugins p WHERE p.ref = 'cms.blogPost' AND p.fields ? 'categories'
            AND p.fields @> jsonb_build_object('blogPostId', post.id))
        AND NOT EXISTS (SELECT FROM blog_category_pages)
    RETURNING post_id
)
UPDATE blog_posts SET version = version + 1, updated_at = now() FROM taken WHERE id = taken.post_id RETURNING id::text
""")
_DELETE_POSTS = text("""
DELETE FROM blog_posts USING blog_post_pages shown
WHERE shown.post_id = blog_posts.id AND shown.page_id = :page_id AND NOT EXISTS (
    SELECT FROM blog_post_pages other WHERE other.post_id = blog_posts.id AND other.page_id <> :page_id)
""")
_OF_THIS = "SELECT category_id FROM blog_category_pages WHERE page_id = :page_id"
_OTHERS = "SELECT FROM blog_category_pages WHERE category_id = c.id AND page_id <> :page_id"
_HIDE_CATEGORIES = text(hiding(_OF_THIS, f"EXISTS ({_OTHERS})"))

_Holders = dict[str, set[str]]
"""The documents that hold each plugin: the page itself, its layout, branch blocks."""


@dataclass(slots=True)
class Upkeep:
    """What a save of a page changes in the blog."""

    title: str
    post_id: str | None = None
    """Of a new post."""
    category_id: str | None = None
    """Of a new category."""
    parent_id: str | None = None
    """The category that a new one stands below."""
    categories: dict[str, list[str]] = field(default_factory=dict)
    """The categories that posts are put into."""
    touched: dict[str, set[str]] = field(default_factory=lambda: {POST: set(), LIST: set()})
    """The posts and the categories that other pages may refer to than before."""
    places: Places = field(default_factory=Places)
    """Where somebody else may see a record than before."""
    sources: SummarySources = field(default_factory=SummarySources)
    """Where other images or texts stand than before."""

    def __bool__(self) -> bool:
        return self.is_of_records or bool(self.sources)

    @property
    def is_of_records(self) -> bool:
        """Whether it changes which posts and categories there are, and who sees them where."""
        return bool(self.post_id or self.category_id or self.categories or any(self.touched.values()) or self.places)

    def tags(self) -> set[str]:
        """The tags of what shows something of it."""
        posts = {*self.touched[POST], *self.categories}
        tags = {tag_of_post(post_id) for post_id in posts} | ({POSTS} if posts else set())
        # The page of a post that is scheduled is in no list of pages.
        tags |= {LISTED} if self.touched[POST] else set()
        return tags | ({CATEGORIES} if self.touched[LIST] else set())


async def prepare(connection: Connection, before: PageState, after: PageState) -> tuple[PageState, Upkeep]:
    """The state after a save with the records of the page's blog plugins in their fields, and what is to be stored.

    A plugin of the page's own, without a record, gets the page's: it is made where there is none.
    """
    page = after["page"]
    upkeep = Upkeep(page.get("displayTitle") or page["title"])
    plugins: dict[str, Any] = {id: plugin for id, plugin in after["plugins"].items() if is_of_blog(plugin["ref"])}
    if not plugins:
        return after, upkeep
    old = before["plugins"]
    # Also in branch blocks that the page shows no longer, or never did: a save may change one, and take it off the page.
    held_before, held = _holders(before["page"]), _holders(page)
    fields = {id: _kept(plugin, old.get(id), id in held_before) for id, plugin in plugins.items()}
    shown = {id for id in plugin_ids(page) if id in plugins}
    own = [id for id in document_of(page["blocks"].values())[0].plugin_ids if id in shown]
    elsewhere = [id for id in plugins.keys() & held.keys() - {*own} if _has_other_categories(plugins[id], old.get(id))]
    if own or elsewhere:
        await _add_records(connection, page, {id: plugins[id]["ref"] for id in own}, elsewhere, fields, old, upkeep)
    _note_touched(old, plugins, fields, held_before, held, upkeep)
    given: dict[str, Any] = {id: {**plugin, "fields": fields[id]} for id, plugin in plugins.items()}
    return {**after, "plugins": {**after["plugins"], **given}}, upkeep


def _has_other_categories(plugin: Any, before: Any) -> bool:
    """Whether a plugin of a post that it had before says other categories for it."""
    if before is None or plugin["ref"] != POST or not record_id(POST, before["fields"]):
        return False
    return chosen_categories(plugin["fields"]) != chosen_categories(before["fields"])


def _kept(plugin: Any, before: Any, was_placed: bool) -> Any:
    """The fields of a plugin with the record that it had, unless somebody cleared the category of a list in sight."""
    if before is None or (was_placed and plugin["ref"] == LIST):
        return plugin["fields"]
    return keep_record(plugin["ref"], before["fields"], plugin["fields"])


async def _add_records(
    connection: Connection,
    page: Any,
    own: dict[str, str],
    elsewhere: list[str],
    fields: dict[str, Any],
    old: Any,
    upkeep: Upkeep,
) -> None:
    """Give each of the page's own plugins its record, and find the categories that posts are put into.

    `elsewhere`: plugins that are not the page's own, and choose other categories for the posts that they have.
    """
    chosen = {id: chosen_categories(fields[id]) for id in (*own, *elsewhere) if own.get(id, POST) == POST}
    named = {ref: {id: record_id(ref, fields[id]) for id in own if own[id] == ref} for ref in (POST, LIST)}
    posts = [found for found in (*named[POST].values(), *(record_id(POST, fields[id]) for id in elsewhere)) if found]
    categories = [found for found in named[LIST].values() if found] + [each for ids in chosen.values() for each in ids]
    known: Any = await connection.fetchrow(_KNOWN, posts, categories, addresses_above(page["url"]))
    above = known["category_above"]
    wanting = {LIST: {id for id in named[LIST] if is_list(fields[id])}, POST: {*named[POST]}}
    for ref, existing in ((LIST, known["categories"]), (POST, known["posts"])):
        without = [id for id in own if id in wanting[ref] and named[ref][id] not in existing]
        if not without:
            continue
        identifier = next((found for found in named[ref].values() if found in existing), None)
        if identifier is None:
            identifier = str(new_id())
            if ref == POST:
                upkeep.post_id, upkeep.categories[identifier] = identifier, [above] if above else []
            else:
                upkeep.category_id, upkeep.parent_id = identifier, above
        for id in without:
            fields[id] = with_record(ref, fields[id], identifier)
    for id, ids in chosen.items():
        post_id = str(record_id(POST, fields[id]))
        is_new = bool(ids) and post_id == upkeep.post_id
        if id in elsewhere and post_id not in known["posts"]:
            continue
        if is_new or ids != (chosen_categories(old[id]["fields"]) if id in old else []):
            upkeep.categories[post_id] = [each for each in ids if each in known["categories"]]


def _note_touched(old: Any, plugins: Any, fields: Any, before: _Holders, after: _Holders, upkeep: Upkeep) -> None:
    """Note what plugins refer to that did not before, or that other documents hold since: other pages show these."""
    for id in plugins.keys() & (before.keys() | after.keys()):
        ref = plugins[id]["ref"]
        was = record_id(ref, old[id]["fields"]) if id in before and id in old else None
        now = record_id(ref, fields[id]) if id in after else None
        if was != now or before.get(id) != after.get(id):
            upkeep.touched[ref] |= {found for found in (was, now) if found}


def _holders(page: Any) -> _Holders:
    """The documents that hold each plugin of a page: themselves, or by a branch block in them."""
    blocks = {"page": page["blocks"].values(), "layout": [page["layout"]["block"]]}
    blocks |= {id: [branch["block"]] for id, branch in page["branches"].items()}
    documents = {name: document_of(each)[0] for name, each in blocks.items()}
    holders: _Holders = {}
    for name in documents:
        seen, queue = {name}, [name]
        while queue:
            document = documents[queue.pop()]
            for plugin_id in document.plugin_ids:
                holders.setdefault(plugin_id, set()).add(name)
            inner = {*document.branch_ids} & documents.keys() - seen
            seen |= inner
            queue += inner
    return holders


async def note_places(
    connection: Connection,
    upkeep: Upkeep,
    before: PageState,
    after: PageState,
    changed: Changes,
    *,
    has_posts_elsewhere: bool,
) -> None:
    """Note where a save changes who sees what, and what stands there for posts.

    `has_posts_elsewhere`: other pages than this one have posts. These are asked whether they show what is changed.
    """
    upkeep.places = changed_places(before, after, changed)
    sources = changed_sources(before, after, changed, has_posts_elsewhere=has_posts_elsewhere)
    upkeep.sources = await without_unshown(connection, sources)


async def store(session: AsyncSession, upkeep: Upkeep, version: int, author: str) -> None:
    """Store what a save changes in the blog, once the page itself is written; `author`: of a new post. Raises TreeTooDeep."""
    if upkeep.category_id:
        await lock_tree(session, Category)
        category = Category(id=uuid.UUID(upkeep.category_id), name=upkeep.title)
        await place(session, category, uuid.UUID(upkeep.parent_id) if upkeep.parent_id else None, None)
    if upkeep.post_id:
        session.add(Post(id=uuid.UUID(upkeep.post_id), title=upkeep.title, author=author))
        await session.flush()
    for post_id, category_ids in upkeep.categories.items():
        await put_into_categories(session, post_id, category_ids)
    if upkeep.category_id:
        await _take_in(session, upkeep.category_id, version)
    if tags := await refresh(await connection_of(session), upkeep.touched[POST], upkeep.touched[LIST]):
        emit_changed(session, version, tags)
    await refresh_audiences(session, version, upkeep.places)
    await refresh_summaries(session, version, upkeep.sources)


async def _take_in(session: AsyncSession, category_id: str, version: int) -> None:
    """Put the posts that are in no category into that of the first page that lists any: it would say that there are none."""
    taken = [*await session.scalars(_TAKE_IN, {"category_id": category_id})]
    if taken:
        emit_changed(session, version, {POSTS, CATEGORIES, *tags_of_posts(taken)})


async def put_into_categories(
    session: AsyncSession, post_id: uuid.UUID | str, category_ids: Iterable[uuid.UUID | str]
) -> None:
    """Have a post in these categories, which exist, and in no others."""
    await session.execute(delete(PostCategory).where(PostCategory.post_id == post_id))
    if ids := [str(category_id) for category_id in category_ids]:
        await session.execute(_PUT, {"post_id": post_id, "ids": ids})


async def rename(session: AsyncSession, page: Page) -> None:
    """Give the posts and categories of a page's own plugins the page's title.

    A page that is kept to some leaves the titles of those that others see on other pages.
    """
    title = page.display_title or page.title
    values = {"title": title, "page_id": page.id, "plugin_ids": page.plugin_ids}
    await session.execute(_RENAME, values)


async def remove(session: AsyncSession, page: Page) -> None:
    """Delete the posts that no page but this one refers to, before it is deleted; its category keeps its name to itself."""
    await session.execute(_DELETE_POSTS, {"page_id": page.id})
    await session.execute(_HIDE_CATEGORIES, {"page_id": page.id})

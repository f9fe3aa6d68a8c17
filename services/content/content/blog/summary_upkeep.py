"""Keeps the images beside each pair of post and page: lists and feeds look through no page for them.

Whatever changes a tree or the fields of plugins says here afterwards which documents and plugins it changed. A pair whose
images are not known yet has none until `mend_summaries` has looked.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from content.blog.audiences import framed, site_fields_of
from content.blog.images import candidates_in, candidates_on
from content.blog.plugins import POST
from content.documents.loading import Connection
from content.documents.pages import read_pages
from content.model.changes import Changes
from content.model.types import Block, PageState

_AT_ONCE = 200
"""Pages that are in memory at a time, with all that stands on them."""

# A branch block that a layout shows is the layout's, and stands for none of its posts.
_SHOWING = """
WITH RECURSIVE shown (id) AS (
    SELECT id FROM branch_blocks WHERE id = ANY ($3::uuid[]) OR plugin_ids && $4::uuid[]
  UNION
    SELECT b.id FROM shown held JOIN branch_blocks b ON b.branch_ids @> ARRAY[held.id]
)
SELECT p.id::text FROM pages p
WHERE (p.id = ANY ($1::uuid[]) OR p.layout_id = ANY ($2::uuid[]) OR p.plugin_ids && $4::uuid[]
        OR p.branch_ids && ARRAY(SELECT id FROM shown))
    AND EXISTS (SELECT FROM blog_post_pages WHERE page_id = p.id)
"""
_NEW = "SELECT DISTINCT page_id::text AS id FROM blog_post_pages WHERE post_id = ANY ($1::uuid[]) AND images IS NULL"
_UNKNOWN = "SELECT DISTINCT page_id::text AS id FROM blog_post_pages WHERE images IS NULL LIMIT $1"
_UPDATE = """
UPDATE blog_post_pages pair SET images = given.images
FROM jsonb_to_recordset($1::text::jsonb) AS given (page_id uuid, images jsonb)
WHERE pair.page_id = given.page_id AND pair.images IS DISTINCT FROM given.images
RETURNING pair.page_id
"""


class SummarySources(NamedTuple):
    """Documents that show other images than before, or in another order, or to others; and plugins that do."""

    page_ids: Collection[str] = ()
    layout_ids: Collection[str] = ()
    branch_ids: Collection[str] = ()
    plugin_ids: Collection[str] = ()

    def __bool__(self) -> bool:
        return any(self)


def changed_sources(before: PageState, after: PageState, changed: Changes) -> SummarySources:
    """What a save of a page changes of the images that stand for posts, there and on other pages."""
    old, new = before["plugins"], after["plugins"]
    plugin_ids = [id for id in changed.plugins.changed if candidates_in(old[id]) != candidates_in(new[id])]
    if not any((changed.layout, changed.blocks, changed.branches, changed.site_fields, changed.page_fields)):
        return SummarySources(plugin_ids=plugin_ids)
    is_post = any(plugin["ref"] == POST for plugin in new.values())
    differs = is_post and candidates_on(before["page"], old) != candidates_on(after["page"], new)
    page_ids = [after["page"]["id"]] if differs else []
    if not (changed.layout or changed.branches or changed.site_fields):
        return SummarySources(page_ids, plugin_ids=plugin_ids)
    return SummarySources(page_ids, *_changed_shared(before, after), plugin_ids)


def _changed_shared(before: PageState, after: PageState) -> tuple[list[str], list[str]]:
    """The layout and the branch blocks in which images stand elsewhere; other pages show them as well."""
    (old, old_fields), (new, new_fields) = ((state["page"], site_fields_of(state["page"])) for state in (before, after))
    plugins = {**before["plugins"], **after["plugins"]}
    layouts = [columns_of(page["layout"]["block"], each) for page, each in ((old, old_fields), (new, new_fields))]
    branch_ids = [
        id
        for id in old["branches"].keys() & new["branches"].keys()
        if _places(old["branches"][id]["block"], old_fields, plugins)
        != _places(new["branches"][id]["block"], new_fields, plugins)
    ]
    return [new["layoutId"]] if layouts[0] != layouts[1] else [], branch_ids


def columns_of(block: Block, fields: Mapping[str, Any]) -> list[Any]:
    """The unique columns of a layout in their order, each with what is around it."""
    return [place for place in framed(block["nodes"], fields, (), frozenset()) if place[0] == place[1][-1]]


def _places(block: Block, fields: Mapping[str, Any], plugins: Mapping[str, Any]) -> list[Any]:
    """What shows images in a branch block, in its order, each with what is around it."""
    places = framed(block["nodes"], fields, (), frozenset())
    return [place for place in places if place[0] not in plugins or candidates_in(plugins[place[0]])]


async def refresh_sources(connection: Connection, sources: SummarySources) -> bool:
    """Find the images of the posts' pages that show these; whether any differ."""
    if not sources:
        return False
    rows = await connection.fetch(_SHOWING, *([*ids] for ids in sources))
    return await refresh_pages(connection, [row["id"] for row in rows])


async def find_new(connection: Connection, post_ids: Collection[str]) -> None:
    """Find the images of the pages that have come to show these posts."""
    rows = await connection.fetch(_NEW, [*post_ids]) if post_ids else []
    await refresh_pages(connection, [row["id"] for row in rows])


async def some_unknown(connection: Connection) -> list[str]:
    """Some of the pages of which they are not known."""
    return [row["id"] for row in await connection.fetch(_UNKNOWN, _AT_ONCE)]


async def refresh_pages(connection: Connection, page_ids: Sequence[str]) -> bool:
    """Find the images of these pages; whether any differ."""
    differs = False
    for start in range(0, len(page_ids), _AT_ONCE):
        pages, plugins = await read_pages(connection, page_ids[start : start + _AT_ONCE])
        given = [{"page_id": page["id"], "images": candidates_on(page, plugins)} for page in pages]
        differs |= bool(await connection.fetch(_UPDATE, orjson.dumps(given).decode()))
    return differs

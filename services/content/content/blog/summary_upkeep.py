"""Keeps what stands for a post beside each pair of post and page: its images, and how long its page takes to read.

So nothing that shows a post looks through its page. Whatever changes a tree or the fields of plugins says here afterwards
which documents and plugins it changed. A pair of which either is not known yet has none until `mend_summaries` has looked.
"""
# ruff: noqa: S608  # statements are made of constants

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from content.blog.audiences import framed, site_fields_of
from content.blog.images import Candidate, candidates_in, candidates_on
from content.blog.plugins import POST
from content.blog.reading_time import Amount, amount_in, minutes_on
from content.documents.loading import Connection
from content.documents.pages import read_pages
from content.documents.split import document_of
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
_IS_UNKNOWN = "(images IS NULL OR reading_minutes IS NULL)"
_NEW = f"SELECT DISTINCT page_id::text AS id FROM blog_post_pages WHERE post_id = ANY ($1::uuid[]) AND {_IS_UNKNOWN}"
_UNKNOWN = f"SELECT DISTINCT page_id::text AS id FROM blog_post_pages WHERE {_IS_UNKNOWN} LIMIT $1"
_UPDATE = """
UPDATE blog_post_pages pair SET images = given.images, reading_minutes = given.reading_minutes
FROM jsonb_to_recordset($1::text::jsonb) AS given (page_id uuid, images jsonb, reading_minutes int)
WHERE pair.page_id = given.page_id
    AND (pair.images, pair.reading_minutes) IS DISTINCT FROM (given.images, given.reading_minutes)
RETURNING pair.post_id::text AS id
"""


class SummarySources(NamedTuple):
    """Documents that show other images or texts than before, or in another order, or to others; and plugins that do."""

    page_ids: Collection[str] = ()
    layout_ids: Collection[str] = ()
    branch_ids: Collection[str] = ()
    plugin_ids: Collection[str] = ()

    def __bool__(self) -> bool:
        return any(self)


def summarised_in(plugin: Mapping[str, Any]) -> tuple[list[Candidate], Amount]:
    """What of a plugin counts for the posts on whose pages it is."""
    return candidates_in(plugin), amount_in(plugin)


def changed_sources(before: PageState, after: PageState, changed: Changes) -> SummarySources:
    """What a save of a page changes of what stands for posts, there and on other pages."""
    is_post = any(plugin["ref"] == POST for plugin in after["plugins"].values())
    plugin_ids = _changed_plugins(before, after, changed)
    is_other_tree = any((changed.layout, changed.blocks, changed.branches, changed.site_fields, changed.page_fields))
    differs = is_post and (is_other_tree or changed.plugins.changed) and _differs(before, after, changed)
    page_ids = [after["page"]["id"]] if differs else []
    if not (changed.layout or changed.branches or changed.site_fields):
        return SummarySources(page_ids, plugin_ids=plugin_ids)
    return SummarySources(page_ids, *_changed_shared(before, after), plugin_ids)


def _changed_plugins(before: PageState, after: PageState, changed: Changes) -> list[str]:
    """The plugins for which other pages have to be looked at. What is said by one of the page's own is said there alone."""
    own = {*document_of(after["page"]["blocks"].values())[0].plugin_ids}
    pairs = [(id, before["plugins"][id], after["plugins"][id]) for id in changed.plugins.changed]
    return [
        id
        for id, old, new in pairs
        if candidates_in(old) != candidates_in(new) or (id not in own and amount_in(old) != amount_in(new))
    ]


def _differs(before: PageState, after: PageState, changed: Changes) -> bool:
    """Whether something else stands for the post of the page."""
    known: dict[str, Amount] = {}
    was = _summary(before["page"], before["plugins"], known)
    for id in changed.plugins.changed | changed.plugins.added:
        known.pop(id, None)
    return was != _summary(after["page"], after["plugins"], known)


def _summary(page: Any, plugins: Mapping[str, Any], known: dict[str, Amount]) -> tuple[list[Candidate], int]:
    return candidates_on(page, plugins), minutes_on(page, plugins, known)


def _changed_shared(before: PageState, after: PageState) -> tuple[list[str], list[str]]:
    """The layout and the branch blocks in which images or texts stand elsewhere; other pages show them as well."""
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
    """What shows images or says anything in a branch block, in its order, each with what is around it."""
    places = framed(block["nodes"], fields, (), frozenset())
    return [place for place in places if place[0] not in plugins or any(map(any, summarised_in(plugins[place[0]])))]


async def refresh_sources(connection: Connection, sources: SummarySources) -> set[str]:
    """Find anew what stands for the posts whose pages show these; the posts of which it differs."""
    if not sources:
        return set()
    rows = await connection.fetch(_SHOWING, *([*ids] for ids in sources))
    return await refresh_pages(connection, [row["id"] for row in rows])


async def find_new(connection: Connection, post_ids: Collection[str]) -> None:
    """Find what stands for these posts on the pages that have come to show them."""
    rows = await connection.fetch(_NEW, [*post_ids]) if post_ids else []
    await refresh_pages(connection, [row["id"] for row in rows])


async def some_unknown(connection: Connection) -> list[str]:
    """Some of the pages of which it is not known."""
    return [row["id"] for row in await connection.fetch(_UNKNOWN, _AT_ONCE)]


async def refresh_pages(connection: Connection, page_ids: Sequence[str]) -> set[str]:
    """Find what stands for the posts of these pages; those of which it differs."""
    post_ids: set[str] = set()
    for start in range(0, len(page_ids), _AT_ONCE):
        pages, plugins = await read_pages(connection, page_ids[start : start + _AT_ONCE])
        given = []
        known: dict[str, Amount] = {}
        for page in pages:
            images, minutes = _summary(page, plugins, known)
            given.append({"page_id": page["id"], "images": images, "reading_minutes": minutes})
        post_ids |= {row["id"] for row in await connection.fetch(_UPDATE, orjson.dumps(given).decode())}
    return post_ids

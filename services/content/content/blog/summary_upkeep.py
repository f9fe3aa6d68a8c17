"""Keeps what stands for a post beside each pair of post and page: its images, the minutes to read its page, its first words.

So nothing that shows a post looks through its page. Whatever changes a tree or the fields of plugins says here afterwards
which documents and plugins it changed. A pair of which either is not known yet has none until `mend_summaries` has looked.
Where something was changed that many pages show, what stands for their posts stays as it was until then, except images and
words that may be for fewer, which are hidden at once: nobody's save reads all of them.
"""
# ruff: noqa: S608  # statements are made of constants

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from content.blog.audiences import site_fields_of
from content.blog.columns import Place, columns_of, gets_narrower, places_in
from content.blog.excerpt import excerpt_on, is_kept, opening_in
from content.blog.images import Candidate, candidates_in, candidates_on
from content.blog.plugins import POST
from content.blog.reading_time import Amount, amount_in, minutes_on
from content.documents.loading import Connection
from content.documents.pages import read_pages
from content.model.changes import Changes
from content.model.types import PageState

_AT_ONCE = 200
"""Pages that are in memory at a time, with all that stands on them; what more of them show is looked at by the worker."""

# A branch block that a layout shows is the layout's, and stands for none of its posts, but pages' own may stand in it.
_SHOWING = """
WITH RECURSIVE shown (id) AS (
    SELECT id FROM branch_blocks WHERE id = ANY ($3::uuid[]) OR plugin_ids && $4::uuid[]
  UNION
    SELECT b.id FROM shown held JOIN branch_blocks b ON b.branch_ids @> ARRAY[held.id]
), framing (id) AS (
    SELECT unnest($5::uuid[])
  UNION
    SELECT b.id FROM framing held JOIN branch_blocks b ON b.branch_ids @> ARRAY[held.id]
)
SELECT p.id::text FROM pages p
WHERE (p.id = ANY ($1::uuid[]) OR p.plugin_ids && $4::uuid[] OR p.branch_ids && ARRAY(SELECT id FROM shown)
        OR p.layout_id = ANY ($2::uuid[] || ARRAY(
            SELECT l.id FROM framing held JOIN layouts l ON l.branch_ids @> ARRAY[held.id])))
    AND EXISTS (SELECT FROM blog_post_pages WHERE page_id = p.id)
"""
_IS_UNKNOWN = "(images IS NULL OR reading_minutes IS NULL OR excerpt IS NULL OR is_stale)"
_NEW = f"SELECT DISTINCT page_id::text AS id FROM blog_post_pages WHERE post_id = ANY ($1::uuid[]) AND {_IS_UNKNOWN}"
_UNKNOWN = f"SELECT DISTINCT page_id::text AS id FROM blog_post_pages WHERE {_IS_UNKNOWN} LIMIT $1"
_UPDATE = """
UPDATE blog_post_pages pair SET images = given.images, reading_minutes = given.reading_minutes, excerpt = given.excerpt
FROM blog_post_pages was JOIN jsonb_to_recordset($1::text::jsonb)
    AS given (page_id uuid, images jsonb, reading_minutes int, excerpt text) USING (page_id)
WHERE pair.post_id = was.post_id AND pair.page_id = was.page_id AND (was.images, was.reading_minutes, was.excerpt)
    IS DISTINCT FROM (given.images, given.reading_minutes, given.excerpt)
RETURNING pair.post_id::text AS id, (was.images, was.excerpt) IS DISTINCT FROM (given.images, given.excerpt) AS is_of_lists
"""
_MARK = "UPDATE blog_post_pages SET is_stale = true WHERE page_id = ANY ($1::uuid[]) AND NOT is_stale"
# A page that keeps something to some may keep a node to them that is around the images and words since now.
_HIDE = """
UPDATE blog_post_pages pair SET images = '[]', excerpt = '' FROM pages p
WHERE p.id = pair.page_id AND p.id = ANY ($1::uuid[]) AND ($2 OR p.has_scope_whitelist)
    AND (pair.images <> '[]' OR pair.excerpt <> '')
RETURNING pair.post_id::text AS id
"""
_UNMARK = "UPDATE blog_post_pages SET is_stale = false WHERE page_id = ANY ($1::uuid[]) AND is_stale"

_IS_BEHIND = "SELECT FROM site WHERE excerpts_version <> version"
_CLEAR_OUTDATED = f"""
WITH outdated AS (
    UPDATE blog_post_pages pair SET excerpt = NULL FROM pages p
    WHERE p.id = pair.page_id AND pair.excerpt IS NOT NULL AND NOT {is_kept("p")}
)
UPDATE site SET excerpts_version = version WHERE excerpts_version <> version
"""

Differing = Mapping[str, bool]
"""Posts for which something else stands than before, each with whether lists show it: these show no minutes."""


class Summary(NamedTuple):
    """What stands for the posts of a page."""

    page_id: str
    images: Sequence[Candidate]
    reading_minutes: int
    excerpt: str


class Known(NamedTuple):
    """What was read of plugins, by their ids."""

    amounts: dict[str, Amount]
    openings: dict[str, str]


class SummarySources(NamedTuple):
    """Documents that show other images or texts than before, or in another order, or to others; and plugins that do."""

    page_ids: Collection[str] = ()
    layout_ids: Collection[str] = ()
    branch_ids: Collection[str] = ()
    plugin_ids: Collection[str] = ()
    framing_branch_ids: Collection[str] = ()
    """Those in which something else is around the unique columns."""
    worded_branch_ids: Collection[str] = ()
    """Those in which only texts are others."""
    worded_plugin_ids: Collection[str] = ()
    is_narrower: bool = False
    """Whether the layouts or branch blocks may show something to fewer than before."""
    summaries: Sequence[Summary] = ()
    """Of pages of which something else is kept than before."""
    saved_page_id: str | None = None
    """A page that need not be read, since its save has all of it."""

    def __bool__(self) -> bool:
        return any(self._replace(saved_page_id=None))


def changed_sources(
    before: PageState, after: PageState, changed: Changes, *, has_posts_elsewhere: bool
) -> SummarySources:
    """What a save of a page changes of what stands for posts: for its own, and where other pages have any, for theirs."""
    sources = SummarySources()
    if has_posts_elsewhere:
        # Also of the page's own: a plugin may stand on several pages.
        sources = sources_of((id, before["plugins"][id], after["plugins"][id]) for id in changed.plugins.changed)
        if changed.layout or changed.branches or changed.site_fields:
            sources = _with_shared(sources, before, after)
    is_post = any(plugin["ref"] == POST for plugin in after["plugins"].values())
    is_other_tree = any((changed.layout, changed.blocks, changed.branches, changed.site_fields, changed.page_fields))
    if is_post and (is_other_tree or changed.plugins.changed):
        was, summary = _summaries(before, after, changed)
        sources = sources._replace(summaries=[summary] if summary != was else [], saved_page_id=summary.page_id)
    return sources


def sources_of(plugins: Iterable[tuple[str, Mapping[str, Any], Mapping[str, Any]]]) -> SummarySources:
    """Those of these plugins, each with what it was before, for which pages have to be looked at."""
    of_images, of_words = [], []
    for id, old, new in plugins:
        if candidates_in(old) != candidates_in(new):
            of_images.append(id)
        elif amount_in(old) != amount_in(new) or opening_in(old) != opening_in(new):
            of_words.append(id)
    return SummarySources(plugin_ids=of_images, worded_plugin_ids=of_words)


def _summaries(before: PageState, after: PageState, changed: Changes) -> tuple[Summary, Summary]:
    """What stood for the post of the page, and what does now."""
    known = Known({}, {})
    was = _summary(before["page"], before["plugins"], known)
    for id in changed.plugins.changed | changed.plugins.added:
        known.amounts.pop(id, None)
        known.openings.pop(id, None)
    return was, _summary(after["page"], after["plugins"], known)


def _summary(page: Any, plugins: Mapping[str, Any], known: Known) -> Summary:
    minutes, excerpt = minutes_on(page, plugins, known.amounts), excerpt_on(page, plugins, known.openings)
    return Summary(page["id"], candidates_on(page, plugins), minutes, excerpt)


def _with_shared(sources: SummarySources, before: PageState, after: PageState) -> SummarySources:
    """With the layout and the branch blocks in which images or texts stand elsewhere; other pages show them as well."""
    (old, old_fields), (new, new_fields) = ((state["page"], site_fields_of(state["page"])) for state in (before, after))
    layouts = [
        columns_of(places_in(page["layout"]["block"], each), page["branches"])
        for page, each in ((old, old_fields), (new, new_fields))
    ]
    of_images, of_words, framing = [], [], []
    for id in old["branches"].keys() & new["branches"].keys():
        places = (
            places_in(old["branches"][id]["block"], old_fields),
            places_in(new["branches"][id]["block"], new_fields),
        )
        # Each by the plugins as they are then: one that is emptied and taken out by the same save did count before.
        then = list(zip(places, (before["plugins"], after["plugins"]), strict=True))
        if _differ(then, candidates_in):
            of_images.append(id)
            if columns_of(places[0], old["branches"]) != columns_of(places[1], new["branches"]):
                framing.append(id)
        elif _differ(then, _says_anything):
            of_words.append(id)
    layout_ids = [new["layoutId"]] if layouts[0] != layouts[1] else []
    return sources._replace(
        layout_ids=layout_ids,
        branch_ids=of_images,
        framing_branch_ids=framing,
        worded_branch_ids=of_words,
        is_narrower=gets_narrower(old, new),
    )


def _differ(
    states: Iterable[tuple[Sequence[Place], Mapping[str, Any]]], counts: Callable[[Mapping[str, Any]], object]
) -> bool:
    """Whether what counts of a branch block stands elsewhere, in another order or in something else than before."""
    before, after = (
        [place for place in places if place[0] not in plugins or counts(plugins[place[0]])]
        for places, plugins in states
    )
    return before != after


def _says_anything(plugin: Mapping[str, Any]) -> bool:
    return any(amount_in(plugin))


async def _showing(connection: Connection, *ids: Collection[str]) -> list[str]:
    if not any(ids):
        return []
    return [row["id"] for row in await connection.fetch(_SHOWING, *([*each] for each in ids))]


async def refresh_sources(connection: Connection, sources: SummarySources) -> Differing:
    """Find anew what stands for the posts whose pages show these; the posts of which it differs.

    Many pages are left to the worker. Their images and words that may be for few by now are hidden until it has looked.
    """
    page_ids = await _showing(connection, sources.page_ids, (), (), (), ())
    around = sources.layout_ids, sources.branch_ids, sources.plugin_ids, sources.framing_branch_ids
    shared = await _showing(connection, (), *around)
    worded = await _showing(connection, (), (), sources.worded_branch_ids, sources.worded_plugin_ids, ())
    hidden: Differing = {}
    if len(shared) > _AT_ONCE:
        await connection.fetch(_MARK, shared)
        hidden = {row["id"]: True for row in await connection.fetch(_HIDE, shared, sources.is_narrower)}
        shared = []
    if len(worded) > _AT_ONCE:
        await connection.fetch(_MARK, worded)
        worded = []
    # After what hides: images of the page that is saved are known already.
    stored = await _store(connection, sources.summaries)
    pages = {*page_ids, *shared, *worded} - {sources.saved_page_id}
    return _joined(hidden, _joined(stored, await refresh_pages(connection, [*pages])))


async def without_unshown(connection: Connection, sources: SummarySources) -> SummarySources:
    """The sources without the plugins, where no post's page but the one that is saved shows any of them.

    Asks what these pages show before the save. Where it changes layouts or branch blocks too, they may show others after it,
    and all stays.
    """
    plugin_ids = [*sources.plugin_ids, *sources.worded_plugin_ids]
    if not plugin_ids or sources.layout_ids or sources.branch_ids or sources.worded_branch_ids:
        return sources
    if {*await _showing(connection, (), (), (), plugin_ids, ())} - {sources.saved_page_id}:
        return sources
    return sources._replace(plugin_ids=(), worded_plugin_ids=())


async def find_new(connection: Connection, post_ids: Collection[str]) -> Differing:
    """Find what stands for the posts of the pages that have come to show these; the posts of which it differs."""
    rows = await connection.fetch(_NEW, [*post_ids]) if post_ids else []
    return await refresh_pages(connection, [row["id"] for row in rows])


async def is_behind(connection: Connection) -> bool:
    """Whether a release that keeps no excerpts has changed something since `clear_outdated`."""
    return bool(await connection.fetch(_IS_BEHIND))


async def clear_outdated(connection: Connection) -> None:
    """Clear the excerpts that may have changed with it. Nothing else may be changed meanwhile."""
    await connection.fetch(_CLEAR_OUTDATED)


async def some_unknown(connection: Connection) -> list[str]:
    """Some of the pages of which it is not known, or of before a change that many pages show."""
    return [row["id"] for row in await connection.fetch(_UNKNOWN, _AT_ONCE)]


async def refresh_pages(connection: Connection, page_ids: Sequence[str]) -> Differing:
    """Find what stands for the posts of these pages; those of which it differs."""
    differing: Differing = {}
    for start in range(0, len(page_ids), _AT_ONCE):
        pages, plugins = await read_pages(connection, page_ids[start : start + _AT_ONCE])
        known = Known({}, {})
        stored = await _store(connection, [_summary(page, plugins, known) for page in pages])
        differing = _joined(differing, stored)
    return differing


async def _store(connection: Connection, summaries: Iterable[Summary]) -> Differing:
    """Keep what stands for the posts of these pages; those of which it differs."""
    given = [each._asdict() for each in summaries]
    differing: dict[str, bool] = {}
    for row in await connection.fetch(_UPDATE, orjson.dumps(given).decode()) if given else ():
        differing[row["id"]] = row["is_of_lists"] or differing.get(row["id"], False)
    return differing


def _joined(one: Differing, other: Differing) -> Differing:
    return {id: one.get(id, False) or other.get(id, False) for id in {**one, **other}}


async def refresh_unknown(connection: Connection, page_ids: Sequence[str]) -> Differing:
    """Do so for pages of which it was not known, and note that it is."""
    differing = await refresh_pages(connection, page_ids)
    await connection.fetch(_UNMARK, page_ids)
    return differing


async def clear(connection: Connection, page_ids: Sequence[str]) -> Differing:
    """Have nothing stand for the posts of pages of which nothing can be found out, until they are saved again."""
    differing = await _store(connection, [Summary(page_id, [], 0, "") for page_id in page_ids])
    await connection.fetch(_UNMARK, page_ids)
    return differing

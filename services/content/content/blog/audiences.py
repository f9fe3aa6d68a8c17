"""Who sees a post, or the list of a category, on a page: kept beside each pair, so that lists walk through no trees.

An audience is a list of places, each with the whitelists of the nodes around it: somebody sees the record on the page
whom all whitelists of any one place let through, and whom the page itself does. `placed_plugins` finds the places, as
for renders. A pair whose audience is not known yet is seen by those who see everything, and by nobody else.
"""
# ruff: noqa: S608  # statements are made of constants

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from content.blocks.models import Branch
from content.blog.plugins import LIST, POST, is_of_blog, record_id
from content.documents.loading import Connection, reached
from content.layouts.models import Layout
from content.model.changes import Changes
from content.model.types import Block, PageState
from content.model.visibility import placed_plugins, whitelist_key
from content.pages.models import Page

_AT_ONCE = 500
"""Pages that are in memory at a time."""

# A document is asked for by an index, so that a change of one page does not read all pairs.
_SHOWING = """
WITH RECURSIVE shown (id) AS (
    SELECT unnest($3::uuid[])
  UNION
    SELECT b.id FROM shown held JOIN branch_blocks b ON b.branch_ids @> ARRAY[held.id]
)
SELECT p.id::text FROM pages p
WHERE (p.id = ANY ($1::uuid[]) OR p.branch_ids && ARRAY(SELECT id FROM shown) OR p.layout_id = ANY ($2::uuid[] || ARRAY(
        SELECT l.id FROM shown held JOIN layouts l ON l.branch_ids @> ARRAY[held.id])))
    AND (EXISTS (SELECT FROM blog_post_pages WHERE page_id = p.id)
        OR EXISTS (SELECT FROM blog_category_pages WHERE page_id = p.id))
"""
# A page that keeps nothing to anybody, and has all that is its own in one column, is told by that column.
_PAGES = """
SELECT id::text, layout_id::text, plugin_ids::text[], branch_ids::text[], has_scope_whitelist, own_column,
    CASE WHEN own_column IS NULL THEN blocks::text END AS blocks,
    CASE WHEN own_column IS NULL THEN node_fields::text END AS node_fields
FROM pages, LATERAL (
    SELECT CASE WHEN NOT has_scope_whitelist AND branch_ids = '{}' AND count(*) = 1 THEN min(key) END AS own_column
    FROM jsonb_object_keys(blocks) AS key
) columns
WHERE id = ANY ($1::uuid[])
"""
_LAYOUTS = """
SELECT id::text, block::text, node_fields::text, plugin_ids::text[], branch_ids::text[]
FROM layouts WHERE id = ANY ($1::uuid[])
"""
_BRANCHES = """
WITH RECURSIVE shown (id) AS (
    SELECT unnest($1::uuid[])
  UNION
    SELECT unnest(b.branch_ids) FROM shown JOIN branch_blocks b USING (id)
)
SELECT id::text, block::text, node_fields::text, plugin_ids::text[], branch_ids::text[]
FROM branch_blocks WHERE id IN (SELECT id FROM shown)
"""
_PLUGINS = "SELECT id::text, ref, fields::text FROM plugins WHERE id = ANY ($1::uuid[]) AND ref = ANY ($2::text[])"


# What is given is joined to the pairs by their key. In a join of the pairs with themselves Postgres would expect one row,
# and compare all that is given with all that is present.
def _updating(table: str, column: str, name: str, value: str) -> str:
    return f"""given_{name} AS MATERIALIZED (
    SELECT record_id, page_id, audience
    FROM jsonb_to_recordset({value}::text::jsonb) AS each (record_id uuid, page_id uuid, audience jsonb)
), seen_{name} AS (
    UPDATE {table} pair SET audience = given.audience FROM given_{name} given
    WHERE pair.{column} = given.record_id AND pair.page_id = given.page_id
        AND pair.audience IS DISTINCT FROM given.audience
    RETURNING pair.{column} AS record_id
), unseen_{name} AS (
    UPDATE {table} pair SET audience = '[]'
    WHERE pair.page_id = ANY ($2::uuid[]) AND pair.audience IS DISTINCT FROM '[]' AND NOT EXISTS (
        SELECT FROM given_{name} given WHERE given.record_id = pair.{column} AND given.page_id = pair.page_id)
    RETURNING pair.{column} AS record_id
)"""


_UPDATE = f"""
WITH {_updating("blog_post_pages", "post_id", "posts", "$1")}, {_updating("blog_category_pages", "category_id", "lists", "$3")}
SELECT EXISTS (SELECT FROM (TABLE seen_posts UNION ALL TABLE unseen_posts UNION ALL TABLE seen_lists UNION ALL
    TABLE unseen_lists) AS changed WHERE record_id <> ALL ($4::uuid[])) AS differs
"""

_Records = Mapping[str, tuple[str, str]]
"""The kind and the id of the record that each plugin refers to."""
_Audiences = Mapping[tuple[str, str], list[list[tuple[str, ...]]]]
_Whitelists = frozenset[tuple[str, ...]]
_Places = Mapping[Any, set[_Whitelists]]
"""The whitelists around each place of a record or of a plugin."""
_Frame = frozenset[tuple[str, tuple[str, ...], _Whitelists]]


class Places(NamedTuple):
    """Documents whose plugins stand elsewhere, or are kept to others, than before."""

    page_ids: Sequence[str] = ()
    layout_ids: Sequence[str] = ()
    branch_ids: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.page_ids or self.layout_ids or self.branch_ids)


def places_of(documents: Iterable[Page | Layout | Branch]) -> Places:
    """Documents that have changed, whatever it is that has."""
    documents = [*documents]
    pages, layouts, branches = (
        [str(document.id) for document in documents if isinstance(document, model)] for model in (Page, Layout, Branch)
    )
    return Places(pages, layouts, branches)


def changed_places(before: PageState, after: PageState, changed: Changes) -> Places:
    """The documents whose places a save changes. A branch that comes or goes is shown by others of them alone.

    Of the page itself both states are in memory: it counts where they differ in who sees a record on it.
    """
    if not any((changed.layout, changed.blocks, changed.branches, changed.site_fields, changed.page_fields)):
        return Places()
    old, new = before["page"], after["page"]
    page_ids = [new["id"]] if _audiences_in(before) != _audiences_in(after) else []
    if not (changed.layout or changed.branches or changed.site_fields):
        return Places(page_ids)
    plugins = {**before["plugins"], **after["plugins"]}
    fields = [site_fields_of(page) for page in (old, new)]
    states = [*zip((old, new), fields, strict=True)]
    layouts = [_of_blog(frame(page["layout"]["block"], each), plugins) for page, each in states]
    branch_ids = [
        branch_id
        for branch_id in old["branches"].keys() & new["branches"].keys()
        if len({_of_blog(frame(page["branches"][branch_id]["block"], each), plugins) for page, each in states}) > 1
    ]
    return Places(page_ids, [new["layoutId"]] if layouts[0] != layouts[1] else [], branch_ids)


def _audiences_in(state: PageState) -> _Audiences:
    """The audiences of the records that the plugins of a page refer to."""
    named = (
        (id, plugin["ref"], record_id(plugin["ref"], plugin["fields"]))
        for id, plugin in state["plugins"].items()
        if is_of_blog(plugin["ref"])
    )
    records = {id: (ref, record) for id, ref, record in named if record}
    return _stored(_places(state["page"], records)) if records else {}


def _of_blog(framed: _Frame, plugins: Mapping[str, Any]) -> _Frame:
    """Without the plugins that refer to no record: they come, move and go without anybody seeing more or less of the blog."""
    return frozenset(each for each in framed if each[0] not in plugins or is_of_blog(plugins[each[0]]["ref"]))


def frame(block: Block, fields: Mapping[str, Any]) -> _Frame:
    """What a shared document decides of who sees what: each plugin, branch and unique column with what is around it.

    The nodes around count, too: pages have whitelists of their own for them. `fields` are the site-wide ones by node.
    """
    return frozenset(framed(block["nodes"], fields, (), frozenset()))


def framed(
    nodes: Iterable[Any], fields: Mapping[str, Any], path: tuple[str, ...], around: frozenset[tuple[str, ...]]
) -> Iterator[tuple[str, tuple[str, ...], frozenset[tuple[str, ...]]]]:
    """The same in reading order, for nodes with these nodes and whitelists around them."""
    for node in nodes:
        whitelist = fields.get(node["id"], {}).get("scopeWhitelist")
        whitelists = around | {whitelist_key(whitelist)} if whitelist else around
        inner = (*path, node["id"])
        if "block" in node:
            yield from framed(node["block"]["nodes"], fields, inner, whitelists)
        else:
            yield node.get("pluginId") or node.get("blockId") or node["id"], inner, whitelists


def site_fields_of(page: Any) -> dict[str, Any]:
    """The site-wide fields of a page's nodes, by node."""
    return {id: levels["site"] for id, levels in page["nodeFields"].items() if "site" in levels}


async def refresh_places(connection: Connection, places: Places) -> bool:
    """Find out anew who sees the posts and lists on the pages that show these documents; whether anything differs."""
    if not places:
        return False
    rows = await connection.fetch(_SHOWING, *([*ids] for ids in places))
    return await refresh_pages(connection, [row["id"] for row in rows])


async def refresh_pages(connection: Connection, page_ids: Iterable[str], announced: Collection[str] = ()) -> bool:
    """Do so for all posts and lists of these pages; whether anything differs for others than those `announced` of anyway."""
    differs, all_ids = False, [*page_ids]
    for start in range(0, len(all_ids), _AT_ONCE):
        ids = all_ids[start : start + _AT_ONCE]
        pages = await _audiences_of(connection, ids)
        posts, lists = (
            [
                {"record_id": record, "page_id": page_id, "audience": audience}
                for page_id, audiences in pages.items()
                for (ref, record), audience in audiences.items()
                if ref == kind
            ]
            for kind in (POST, LIST)
        )
        given = orjson.dumps(posts).decode(), ids, orjson.dumps(lists).decode(), [*announced]
        row = await connection.fetchrow(_UPDATE, *given)
        differs |= bool(row and row["differs"])
    return differs


async def _audiences_of(connection: Connection, page_ids: Sequence[str]) -> dict[str, _Audiences]:
    """The audiences of the records of some pages."""
    pages = await connection.fetch(_PAGES, page_ids)
    layouts = {row["id"]: row for row in await connection.fetch(_LAYOUTS, [*{page["layout_id"] for page in pages}])}
    documents = [*pages, *layouts.values()]
    branch_ids = {branch_id for row in documents for branch_id in row["branch_ids"]}
    branches = await connection.fetch(_BRANCHES, [*branch_ids]) if branch_ids else []
    plugin_ids = {plugin_id for row in [*documents, *branches] for plugin_id in row["plugin_ids"]}
    records = _records(await connection.fetch(_PLUGINS, [*plugin_ids], [POST, LIST]))
    parsed = {row["id"]: _parsed(row) for row in branches}
    framings = {id: _Framing(_parsed(row), parsed, records) for id, row in layouts.items()}
    return {page["id"]: _audiences_on(page, framings[page["layout_id"]], records) for page in pages}


class _Shared(NamedTuple):
    """A layout or a branch block."""

    block: Block
    node_fields: Mapping[str, Any]
    branch_ids: Sequence[str]


def _parsed(row: Any) -> _Shared:
    return _Shared(orjson.loads(row["block"]), orjson.loads(row["node_fields"]), row["branch_ids"])


class _Framing:
    """A layout around pages: what it shows itself, and who sees what stands in its columns, is found once for all of them."""

    def __init__(self, layout: _Shared, branches: Mapping[str, _Shared], records: _Records) -> None:
        self._layout, self._branches = layout, branches
        self._inner_ids = {id: branch.branch_ids for id, branch in branches.items()}
        self._trees = {id: {"block": branch.block} for id, branch in branches.items()}
        self._columns: dict[str, set[_Whitelists]] = {}
        self.places = _places(self.tree({}, {}), records)
        self.audiences = _stored(self.places)

    def tree(self, blocks: Any, node_fields: dict[str, Any], branch_ids: Iterable[str] = ()) -> Any:
        """A page of the layout, with branch blocks of its own, as far as it takes to find who sees what on it."""
        # A node of a branch block that is not on the page may have the id of one that is: a layout's tree can be a copy.
        shown = reached([*self._layout.branch_ids, *branch_ids], self._inner_ids)
        fields = _levels(node_fields, [self._layout.node_fields, *(self._branches[id].node_fields for id in shown)])
        return {
            "layout": {"block": self._layout.block},
            "blocks": blocks,
            "branches": self._trees,
            "nodeFields": fields,
        }

    def around(self, column: str) -> set[_Whitelists]:
        """The whitelists around each place of a column: none where the layout does not have it."""
        if column not in self._columns:
            inside = {"nodes": [{"id": "", "type": "plugin", "pluginId": column}]}
            self._columns[column] = _places(self.tree({column: inside}, {}), {column: column}).get(column, set())
        return self._columns[column]


def _audiences_on(page: Any, framing: _Framing, records: _Records) -> _Audiences:
    own = [records[id] for id in page["plugin_ids"] if id in records]
    if not (own or page["has_scope_whitelist"] or page["branch_ids"]):
        return framing.audiences
    if page["own_column"] is None:
        tree = framing.tree(orjson.loads(page["blocks"]), orjson.loads(page["node_fields"]), page["branch_ids"])
        return _stored(_places(tree, records))
    around = framing.around(page["own_column"])
    return _stored({**framing.places, **{record: framing.places.get(record, set()) | around for record in own}})


def _records(plugins: Iterable[Any]) -> _Records:
    named = ((row["id"], row["ref"], record_id(row["ref"], orjson.loads(row["fields"]))) for row in plugins)
    return {id: (ref, record) for id, ref, record in named if record}


def _levels(levels: dict[str, Any], shared: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The fields of a page's nodes, with the site-wide ones of its layout and its branches."""
    for document in shared:
        for node_id, fields in document.items():
            levels.setdefault(node_id, {})["site"] = fields
    return levels


def _places(page: Any, records: Mapping[str, Any]) -> _Places:
    """The whitelists around each place on a page of what some plugins stand for."""
    places: dict[Any, set[_Whitelists]] = {}
    for place in placed_plugins(page):
        if place.plugin_id in records:
            places.setdefault(records[place.plugin_id], set()).add(place.whitelists)
    return places


def _stored(places: _Places) -> _Audiences:
    return {
        record: [[]] if frozenset() in found else sorted(sorted(whitelists) for whitelists in found)
        for record, found in places.items()
    }

"""The statement that reads a page with all it shows, on a raw connection: no ORM objects are made here.

Document columns come as text, so that it does not matter which codecs a connection has.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from content.documents.loading import BRANCHES_JSON, PLUGIN_COLUMNS, Connection, Row, plugins_of
from content.page_render.neighbours import columns_of_neighbours, neighbours_known, remember_neighbours
from content.page_render.shared_parts import SharedPart, shared_part_of, with_css_or_not
from content.page_render.sources import SourceMemory

_OWN_COLUMNS = """s.version, s.scope_renamings::text, p.id::text, p.url, p.title, p.display_title, p.meta::text,
    p.config::text, p.trackers::text, p.linked_data::text, p.blocks::text, p.node_fields::text, p.links::text,
    p.updated_at, p.is_redirected, p.layout_id::text, p.template_id::text, cardinality(p.branch_ids) > 0 AS has_branches,
    i.plugins::text, i.unchecked_plugins"""
_SHARED_COLUMNS = """s.name AS site_name, s.language, s.timezone, s.has_ecom, s.has_crm, s.follows_dark_mode,
    s.trackers::text AS site_trackers, s.images::text AS site_images,
    l.name AS layout_name, l.block::text AS layout_block, l.node_fields::text AS layout_node_fields,
    t.name AS template_name, t.external_css <> '' AS has_external_css,
    CASE WHEN $2 THEN t.inline_css ELSE '' END AS inline_css,
    t.js <> '' AS has_js, t.fonts::text, t.version AS template_version"""
_DOCUMENTS = """site s
CROSS JOIN pages p
JOIN layouts l ON l.id = p.layout_id
JOIN templates t ON t.id = p.template_id"""

# What one page has for itself, where the rest is remembered. The version and the names that are being renamed are read
# each time: the former says whether what is remembered still holds, and the latter change without one.
_OWN = f"""
SELECT {_OWN_COLUMNS}, p.has_scope_whitelist
FROM site s CROSS JOIN pages p
CROSS JOIN LATERAL (SELECT {PLUGIN_COLUMNS} FROM plugins WHERE id = ANY (p.plugin_ids)) i
WHERE p.url = $1
"""  # noqa: S608  # of constants

# The branch blocks are found first, through any depth of branches in branches. Each part is asked for by primary key,
# so that the time does not depend on how many pages, plugins and branches there are. A save adds what its actions name
# and the page need not show, whether its key is known, and whether it may concern posts on other pages.
_STATEMENT = f"""
WITH RECURSIVE shown(id) AS (
    SELECT unnest(p.branch_ids || l.branch_ids{{branches}})
    FROM pages p JOIN layouts l ON l.id = p.layout_id
    WHERE {{condition}}
  UNION
    SELECT unnest(b.branch_ids) FROM shown JOIN branch_blocks b USING (id)
)
SELECT {_OWN_COLUMNS}, {_SHARED_COLUMNS}, p.has_scope_whitelist,
    l.has_scope_whitelist OR coalesce(b.has_scope_whitelist, false) AS shared_has_scope_whitelist,
    b.branches::text, b.node_fields::text AS branch_node_fields{{columns}}
FROM {_DOCUMENTS}{{joined}}
CROSS JOIN LATERAL (
    SELECT {BRANCHES_JSON} AS branches,
        json_agg(node_fields) AS node_fields,
        bool_or(has_scope_whitelist) AS has_scope_whitelist
    FROM branch_blocks WHERE id IN (SELECT id FROM shown)
) b
CROSS JOIN LATERAL (
    SELECT {PLUGIN_COLUMNS}
    FROM plugins
    WHERE id = ANY (p.plugin_ids || l.plugin_ids{{plugins}} || ARRAY(
        SELECT unnest(plugin_ids) FROM branch_blocks WHERE id IN (SELECT id FROM shown)))
) i
WHERE {{condition}}
"""  # noqa: S608  # of constants
_NOTHING_MORE = {"branches": "", "plugins": "", "columns": "", "joined": ""}
_BY_URL = _STATEMENT.format(
    condition="p.url = $1", **_NOTHING_MORE | {"columns": columns_of_neighbours("$3", "$4", "$5")}
)
_BY_ID = _STATEMENT.format(condition="p.id = $1::uuid", **_NOTHING_MORE)
_FOR_SAVE = _STATEMENT.format(
    condition="p.id = $1::uuid",
    branches=" || $3::uuid[]",
    plugins=" || $4::uuid[]",
    columns=""", k.request_hash AS known_request, k.answer::text AS known_answer,
    EXISTS (SELECT FROM blog_post_pages WHERE page_id <> p.id) AS has_posts_elsewhere""",
    joined="\nLEFT JOIN idempotency_keys k ON k.scope = $5 AND k.key = $6",
)


class PageRead(NamedTuple):
    """A page as it was read, with what it shares where that is remembered."""

    row: Row
    shared: SharedPart | None
    """None where the row has all of it."""

    def documents(self, *, with_css: bool) -> dict[str, Any]:
        """The same as `documents_of` gives of a whole row."""
        if self.shared is None:
            documents = documents_of(self.row)
            return {**documents, "template": with_css_or_not(documents["template"], with_css=with_css)}
        shared_plugins = {id: {**plugin} for id, plugin in self.shared.plugins.items()}
        return _documents(self.row, self.shared, shared_plugins | plugins_of(self.row), with_css=with_css)


async def read_by_url(
    connection: Connection, url: str, memory: SourceMemory, *, with_css: bool = True
) -> PageRead | None:
    """Everything that the page at a stored address shows.

    One statement, which reads the page's own alone where the rest is remembered at the site's present version; a second
    where that was wrongly expected. It reads all anew, so that the whole is of one moment, and what the page's menu and
    breadcrumb show along with it where that is not remembered.
    """
    parts = memory.shared
    if parts.is_expected:
        row = await connection.fetchrow(_OWN, url)
        if row is None:
            return None
        shared = parts.part_for(row)
        if shared is not None:
            return PageRead(row, shared)
        parts.shows_branches = row["has_branches"]
    # A page with branch blocks of its own is none that anything is remembered of.
    reads_css = with_css or not parts.shows_branches
    *versions, above = neighbours_known(memory, url)
    row = await connection.fetchrow(_BY_URL, url, reads_css, *versions, above)
    if row is None:
        return None
    parts.shows_branches = row["has_branches"]
    if reads_css and not row["has_branches"]:
        parts.remember(row)
    remember_neighbours(memory, row, above)
    return PageRead(row, None)


async def read_by_id(connection: Connection, page_id: str, *, with_css: bool = True) -> Row | None:
    """Everything that a page shows; one statement. The template's inline CSS may be left out."""
    return await connection.fetchrow(_BY_ID, page_id, with_css)


async def read_for_save(
    connection: Connection, page_id: str, *, plugin_ids: Iterable[str], branch_ids: Iterable[str], scope: str, key: str
) -> Row | None:
    """Everything that a page shows, with these plugins and branches, and what is known of an idempotency key.

    Also whether other pages have posts. One statement, so that all of it is of one moment: that of the row's site version.
    """
    return await connection.fetchrow(_FOR_SAVE, page_id, True, [*branch_ids], [*plugin_ids], scope, key)


def documents_of(row: Row) -> dict[str, Any]:
    """The render as content knows it: complete, unfiltered, without plugin data and tags."""
    plugins = plugins_of(row)
    return _documents(row, shared_part_of(row, plugins), plugins, with_css=True)


def _documents(row: Row, shared: SharedPart, plugins: dict[str, Any], *, with_css: bool) -> dict[str, Any]:
    page = {
        "id": row["id"],
        "url": row["url"],
        "title": row["title"],
        "templateId": row["template_id"],
        "layoutId": row["layout_id"],
        "meta": orjson.loads(row["meta"]),
        "config": orjson.loads(row["config"]),
        "trackers": orjson.loads(row["trackers"]),
        "linkedData": orjson.loads(row["linked_data"]),
        "layout": {**shared.layout},
        "blocks": orjson.loads(row["blocks"]),
        "branches": {**shared.branches},
        "nodeFields": _node_fields(row, shared.node_fields),
        "links": orjson.loads(row["links"]),
        "plugins": [],
        "hasScopeWhitelist": row["has_scope_whitelist"] or shared.has_scope_whitelist,
        "updatedAt": row["updated_at"].isoformat(),
    }
    if row["display_title"] is not None:
        page["displayTitle"] = row["display_title"]
    return {
        "version": row["version"],
        "page": page,
        "template": with_css_or_not(shared.template, with_css=with_css),
        "plugins": plugins,
        "site": {**shared.site},
    }


def renamings_of(row: Row) -> dict[str, Any]:
    """The names of scopes that are being renamed: see content.scopes.renaming."""
    renamings: dict[str, Any] = orjson.loads(row["scope_renamings"])
    return renamings


def _node_fields(row: Row, shared: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Both levels of every node: site-wide fields lie with the layout and the branches, the page has its own."""
    levels: dict[str, dict[str, Any]] = orjson.loads(row["node_fields"])
    for node_id, fields in shared.items():
        levels.setdefault(node_id, {})["site"] = fields
    return levels

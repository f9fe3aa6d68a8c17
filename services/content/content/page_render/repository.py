"""The statement that reads a page with all it shows, on a raw connection: no ORM objects are made here.

Document columns come as text, so that it does not matter which codecs a connection has.
"""

from collections.abc import Iterable
from typing import Any

import orjson

from content.documents.loading import BRANCHES_JSON, PLUGIN_COLUMNS, Connection, Row, plugins_of

# Until the shop has a setting for it.
DEFAULT_CURRENCY = "GBP"

_COLUMNS = """s.version, s.name AS site_name, s.language, s.timezone, s.has_ecom, s.has_crm, s.follows_dark_mode,
    s.trackers::text AS site_trackers, s.images::text AS site_images,
    p.id::text, p.url, p.title, p.display_title, p.meta::text, p.config::text, p.trackers::text,
    p.linked_data::text, p.blocks::text, p.node_fields::text, p.links::text, p.updated_at,
    p.is_redirected,
    l.id::text AS layout_id, l.name AS layout_name, l.block::text AS layout_block,
    l.node_fields::text AS layout_node_fields,
    t.id::text AS template_id, t.name AS template_name, t.external_css <> '' AS has_external_css,
    CASE WHEN $2 THEN t.inline_css ELSE '' END AS inline_css,
    t.js <> '' AS has_js, t.fonts::text, t.version AS template_version,
    i.plugins::text, i.unchecked_plugins, s.scope_renamings::text"""
_DOCUMENTS = """site s
CROSS JOIN pages p
JOIN layouts l ON l.id = p.layout_id
JOIN templates t ON t.id = p.template_id"""

# For pages that show no branch block. Starting the search for branches costs as much as all else, also where there
# are none to be found.
_WITHOUT_BRANCHES = f"""
SELECT {_COLUMNS}, p.has_scope_whitelist OR l.has_scope_whitelist AS has_scope_whitelist,
    NULL AS branches, NULL AS branch_node_fields, p.branch_ids || l.branch_ids <> '{{}}' AS has_branches
FROM {_DOCUMENTS}
CROSS JOIN LATERAL (
    SELECT {PLUGIN_COLUMNS} FROM plugins WHERE id = ANY (p.plugin_ids || l.plugin_ids)
) i
WHERE p.url = $1
"""  # noqa: S608  # of constants

# The branch blocks are found first, through any depth of branches in branches. Each part is asked for by primary key,
# so that the time does not depend on how many pages, plugins and branches there are. A save adds what its actions name
# and the page need not show, and whether its key is known.
_STATEMENT = f"""
WITH RECURSIVE shown(id) AS (
    SELECT unnest(p.branch_ids || l.branch_ids{{branches}})
    FROM pages p JOIN layouts l ON l.id = p.layout_id
    WHERE {{condition}}
  UNION
    SELECT unnest(b.branch_ids) FROM shown JOIN branch_blocks b USING (id)
)
SELECT {_COLUMNS},
    p.has_scope_whitelist OR l.has_scope_whitelist OR coalesce(b.has_scope_whitelist, false) AS has_scope_whitelist,
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
_BY_URL = _STATEMENT.format(condition="p.url = $1", **_NOTHING_MORE)
_BY_ID = _STATEMENT.format(condition="p.id = $1::uuid", **_NOTHING_MORE)
_FOR_SAVE = _STATEMENT.format(
    condition="p.id = $1::uuid",
    branches=" || $3::uuid[]",
    plugins=" || $4::uuid[]",
    columns=", k.request_hash AS known_request, k.answer::text AS known_answer",
    joined="\nLEFT JOIN idempotency_keys k ON k.scope = $5 AND k.key = $6",
)


class BranchGuess:
    """Whether the page read last shows branch blocks: mostly its layout's, so the next page does as well."""

    shows_branches = False


async def read_by_url(connection: Connection, url: str, guess: BranchGuess, *, with_css: bool = True) -> Row | None:
    """Everything that the page at a stored address shows. The template's inline CSS may be left out.

    One statement, or a second where branches are shown and were not expected: it reads all anew, so that the whole is
    of one moment.
    """
    if not guess.shows_branches:
        row = await connection.fetchrow(_WITHOUT_BRANCHES, url, with_css)
        if row is None or not row["has_branches"]:
            return row
    row = await connection.fetchrow(_BY_URL, url, with_css)
    if row is not None:
        guess.shows_branches = row["branches"] is not None
    return row


async def read_by_id(connection: Connection, page_id: str, *, with_css: bool = True) -> Row | None:
    """Everything that a page shows; one statement. The template's inline CSS may be left out."""
    return await connection.fetchrow(_BY_ID, page_id, with_css)


async def read_for_save(
    connection: Connection, page_id: str, *, plugin_ids: Iterable[str], branch_ids: Iterable[str], scope: str, key: str
) -> Row | None:
    """Everything that a page shows, with these plugins and branches, and what is known of an idempotency key.

    One statement, so that all of it is of one moment: that of the row's site version.
    """
    return await connection.fetchrow(_FOR_SAVE, page_id, True, [*branch_ids], [*plugin_ids], scope, key)


def documents_of(row: Row) -> dict[str, Any]:
    """The render as content knows it: complete, unfiltered, without plugin data and tags."""
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
        "layout": {"id": row["layout_id"], "name": row["layout_name"], "block": orjson.loads(row["layout_block"])},
        "blocks": orjson.loads(row["blocks"]),
        "branches": orjson.loads(row["branches"]) if row["branches"] else {},
        "nodeFields": _node_fields(row),
        "links": orjson.loads(row["links"]),
        "plugins": [],
        "hasScopeWhitelist": row["has_scope_whitelist"],
        "updatedAt": row["updated_at"].isoformat(),
    }
    if row["display_title"] is not None:
        page["displayTitle"] = row["display_title"]
    return {
        "version": row["version"],
        "page": page,
        "template": {
            "id": row["template_id"],
            "name": row["template_name"],
            "inlineCSS": row["inline_css"],
            "hasExternalCSS": row["has_external_css"],
            "hasJs": row["has_js"],
            "fonts": orjson.loads(row["fonts"]),
            "version": row["template_version"],
        },
        "plugins": plugins_of(row),
        "site": {
            "name": row["site_name"],
            "language": row["language"],
            "currency": DEFAULT_CURRENCY,
            "timeZone": row["timezone"],
            "hasEcom": row["has_ecom"],
            "hasCRM": row["has_crm"],
            "followsDarkMode": row["follows_dark_mode"],
            "images": orjson.loads(row["site_images"]),
            **_trackers(orjson.loads(row["site_trackers"])),
        },
    }


def renamings_of(row: Row) -> dict[str, Any]:
    """The names of scopes that are being renamed: see content.scopes.renaming."""
    renamings: dict[str, Any] = orjson.loads(row["scope_renamings"])
    return renamings


def _trackers(announced: dict[str, Any]) -> dict[str, Any]:
    """What pages load of others, as the site's `trackers`; nothing while there are none."""
    if not announced.get("isAny"):
        return {}
    return {"trackers": {name: announced[name] for name in ("version", "categories", "hosts")}}


def _node_fields(row: Row) -> dict[str, dict[str, Any]]:
    """Both levels of every node: site-wide fields lie with the layout and the branches, the page has its own."""
    levels: dict[str, dict[str, Any]] = orjson.loads(row["node_fields"])
    shared = [orjson.loads(row["layout_node_fields"])]
    if row["branch_node_fields"]:
        shared += orjson.loads(row["branch_node_fields"])
    for document in shared:
        for node_id, fields in document.items():
            levels.setdefault(node_id, {})["site"] = fields
    return levels

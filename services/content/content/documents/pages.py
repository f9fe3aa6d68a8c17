"""Reading pages with all that stands on them, some at a time: for what goes through many of them."""

from collections.abc import Sequence
from typing import Any

import asyncpg
import orjson

from content.documents.loading import Connection, read_references

FAULTS_OF_A_PAGE = (
    asyncpg.DataError,
    asyncpg.ProgramLimitExceededError,
    LookupError,
    TypeError,
    ValueError,
    RecursionError,
)
"""What is wrong with a page's text or trees, and no outage: it must not keep the pages beside it from being done."""

_PAGES = """
SELECT p.id::text, p.url, p.title, p.display_title, p.meta::text, p.config::text, p.blocks::text, p.node_fields::text,
    p.links::text, p.layout_id::text, p.plugin_ids::text[], p.branch_ids::text[]
FROM pages p WHERE p.id = ANY ($1::uuid[])
"""
_LAYOUTS = """
SELECT id::text, block::text, node_fields::text, plugin_ids::text[], branch_ids::text[]
FROM layouts WHERE id = ANY ($1::uuid[])
"""


async def read_pages(connection: Connection, page_ids: Sequence[str]) -> tuple[list[Any], dict[str, Any]]:
    """The pages with their trees, as far as they exist, and the plugins of all of them by id."""
    pages = await connection.fetch(_PAGES, page_ids)
    layouts = await connection.fetch(_LAYOUTS, list({row["layout_id"] for row in pages}))
    rows = [*pages, *layouts]
    plugin_ids = {plugin_id for row in rows for plugin_id in row["plugin_ids"]}
    branch_ids = {branch_id for row in rows for branch_id in row["branch_ids"]}
    shared = await read_references(connection, plugin_ids, branch_ids)
    blocks = {row["id"]: orjson.loads(row["block"]) for row in layouts}
    # A node of a branch block that is not on the page may have the id of one that is: a layout's tree can be a copy.
    site_wide = {row["id"]: orjson.loads(row["node_fields"]) | shared.fields_in(row["branch_ids"]) for row in layouts}
    found = []
    for row in pages:
        levels = orjson.loads(row["node_fields"])
        for node_id, fields in (site_wide[row["layout_id"]] | shared.fields_in(row["branch_ids"])).items():
            levels.setdefault(node_id, {})["site"] = fields
        found.append(
            {
                "id": row["id"],
                "url": row["url"],
                "title": row["title"],
                "displayTitle": row["display_title"] or "",
                "meta": orjson.loads(row["meta"]),
                "config": orjson.loads(row["config"]),
                "layout": {"id": row["layout_id"], "block": blocks[row["layout_id"]]},
                "blocks": orjson.loads(row["blocks"]),
                "branches": shared.branches,
                "nodeFields": levels,
                "links": orjson.loads(row["links"]),
            }
        )
    return found, shared.plugins

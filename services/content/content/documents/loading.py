"""Reading parts of trees on a raw connection, in the shape that content.model works on."""

from collections.abc import Iterable
from typing import Any

import orjson

from content.fields.clean import fitting_fields
from kit.raw import Connection, Row, connection_of

__all__ = ["BRANCHES_JSON", "PLUGIN_COLUMNS", "Connection", "Row", "connection_of", "load_references", "plugins_of"]

# As they are on the wire, so that nothing has to be taken apart and put together again.
BRANCHES_JSON = "json_object_agg(id, json_build_object('id', id, 'name', name, 'block', block))"
PLUGIN_COLUMNS = """json_object_agg(id, json_build_object(
        'id', id, 'ref', ref, 'fields', fields, 'version', version, 'isCacheable', is_cacheable)) AS plugins,
    array_agg(id::text) FILTER (WHERE NOT checked) AS unchecked_plugins"""
"""Columns that `plugins_of` reads."""


def plugins_of(row: Row) -> dict[str, Any]:
    """The plugin instances of a row, by id.

    Those whose plugin was unknown when they were stored are cleaned here: it may be known by now, and shows them.
    """
    plugins: dict[str, Any] = orjson.loads(row["plugins"] or "{}")
    for plugin_id in row["unchecked_plugins"] or ():
        plugin = plugins[plugin_id]
        plugin["fields"] = fitting_fields(plugin["ref"], plugin["fields"])
    return plugins


_REFERENCES = f"""
WITH RECURSIVE named(id) AS (
    SELECT unnest($2::uuid[])
  UNION
    SELECT unnest(b.branch_ids) FROM named JOIN branch_blocks b USING (id)
)
SELECT b.branches::text, b.node_fields::text, i.plugins::text, i.unchecked_plugins
FROM (
    SELECT {BRANCHES_JSON} AS branches, json_agg(node_fields) AS node_fields
    FROM branch_blocks WHERE id IN (SELECT id FROM named)
) b
CROSS JOIN (
    SELECT {PLUGIN_COLUMNS}
    FROM plugins
    WHERE id = ANY ($1::uuid[] || ARRAY(
        SELECT unnest(plugin_ids) FROM branch_blocks WHERE id IN (SELECT id FROM named)))
) i
"""  # noqa: S608  # of constants


async def load_references(
    connection: Connection, state: Any, plugin_ids: Iterable[str], branch_ids: Iterable[str]
) -> None:
    """Add plugins and branches to a page's state, as far as they exist, with all that the branches show."""
    page = state["page"]
    plugins = [identifier for identifier in plugin_ids if identifier not in state["plugins"]]
    branches = [identifier for identifier in branch_ids if identifier not in page["branches"]]
    if not plugins and not branches:
        return
    row = await connection.fetchrow(_REFERENCES, plugins, branches)
    if row is None:
        return
    state["plugins"] |= plugins_of(row)
    page["branches"] |= orjson.loads(row["branches"] or "{}")
    for document in orjson.loads(row["node_fields"] or "[]"):
        for node_id, fields in document.items():
            page["nodeFields"].setdefault(node_id, {})["site"] = fields

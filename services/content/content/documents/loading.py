"""Reading parts of trees on a raw connection, in the shape that content.model works on."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from content.fields.clean import fitting_fields
from kit.raw import Connection, Row, connection_of

__all__ = [
    "BRANCHES_JSON",
    "PLUGIN_COLUMNS",
    "Connection",
    "Row",
    "connection_of",
    "load_references",
    "plugins_of",
    "reached",
    "read_references",
]

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
SELECT b.branches::text, b.node_fields::text, b.inner_ids::text, i.plugins::text, i.unchecked_plugins
FROM (
    SELECT {BRANCHES_JSON} AS branches, json_object_agg(id, node_fields) AS node_fields,
        json_object_agg(id, branch_ids) AS inner_ids
    FROM branch_blocks WHERE id IN (SELECT id FROM named)
) b
CROSS JOIN (
    SELECT {PLUGIN_COLUMNS}
    FROM plugins
    WHERE id = ANY ($1::uuid[] || ARRAY(
        SELECT unnest(plugin_ids) FROM branch_blocks WHERE id IN (SELECT id FROM named)))
) i
"""  # noqa: S608  # of constants


class References(NamedTuple):
    """Plugins and branch blocks that were read apart from a page."""

    plugins: dict[str, Any]
    branches: dict[str, Any]
    node_fields: dict[str, dict[str, Any]]
    """The site-wide fields of nodes, by branch block."""
    inner_ids: dict[str, list[str]]
    """The branch blocks in each."""

    def fields_in(self, branch_ids: Iterable[str]) -> dict[str, Any]:
        """The fields of nodes in these branch blocks and in those within them."""
        fields: dict[str, Any] = {}
        for id in reached(branch_ids, self.inner_ids):
            fields |= self.node_fields[id]
        return fields


def reached(branch_ids: Iterable[str], inner_ids: Mapping[str, Sequence[str]]) -> list[str]:
    """These branch blocks and those in them, each once, of those whose inner ones are known."""
    seen: dict[str, None] = {}
    queue = [*branch_ids]
    while queue:
        id = queue.pop()
        if id in inner_ids and id not in seen:
            seen[id] = None
            queue += inner_ids[id]
    return [*seen]


async def read_references(connection: Connection, plugin_ids: Iterable[str], branch_ids: Iterable[str]) -> References:
    """Read plugins and branches, as far as they exist, with all that the branches show."""
    plugins, branches = [*plugin_ids], [*branch_ids]
    row = await connection.fetchrow(_REFERENCES, plugins, branches) if plugins or branches else None
    if row is None:
        return References({}, {}, {}, {})
    documents = (orjson.loads(row[name] or "{}") for name in ("branches", "node_fields", "inner_ids"))
    return References(plugins_of(row), *documents)


async def load_references(
    connection: Connection, state: Any, plugin_ids: Iterable[str], branch_ids: Iterable[str]
) -> None:
    """Add plugins and branches to a page's state, as far as they exist, with all that the branches show."""
    page = state["page"]
    found = await read_references(
        connection,
        [identifier for identifier in plugin_ids if identifier not in state["plugins"]],
        [identifier for identifier in branch_ids if identifier not in page["branches"]],
    )
    state["plugins"] |= found.plugins
    page["branches"] |= found.branches
    for document in found.node_fields.values():
        for node_id, fields in document.items():
            page["nodeFields"].setdefault(node_id, {})["site"] = fields

"""Who sees a post, or the list of a category, on a page: the whitelists around its plugins, beside each pair."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0017"
down_revision = "0016"

_PAIRS = {
    "blog_post_pages": ("post_id", "cms.blogPost", "blogPostId"),
    "blog_category_pages": ("category_id", "cms.blogList", "blogCategoryId"),
}
_PAGE_IDS = "SELECT page_id FROM blog_post_pages UNION SELECT page_id FROM blog_category_pages ORDER BY page_id"
_PAGES = sa.text("""
SELECT p.id, p.blocks, p.node_fields, l.block, l.node_fields AS site_fields
FROM pages p JOIN layouts l ON l.id = p.layout_id WHERE p.id = ANY (:ids)
""")
_BRANCHES = "SELECT id, block, node_fields FROM branch_blocks"
_PLUGINS = "SELECT id, ref, fields FROM plugins WHERE ref IN ('cms.blogPost', 'cms.blogList')"
# Categories that were deleted by earlier releases have left gaps: whoever comes last would share a place.
_NUMBER = """
UPDATE blog_categories SET position = numbered.place FROM (
    SELECT id, row_number() OVER (PARTITION BY parent_id ORDER BY position, id) - 1 AS place FROM blog_categories
) numbered
WHERE blog_categories.id = numbered.id AND position <> numbered.place
"""
_WRITE = """
UPDATE {table} pair SET audience = given.audience
FROM jsonb_to_recordset(CAST(CAST(:rows AS text) AS jsonb)) AS given (record uuid, page uuid, audience jsonb)
WHERE pair.{column} = given.record AND pair.page_id = given.page
"""
_AT_ONCE = 500

_Whitelists = frozenset[tuple[str, ...]]
_Page = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
_Audiences = dict[Any, dict[tuple[str, Any], set[_Whitelists]]]
"""By page, then by table and record: the whitelists of each place."""


def upgrade() -> None:
    connection = op.get_bind()
    # Before anything is locked: the rest takes a moment, and the previous release goes on reading.
    given = {table: [*_known(connection, table)] for table in _PAIRS}
    audiences = _by_page(connection)
    for table, (column, _, _) in _PAIRS.items():
        # Without a default: what the previous release stores meanwhile is not known, and shown to editors alone until
        # the worker has found out.
        op.add_column(table, sa.Column("audience", JSONB(), nullable=True))
        rows = [
            {"record": str(record), "page": str(page_id), "audience": _places(audiences, table, record, page_id)}
            for record, page_id in given[table]
        ]
        connection.execute(sa.text(_WRITE.format(table=table, column=column)), {"rows": json.dumps(rows)})
        unknown = sa.text("audience IS NULL")
        op.create_index(f"ix_{table}_unknown", table, ["page_id"], postgresql_where=unknown)
    op.execute(_NUMBER)


def _known(connection: Any, table: str) -> Iterator[Any]:
    """The pairs of records and pages that there are."""
    column = _PAIRS[table][0]
    yield from connection.execute(sa.text(f"SELECT {column}, page_id FROM {table}"))  # noqa: S608  # of constants


def _places(audiences: _Audiences, table: str, record: Any, page_id: Any) -> list[list[tuple[str, ...]]]:
    places = audiences.get(page_id, {}).get((table, str(record)), set())
    return [[]] if frozenset() in places else sorted(sorted(whitelists) for whitelists in places)


def _by_page(connection: Any) -> _Audiences:
    """Who sees each record on each page."""
    page_ids = [*connection.execute(sa.text(_PAGE_IDS)).scalars()]
    if not page_ids:
        return {}
    branches = {str(row.id): row for row in connection.execute(sa.text(_BRANCHES))}
    records = {str(row.id): _record(row.ref, row.fields) for row in connection.execute(sa.text(_PLUGINS))}
    return {
        page.id: _audiences(page, branches, records)
        for start in range(0, len(page_ids), _AT_ONCE)
        for page in connection.execute(_PAGES, {"ids": page_ids[start : start + _AT_ONCE]})
    }


def _record(ref: str, fields: dict[str, Any]) -> tuple[str, Any] | None:
    for table, (_, kind, name) in _PAIRS.items():
        if ref == kind and (ref == "cms.blogPost" or fields.get("displayMode", "list") == "list"):
            return table, fields.get(name)
    return None


def _audiences(page: Any, branches: dict[str, Any], records: dict[str, Any]) -> dict[tuple[str, str], set[_Whitelists]]:
    levels: dict[str, Any] = page.node_fields
    for fields in (page.site_fields, *(branch.node_fields for branch in branches.values())):
        for node_id, values in fields.items():
            levels.setdefault(node_id, {})["site"] = values
    blocks = {id: branch.block for id, branch in branches.items()}
    found: dict[tuple[str, str], set[_Whitelists]] = {}
    for plugin_id, whitelists in _placed((page.blocks, blocks, levels), page.block["nodes"], frozenset(), ()):
        if record := records.get(plugin_id):
            found.setdefault(record, set()).add(whitelists)
    return found


def _placed(page: _Page, nodes: Any, around: _Whitelists, inside: tuple[str, ...]) -> Iterator[tuple[str, _Whitelists]]:
    """The plugins of a page with the whitelists around each, as the service finds them."""
    blocks, branches, levels = page
    for node in nodes:
        named = [values.get("scopeWhitelist") for values in levels.get(node["id"], {}).values()]
        whitelists = around | {tuple(sorted(set(whitelist))) for whitelist in named if whitelist}
        if node["type"] == "plugin":
            yield node["pluginId"], whitelists
        elif node["type"] == "row-branch":
            branch_id = node["blockId"]
            if branch_id not in inside and branch_id in branches:
                yield from _placed(page, branches[branch_id]["nodes"], whitelists, (*inside, branch_id))
        else:
            block = node.get("block") or blocks.get(node["id"]) or {"nodes": []}
            yield from _placed(page, block["nodes"], whitelists, inside)

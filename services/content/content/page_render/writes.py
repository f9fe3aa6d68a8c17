"""Writing what a save changed, and nothing else: one statement for each kind of document."""

from collections.abc import Iterable
from typing import Any

import orjson
from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.documents.loading import Connection
from content.documents.split import Document, split
from content.model.changes import Changes
from content.page_render.errors import ActionRefused
from content.plugins.service import is_cacheable, is_known
from kit.auth import Principal
from kit.errors import FieldError

_DOCUMENT = """node_fields = CAST(:node_fields AS jsonb), plugin_ids = CAST(:plugin_ids AS uuid[]),
    branch_ids = CAST(:branch_ids AS uuid[]), has_scope_whitelist = :has_scope_whitelist,
    version = :version, updated_at = now()"""
_LAYOUT = text(
    f"UPDATE layouts SET block = CAST(:block AS jsonb), {_DOCUMENT} WHERE id = CAST(:id AS uuid)"  # noqa: S608  # of constants
)
_PAGE = text(
    f"""UPDATE pages SET blocks = CAST(:blocks AS jsonb), links = CAST(:links AS jsonb), {_DOCUMENT}
    WHERE id = CAST(:id AS uuid)"""  # noqa: S608  # of constants
)
_BRANCH = text(
    f"""INSERT INTO branch_blocks
        (id, name, block, node_fields, plugin_ids, branch_ids, has_scope_whitelist, version)
    VALUES (CAST(:id AS uuid), :name, CAST(:block AS jsonb), CAST(:node_fields AS jsonb),
        CAST(:plugin_ids AS uuid[]), CAST(:branch_ids AS uuid[]), :has_scope_whitelist, :version)
    ON CONFLICT (id) DO UPDATE SET block = excluded.block, {_DOCUMENT}"""  # noqa: S608  # of constants
)
_NO_BRANCHES = text("DELETE FROM branch_blocks WHERE id = ANY (CAST(:ids AS uuid[]))")
_PLUGINS = text("""
WITH given AS (
    SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:refs AS text[]), CAST(:fields AS jsonb[]),
        CAST(:checked AS boolean[]), CAST(:cacheable AS boolean[])) AS g (id, ref, fields, checked, is_cacheable)
), written AS (
    INSERT INTO plugins (id, ref, fields, checked, is_cacheable, version)
    SELECT id, ref, fields, checked, is_cacheable, :version FROM given
    ON CONFLICT (id) DO UPDATE SET fields = excluded.fields, checked = excluded.checked,
        is_cacheable = excluded.is_cacheable, version = excluded.version, updated_at = now()
)
INSERT INTO plugin_versions (plugin_id, version, fields, user_id)
SELECT id, :version, fields, CAST(:user_id AS uuid) FROM given
""")
_DATE_PAGE = text("UPDATE pages SET updated_at = now() WHERE id = CAST(:page_id AS uuid) AND updated_at < now()")
_BRANCH_HELD_ELSEWHERE = """
SELECT EXISTS (SELECT FROM pages WHERE branch_ids && $1::uuid[] AND id <> $2::uuid)
    OR EXISTS (SELECT FROM layouts WHERE branch_ids && $1::uuid[] AND id <> $3::uuid)
    OR EXISTS (SELECT FROM branch_blocks WHERE branch_ids && $1::uuid[] AND id <> ALL ($4::uuid[])) AS held
"""


async def check_removed_branches(connection: Connection, before: Any, after: Any, changed: Changes) -> None:
    """ActionRefused when a branch was taken apart that something else shows too."""
    removed = [*changed.branches.removed]
    if not removed:
        return
    page = before["page"]
    row = await connection.fetchrow(_BRANCH_HELD_ELSEWHERE, removed, page["id"], page["layoutId"], [*page["branches"]])
    documents = split(after["page"])
    held_here = {
        branch_id
        for document in (documents.layout, documents.page, *documents.branches.values())
        for branch_id in document.branch_ids
    }
    if (row is not None and row["held"]) or held_here.intersection(removed):
        detail = "Other rows show this block too: it can only be copied."
        raise ActionRefused(detail, errors=[FieldError("actions", "type_not_possible", detail)])


async def write(
    session: AsyncSession, before: Any, after: Any, changed: Changes, *, resources: Iterable[str], principal: Principal
) -> int:
    """Write every document that differs and log the change; the site's new version."""
    old, new = before["page"], after["page"]
    old_documents, documents = split(old), split(new)
    statements: list[tuple[TextClause, dict[str, Any]]] = []
    tags: set[str] = {f"plugin:{plugin_id}" for plugin_id in changed.plugins.added | changed.plugins.changed}
    if changed.layout or documents.layout != old_documents.layout:
        tags.add(f"layout:{new['layoutId']}")
        block = _json(new["layout"]["block"])
        statements.append((_LAYOUT, {"id": new["layoutId"], "block": block, **_columns(documents.layout)}))
    if changed.blocks or changed.links or documents.page != old_documents.page:
        tags.add(f"page:{new['id']}")
        own = {"id": new["id"], "blocks": _json(new["blocks"]), "links": _json(new["links"])}
        statements.append((_PAGE, {**own, **_columns(documents.page)}))
    for branch_id, document in documents.branches.items():
        branch = new["branches"][branch_id]
        if branch != old["branches"].get(branch_id) or document != old_documents.branches.get(branch_id):
            tags.add(f"branch:{branch_id}")
            own = {"id": branch_id, "name": branch["name"], "block": _json(branch["block"])}
            statements.append((_BRANCH, {**own, **_columns(document)}))
    tags |= {f"branch:{branch_id}" for branch_id in changed.branches.removed}
    version = await changes.record(
        session, tags.union(resources), user_id=principal.user_id, page_id=new["id"], tags=tags
    )
    for statement, values in statements:
        await session.execute(statement, {**values, "version": version})
    if changed.branches.removed:
        await session.execute(_NO_BRANCHES, {"ids": [*changed.branches.removed]})
    await _write_plugins(session, after, changed.plugins.added | changed.plugins.changed, version, principal)
    return version


async def _write_plugins(
    session: AsyncSession, after: Any, plugin_ids: Iterable[str], version: int, principal: Principal
) -> None:
    plugins = [after["plugins"][plugin_id] for plugin_id in sorted(plugin_ids)]
    if not plugins:
        return
    values = {
        "ids": [plugin["id"] for plugin in plugins],
        "refs": [plugin["ref"] for plugin in plugins],
        "fields": [_json(plugin["fields"]) for plugin in plugins],
        "checked": [is_known(plugin["ref"]) for plugin in plugins],
        "cacheable": [is_cacheable(plugin["ref"]) for plugin in plugins],
    }
    await session.execute(_PLUGINS, {**values, "version": version, "user_id": principal.user_id})


async def date_page(session: AsyncSession, page_id: str) -> None:
    """Note when the page was changed, also where only its texts were, which are rows of their own."""
    await session.execute(_DATE_PAGE, {"page_id": page_id})


def _columns(document: Document) -> dict[str, Any]:
    return {
        "node_fields": _json(document.node_fields),
        "plugin_ids": document.plugin_ids,
        "branch_ids": document.branch_ids,
        "has_scope_whitelist": document.has_scope_whitelist,
    }


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()

"""Writing what a save changed, and nothing else: one statement, with a part for each kind of document.

It writes nothing unless the site still has the version that the save was judged by. Taking that row puts changes in
order, so nothing that the save has read can change before it is committed.
"""
# ruff: noqa: S608  # statements are made of constants and of the numbers of bound values

from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson

from content.changes.events import PagesChanged
from content.documents.split import Document, split
from content.model.changes import Changes
from content.page_render.parts import SaveKey
from content.page_render.statement import Statement
from content.plugins.service import is_cacheable, is_known
from content.site.models import COUNTED_UP
from kit.audit import AuditEntry
from kit.db import new_id
from kit.events import Entry, entry_of

# What every tree is stored with beside its blocks.
_DOCUMENT = {
    "node_fields": "jsonb",
    "plugin_ids": "uuid[]",
    "branch_ids": "uuid[]",
    "has_scope_whitelist": "boolean",
}
_BRANCH = {"id": "uuid", "name": "text", "block": "jsonb", **_DOCUMENT}
_BRANCH_COLUMNS = ", ".join(_BRANCH)
_BRANCH_TYPES = ", ".join(f"{name} {type}" for name, type in _BRANCH.items())
_BRANCH_CHANGES = ", ".join(f"{name} = excluded.{name}" for name in ("block", *_DOCUMENT, "version"))
_RESULT = "SELECT version, {updated_at} AS updated_at FROM counted"


class Claim(NamedTuple):
    """What a retry of the save is known by."""

    scope: str
    key: str
    request_hash: bytes
    parts_of: SaveKey | None
    """The key of the parts that this save completes; None for a save that came in one."""


class Change(NamedTuple):
    """What a save changes, and the site version that it was judged by."""

    present: int
    renamings: str
    before: Any
    after: Any
    changed: Changes
    resources: Iterable[str]
    user_id: str
    tags: set[str]
    """What becomes stale beside the documents."""
    entry: AuditEntry


class Written(NamedTuple):
    """A statement with its values; gives the new version and the page's date, or no row: the site has moved on."""

    statement: str
    values: list[object]
    event: Entry | None


def claim_alone(present: int, claim: Claim) -> Written:
    """The writing of a save that changes nothing: its key."""
    statement = Statement()
    # Locked, so that of two requests with one key the second one finds the key of the first.
    statement.add("counted", f"SELECT version FROM site WHERE version = {statement.bind(present, 'bigint')} FOR UPDATE")
    _claim(statement, claim, version=None)
    return Written(statement.text(_RESULT.format(updated_at="NULL")), statement.values, None)


def written(change: Change, claim: Claim) -> Written:
    """The writing of every document that differs, of the log of changes, of the event and of the key."""
    version = change.present + 1
    statement = Statement()
    present = statement.bind(change.present, "bigint")
    renamings = statement.bind(change.renamings, "jsonb")
    statement.add(
        "counted",
        f"UPDATE site SET {COUNTED_UP} WHERE version = {present} AND scope_renamings = {renamings} RETURNING version",
    )
    _claim(statement, claim, version)
    tags = _add_documents(statement, change) | change.tags
    _add_plugins(statement, change)
    event = entry_of(PagesChanged(version=version, tags=sorted(tags)))
    _add_log(statement, change, tags)
    _add_event(statement, event)
    _add_entry(statement, change.entry)
    result = _RESULT.format(updated_at="(SELECT updated_at FROM page)")
    return Written(statement.text(result), statement.values, event)


def _claim(statement: Statement, claim: Claim, version: int | None) -> None:
    scope, key = statement.bind(claim.scope, "text"), statement.bind(claim.key, "text")
    request_hash = statement.bind(claim.request_hash, "bytea")
    answer = statement.bind(_json({"version": version}), "jsonb")
    statement.add(
        "claimed",
        "INSERT INTO idempotency_keys (scope, key, request_hash, answer)"
        f" SELECT {scope}, {key}, {request_hash}, {answer} FROM counted",
    )
    if claim.parts_of is not None:
        page_id, user_id, key = claim.parts_of
        statement.add(
            "forgotten",
            f"DELETE FROM save_parts USING counted WHERE page_id = {statement.bind(page_id, 'uuid')}"
            f" AND user_id = {statement.bind(user_id, 'uuid')} AND key = {statement.bind(key, 'text')}",
        )


def _add_documents(statement: Statement, change: Change) -> set[str]:
    """Add a part for each kind of document that differs; the tags of what shows them."""
    new, changed = change.after["page"], change.changed
    tags = {f"plugin:{plugin_id}" for plugin_id in changed.plugins.added | changed.plugins.changed}
    tags |= {f"branch:{branch_id}" for branch_id in changed.branches.removed}
    differing = _differing(change)
    layout_id = new["layoutId"]
    if differing.layout:
        tags.add(f"layout:{layout_id}")
        columns = {"block": statement.bind(_json(new["layout"]["block"]), "jsonb")}
        statement.add("layout", _update(statement, "layouts", layout_id, differing.layout, columns))
    if differing.page:
        tags.add(f"page:{new['id']}")
        columns = {name: statement.bind(_json(new[name]), "jsonb") for name in ("blocks", "links")}
        statement.add("page", _update(statement, "pages", new["id"], differing.page, columns))
    else:
        # Also where only texts were changed, which are rows of their own.
        page_id = statement.bind(new["id"], "uuid")
        statement.add("page", f"UPDATE pages SET {_DATED} FROM counted WHERE id = {page_id} RETURNING updated_at")
    if differing.branches:
        _add_branches(statement, new, differing.branches)
    if changed.branches.removed:
        removed = statement.bind([*changed.branches.removed], "uuid[]")
        statement.add("removed", f"DELETE FROM branch_blocks USING counted WHERE id = ANY ({removed})")
    return tags | {f"branch:{branch_id}" for branch_id in differing.branches}


class _Differing(NamedTuple):
    """The stored documents that are others than before."""

    layout: Document | None
    page: Document | None
    branches: dict[str, Document]


def _differing(change: Change) -> _Differing:
    changed = change.changed
    # Where a node's settings are stored follows from the document that has the node.
    may_be_any = changed.layout or changed.branches or changed.site_fields or changed.page_fields
    if not may_be_any and not changed.blocks and not changed.links:
        return _Differing(None, None, {})
    old, new = change.before["page"], change.after["page"]
    documents = split(new)
    if not may_be_any:
        return _Differing(None, documents.page, {})
    before = split(old)
    has_page = changed.blocks or changed.links or documents.page != before.page
    return _Differing(
        documents.layout if changed.layout or documents.layout != before.layout else None,
        documents.page if has_page else None,
        {
            branch_id: document
            for branch_id, document in documents.branches.items()
            if new["branches"][branch_id] != old["branches"].get(branch_id)
            or document != before.branches.get(branch_id)
        },
    )


# A save that waits for its turn has begun before the one that it waited for has ended.
_DATED = "updated_at = greatest(updated_at, now())"


def _update(statement: Statement, table: str, id: str, document: Document, columns: dict[str, str]) -> str:
    bound = {**_columns(document), "node_fields": _json(document.node_fields)}
    columns = columns | {name: statement.bind(value, _DOCUMENT[name]) for name, value in bound.items()}
    values = ", ".join(f"{name} = {value}" for name, value in columns.items())
    return (
        f"UPDATE {table} SET {values}, version = counted.version, {_DATED} FROM counted"
        f" WHERE id = {statement.bind(id, 'uuid')} RETURNING updated_at"
    )


def _add_branches(statement: Statement, page: Any, documents: dict[str, Document]) -> None:
    rows = [
        {
            "id": branch_id,
            "name": page["branches"][branch_id]["name"],
            "block": page["branches"][branch_id]["block"],
            **_columns(document),
        }
        for branch_id, document in documents.items()
    ]
    statement.add(
        "branches",
        f"""INSERT INTO branch_blocks ({_BRANCH_COLUMNS}, version)
        SELECT {_BRANCH_COLUMNS}, version
        FROM counted, jsonb_to_recordset({statement.bind(_json(rows), "jsonb")}) AS given ({_BRANCH_TYPES})
        ON CONFLICT (id) DO UPDATE SET {_BRANCH_CHANGES}, updated_at = now()""",
    )


def _columns(document: Document) -> dict[str, Any]:
    return {name: getattr(document, name) for name in _DOCUMENT}


def _add_plugins(statement: Statement, change: Change) -> None:
    differing = change.changed.plugins.added | change.changed.plugins.changed
    plugins = [change.after["plugins"][plugin_id] for plugin_id in sorted(differing)]
    if not plugins:
        return
    values = [
        statement.bind([plugin["id"] for plugin in plugins], "uuid[]"),
        statement.bind([plugin["ref"] for plugin in plugins], "text[]"),
        statement.bind([_json(plugin["fields"]) for plugin in plugins], "text[]"),
        statement.bind([is_known(plugin["ref"]) for plugin in plugins], "boolean[]"),
        statement.bind([is_cacheable(plugin["ref"]) for plugin in plugins], "boolean[]"),
    ]
    statement.add(
        "given",
        f"""SELECT id, ref, fields::jsonb, checked, is_cacheable, version
        FROM counted, unnest({", ".join(values)}) AS each (id, ref, fields, checked, is_cacheable)""",
    )
    statement.add(
        "instances",
        """INSERT INTO plugins (id, ref, fields, checked, is_cacheable, version)
        SELECT id, ref, fields, checked, is_cacheable, version FROM given
        ON CONFLICT (id) DO UPDATE SET fields = excluded.fields, checked = excluded.checked,
            is_cacheable = excluded.is_cacheable, version = excluded.version, updated_at = now()""",
    )
    user_id = statement.bind(change.user_id, "uuid")
    statement.add(
        "versions",
        "INSERT INTO plugin_versions (plugin_id, version, fields, user_id)"
        f" SELECT id, version, fields, {user_id} FROM given",
    )


def _add_log(statement: Statement, change: Change, tags: set[str]) -> None:
    resources = statement.bind(sorted(tags.union(change.resources)), "text[]")
    page_id, user_id = statement.bind(change.before["page"]["id"], "uuid"), statement.bind(change.user_id, "uuid")
    statement.add(
        "logged",
        "INSERT INTO changes (version, thing, page_id, user_id)"
        f" SELECT version, unnest({resources}), {page_id}, {user_id} FROM counted",
    )


def _add_event(statement: Statement, event: Entry) -> None:
    values = [
        statement.bind(event.id, "uuid"),
        statement.bind(event.name, "text"),
        statement.bind(_json(event.payload), "jsonb"),
        statement.bind(event.at, "timestamptz"),
    ]
    statement.add(
        "announced",
        f"INSERT INTO outbox (id, name, payload, at) SELECT {', '.join(values)} FROM counted",
    )


def _add_entry(statement: Statement, entry: AuditEntry) -> None:
    values = [
        statement.bind(new_id(), "uuid"),
        statement.bind(entry.action, "text"),
        statement.bind(entry.actor_id, "uuid"),
        statement.bind(entry.address, "text"),
        statement.bind(entry.subject_type, "text"),
        statement.bind(entry.subject_id, "uuid"),
        statement.bind(entry.subject_name, "text"),
        statement.bind(_json(entry.details), "jsonb"),
    ]
    statement.add(
        "recorded",
        "INSERT INTO audit_entries (id, action, actor_id, address, subject_type, subject_id, subject_name, details)"
        f" SELECT {', '.join(values)} FROM counted",
    )


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()

"""A save: actions applied to a page in one transaction, all or none.

What takes long and needs nothing but the actions, the cleaning of texts, is done first. Then the site's row is locked,
so saves come one after another, each on what the one before left.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.documents.loading import Connection, connection_of, load_references
from content.fields.actions import check_sums, clean_actions
from content.fields.catalogue import manifest_of
from content.fields.faults import FieldFault
from content.model import changes as diff
from content.model.actions import Action
from content.model.actions.node_set_scope_whitelist import NodeSetScopeWhitelist
from content.model.actions.plugin_create import PluginCreate
from content.model.apply import run
from content.model.faults import ActionFault
from content.model.references import References, references
from content.model.touched import needed, written
from content.page_render import conflicts, parts, writes
from content.page_render.conflicts import Sight
from content.page_render.errors import ActionRefused, PageConflict, VersionUnknown
from content.page_render.repository import documents_of, read_by_id, renamings_of
from content.page_render.schemas import Part, Save
from content.page_render.service import answer
from content.page_render.sources import SourceMemory
from content.page_render.sources_of_plugins import SOURCES
from content.page_render.viewer import viewer_of
from content.pages.errors import PageNotFound
from content.site.whitelists import check_not_being_renamed
from kit.auth import Principal
from kit.errors import FieldError
from kit.idempotency import begin_once, finish_once

_REFS = """
SELECT (SELECT json_object_agg(id, ref)::text FROM plugins WHERE id = ANY ($2::uuid[])) AS refs
FROM pages WHERE id = $1::uuid
"""


class SaveRequest(NamedTuple):
    """What identifies a save: a retry has the same page, key and body."""

    page_id: str
    key: str
    body: bytes
    """As it was sent: a retry repeats it byte for byte."""


class Saved(NamedTuple):
    render: dict[str, Any]
    version: int | None
    """The site version that the save made; None when nothing changed by it."""


@dataclass(slots=True)
class _Work:
    """A save with all its parts."""

    page_id: str
    principal: Principal
    actions: list[Action]
    sight: Sight
    newest: int
    """The latest site version that the sender has seen."""
    references: References
    refs: dict[str, str]
    """The refs of the plugins that the actions name, as they were when `cleaned` was made."""
    cleaned: list[Action]


async def save(session: AsyncSession, principal: Principal, data: Save, request: SaveRequest) -> Saved:
    """Apply the actions; the page's render afterwards, as the sender may see it.

    The last part of a save that came in parts applies all of them. A retry with the same key is answered with the
    page as it is and applied no second time. Raises PageNotFound, PageConflict (without names), ActionRefused,
    VersionUnknown, IdempotencyKeyReused, PartsMissing.
    """
    connection = await connection_of(session)
    once = {"scope": parts.scope_of(_whose(request, principal)), "key": request.key}
    replay = await begin_once(session, **once, request=request.body)
    if replay is not None:
        return Saved(await _answer(connection, request.page_id, principal), replay.answer["version"])
    work = await _work(connection, principal, data, request)
    present = await changes.lock(session)
    if work.newest > present:
        fault = FieldError("version", "version_unknown", "The site has not reached this version.")
        raise VersionUnknown(fault.detail, errors=[fault])
    version = await _apply(session, connection, work, present) if work.actions else None
    if version is not None:
        await writes.date_page(session, request.page_id)
    await finish_once(session, **once, answer={"version": version})
    if data.part is not None:
        await parts.forget(connection, _whose(request, principal))
    return Saved(await _answer(connection, request.page_id, principal), version)


async def keep_part(session: AsyncSession, principal: Principal, part: Part, request: SaveRequest) -> None:
    """Keep a part that is not the last. Raises PageNotFound, IdempotencyKeyReused, SaveTooLarge."""
    connection = await connection_of(session)
    if await connection.fetchrow("SELECT 1 FROM pages WHERE id = $1::uuid", request.page_id) is None:
        raise PageNotFound("There is no such page.")
    await parts.keep(session, _whose(request, principal), part, request.body)


def _whose(request: SaveRequest, principal: Principal) -> parts.Whose:
    return parts.Whose(request.page_id, principal.user_id, request.key)


async def _work(connection: Connection, principal: Principal, data: Save, request: SaveRequest) -> _Work:
    """The save with all its parts, its texts cleaned. Raises PageNotFound, PartsMissing, ActionRefused."""
    saves = await parts.complete(connection, _whose(request, principal), data)
    made = parts.changes_of(saves)
    versions = [change.version for change in made for _ in change.actions]
    own = frozenset(version for each in saves for version in each.own_versions)
    actions = [action for change in made for action in change.actions]
    named = references(actions)
    refs = await _refs(connection, request.page_id, named)
    return _Work(
        request.page_id,
        principal,
        actions,
        Sight(versions, own, principal.user_id),
        newest=max((change.version for change in made), default=0),
        references=named,
        refs=refs,
        cleaned=await _cleaned(refs, actions),
    )


async def _refs(connection: Connection, page_id: str, named: References) -> dict[str, str]:
    """The refs of the plugins that actions name, as far as they exist. Raises PageNotFound."""
    row = await connection.fetchrow(_REFS, page_id, [*named.plugin_ids])
    if row is None:
        raise PageNotFound("There is no such page.")
    refs: dict[str, str] = orjson.loads(row["refs"] or "{}")
    return refs


async def _cleaned(refs: dict[str, str], actions: list[Action]) -> list[Action]:
    try:
        return await clean_actions(refs, actions)
    except FieldFault as fault:
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None


async def _apply(session: AsyncSession, connection: Connection, work: _Work, present: int) -> int | None:
    """Write what the actions change; the site's new version, or None."""
    before = await _state(connection, work)
    after, touched = await _applied(connection, work, before, present)
    changed = diff.changes(before, after)
    if not changed:
        return None
    await writes.check_removed_branches(connection, before, after, changed)
    return await writes.write(session, before, after, changed, resources=written(touched), principal=work.principal)


async def _state(connection: Connection, work: _Work) -> Any:
    """The whole page, with what the actions name. Raises PageNotFound, ActionRefused, ScopeBeingRenamed."""
    row = await read_by_id(connection, work.page_id, with_css=False)
    if row is None:
        raise PageNotFound("There is no such page.")
    documents = documents_of(row)
    state = {"page": documents["page"], "plugins": documents["plugins"]}
    _check_requirements(documents["site"], work.actions, work.principal)
    for action in work.actions:
        if isinstance(action, NodeSetScopeWhitelist):
            check_not_being_renamed(action.scope_whitelist, renamings_of(row))
    await load_references(connection, state, work.references.plugin_ids, work.references.branch_ids)
    return state


async def _applied(connection: Connection, work: _Work, before: Any, present: int) -> tuple[Any, list[Any]]:
    """The state afterwards and what each action touched. Raises PageConflict, ActionRefused."""
    named = {id: plugin for id, plugin in before["plugins"].items() if id in work.references.plugin_ids}
    refs = {id: plugin["ref"] for id, plugin in named.items()}
    # Somebody may have made one of these plugins, or deleted it, since the actions were cleaned.
    actions = work.cleaned if refs == work.refs else await _cleaned(refs, work.actions)
    try:
        check_sums(named, actions)
        outcome = run(before, actions)
    except FieldFault as fault:
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None
    except ActionFault as fault:
        # Somebody may just have removed what the action works on: that is a conflict, no fault of the sender's.
        await _refuse_conflicts(connection, work, present, needed(fault.touched))
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None
    await _refuse_conflicts(connection, work, present, needed(outcome.touched))
    return outcome.state, outcome.touched


def _check_requirements(site: dict[str, Any], actions: list[Action], principal: Principal) -> None:
    """ActionRefused for a new plugin that requires a module which the site lacks, or a scope which the sender lacks.

    That there is one of it on the page already is for the palette to say: a second one does no harm.
    """
    has = {"ecom": site["hasEcom"], "crm": site["hasCRM"]}
    for index, action in enumerate(actions):
        manifest = manifest_of(action.ref) if isinstance(action, PluginCreate) else None
        requires = manifest.get("requires", {}) if manifest else {}
        if manifest and not has.get(requires.get("service", ""), True):
            detail = f"This site has no {requires['service']} area for a {manifest['label']}."
            raise _refusal(index, "ref", "module_missing", detail)
        if manifest and "scope" in requires and not principal.has(requires["scope"]):
            detail = f"To add a {manifest['label']} you need the scope {requires['scope']}."
            raise _refusal(index, "ref", "scope_missing", detail)


def _refusal(index: int, field: str, code: str, detail: str) -> ActionRefused:
    path = ".".join(part for part in ("actions", str(index), field) if part)
    return ActionRefused(detail, errors=[FieldError(path, code, detail)])


async def _refuse_conflicts(connection: Connection, work: _Work, present: int, resources: dict[str, list[int]]) -> None:
    if min(work.sight.versions) == present:
        return
    found = await conflicts.find(connection, work.sight, resources)
    if found:
        current = await _answer(connection, work.page_id, work.principal)
        raise PageConflict("Somebody changed this page meanwhile.", conflicts=found, current=current)


async def _answer(connection: Connection, page_id: str, principal: Principal) -> dict[str, Any]:
    row = await read_by_id(connection, page_id)
    if row is None:
        raise PageNotFound("There is no such page.")
    return await answer(connection, row, viewer_of(principal), SourceMemory(SOURCES))

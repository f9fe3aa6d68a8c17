"""A save: actions applied to a page in one transaction, all or none.

The site's row is locked first, so saves come one after another, each on what the one before left.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.documents.loading import Connection, connection_of, load_references
from content.fields.actions import clean_actions
from content.fields.catalogue import manifest_of
from content.fields.faults import FieldFault
from content.model import changes as diff
from content.model.actions import Action
from content.model.actions.plugin_create import PluginCreate
from content.model.apply import run
from content.model.faults import ActionFault
from content.model.references import references
from content.model.touched import needed, written
from content.page_render import conflicts, parts, writes
from content.page_render.conflicts import Sight
from content.page_render.errors import ActionRefused, IdempotencyKeyReused, PageConflict, VersionUnknown
from content.page_render.repository import documents_of, read_by_id
from content.page_render.schemas import Part, Save
from content.page_render.service import answer
from content.page_render.sources import SourceMemory
from content.page_render.sources_of_plugins import SOURCES
from content.page_render.viewer import viewer_of
from content.pages.errors import PageNotFound
from kit.auth import Principal
from kit.errors import FieldError


class SaveRequest(NamedTuple):
    page_id: str
    key: str
    body: bytes
    """As it was sent: a retry repeats it byte for byte."""
    data: Save
    by: Principal


class Saved(NamedTuple):
    render: dict[str, Any]
    version: int | None
    """The site version that the save made; None when nothing changed by it."""


@dataclass(slots=True)
class _Work:
    """A save with all its parts."""

    page_id: str
    by: Principal
    actions: list[Action]
    sight: Sight


async def save(session: AsyncSession, request: SaveRequest) -> Saved:
    """Apply the actions; the page's render afterwards, as the sender may see it.

    The last part of a save that came in parts applies all of them. A retry with the same key is answered with the
    page as it is and applied no second time. Raises PageNotFound, PageConflict (without names), ActionRefused,
    VersionUnknown, IdempotencyKeyReused, PartsMissing.
    """
    present = await changes.lock(session)
    connection = await connection_of(session)
    request_hash = hashlib.sha256(request.body).digest()
    applied = await _applied_version(connection, request, request_hash)
    if applied is not None:
        return Saved(await _answer(connection, request.page_id, request.by), applied)
    work = await _work(connection, request, present)
    version = await _apply(session, connection, work, present) if work.actions else None
    if version is not None:
        await writes.remember(session, request.page_id, request.key, version, request_hash, request.by)
    if request.data.part is not None:
        await parts.forget(connection, _whose(request))
    return Saved(await _answer(connection, request.page_id, request.by), version)


async def keep_part(session: AsyncSession, request: SaveRequest, part: Part) -> None:
    """Keep a part that is not the last. Raises PageNotFound, IdempotencyKeyReused, SaveTooLarge."""
    connection = await connection_of(session)
    if await connection.fetchrow("SELECT 1 FROM pages WHERE id = $1::uuid", request.page_id) is None:
        raise PageNotFound("There is no such page.")
    await parts.keep(session, _whose(request), part, request.body)


def _whose(request: SaveRequest) -> parts.Whose:
    return parts.Whose(request.page_id, request.by.user_id, request.key)


async def _applied_version(connection: Connection, request: SaveRequest, request_hash: bytes) -> int | None:
    """The version that this very request made before."""
    known = await connection.fetchrow(
        "SELECT request_hash, version FROM saves WHERE page_id = $1::uuid AND key = $2", request.page_id, request.key
    )
    if known is None:
        return None
    if known["request_hash"] != request_hash:
        raise IdempotencyKeyReused("This Idempotency-Key came before, with another request.")
    version: int = known["version"]
    return version


async def _work(connection: Connection, request: SaveRequest, present: int) -> _Work:
    """The save with all its parts. Raises PartsMissing, VersionUnknown."""
    saves = await parts.complete(connection, _whose(request), request.data)
    made = parts.changes_of(saves)
    if any(change.version > present for change in made):
        fault = FieldError("version", "version_unknown", "The site has not reached this version.")
        raise VersionUnknown(fault.detail, errors=[fault])
    versions = [change.version for change in made for _ in change.actions]
    own = frozenset(version for each in saves for version in each.own_versions)
    sight = Sight(versions, own, request.by.user_id)
    return _Work(request.page_id, request.by, [action for change in made for action in change.actions], sight)


async def _apply(session: AsyncSession, connection: Connection, work: _Work, present: int) -> int | None:
    """Write what the actions change; the site's new version, or None."""
    before = await _state(connection, work)
    after, touched = await _applied(connection, work, before, present)
    changed = diff.changes(before, after)
    if not changed:
        return None
    await writes.check_removed_branches(connection, before, after, changed)
    return await writes.write(session, before, after, changed, things=written(touched), by=work.by)


async def _state(connection: Connection, work: _Work) -> Any:
    """The whole page, with what the actions name."""
    row = await read_by_id(connection, work.page_id, with_css=False)
    if row is None:
        raise PageNotFound("There is no such page.")
    documents = documents_of(row)
    state = {"page": documents["page"], "plugins": documents["plugins"]}
    _check_requirements(documents["site"], work.actions, work.by)
    named = references(work.actions)
    await load_references(connection, state, named.plugin_ids, named.branch_ids)
    return state


async def _applied(connection: Connection, work: _Work, before: Any, present: int) -> tuple[Any, list[Any]]:
    """The state afterwards and what each action touched. Raises PageConflict, ActionRefused."""
    try:
        actions = await clean_actions(before, work.actions)
        outcome = run(before, actions)
    except FieldFault as fault:
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None
    except ActionFault as fault:
        # Somebody may just have removed what the action works on: that is a conflict, no fault of the sender's.
        await _refuse_conflicts(connection, work, present, needed(fault.touched))
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None
    await _refuse_conflicts(connection, work, present, needed(outcome.touched))
    return outcome.state, outcome.touched


def _check_requirements(site: dict[str, Any], actions: list[Action], by: Principal) -> None:
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
        if manifest and "scope" in requires and not by.has(requires["scope"]):
            detail = f"To add a {manifest['label']} you need the scope {requires['scope']}."
            raise _refusal(index, "ref", "scope_missing", detail)


def _refusal(index: int, field: str, code: str, detail: str) -> ActionRefused:
    path = ".".join(part for part in ("actions", str(index), field) if part)
    return ActionRefused(detail, errors=[FieldError(path, code, detail)])


async def _refuse_conflicts(connection: Connection, work: _Work, present: int, things: dict[str, list[int]]) -> None:
    if min(work.sight.versions) == present:
        return
    found = await conflicts.find(connection, work.sight, things)
    if found:
        current = await _answer(connection, work.page_id, work.by)
        raise PageConflict("Somebody changed this page meanwhile.", conflicts=found, current=current)


async def _answer(connection: Connection, page_id: str, by: Principal) -> dict[str, Any]:
    row = await read_by_id(connection, page_id)
    if row is None:
        raise PageNotFound("There is no such page.")
    return await answer(connection, row, viewer_of(by), SourceMemory(SOURCES))

"""A save: actions applied to a page in one transaction, all or none.

The site's row is locked first, so saves come one after another, each on what the one before left.
"""

import hashlib
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
from content.page_render import conflicts, writes
from content.page_render.errors import ActionRefused, IdempotencyKeyReused, PageConflict, VersionUnknown
from content.page_render.repository import documents_of, read_by_id
from content.page_render.schemas import Save
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


async def save(session: AsyncSession, request: SaveRequest) -> dict[str, Any]:
    """Apply the actions; the page's render afterwards, as the sender may see it.

    A retry with the same key is answered with the page as it is and applied no second time. Raises PageNotFound,
    PageConflict (without names), ActionRefused, VersionUnknown, IdempotencyKeyReused.
    """
    present = await changes.lock(session)
    connection = await connection_of(session)
    request_hash = hashlib.sha256(request.body).digest()
    if await _is_applied(connection, request, request_hash):
        return await _answer(connection, request)
    if request.data.version > present:
        fault = FieldError("version", "version_unknown", "The site has not reached this version.")
        raise VersionUnknown(fault.detail, errors=[fault])
    if not request.data.actions:
        return await _answer(connection, request)
    before = await _state(connection, request)
    after, touched = await _applied(connection, request, before, present)
    changed = diff.changes(before, after)
    if changed:
        await writes.check_removed_branches(connection, before, after, changed)
        version = await writes.write(session, before, after, changed, things=written(touched), by=request.by)
        await writes.remember(session, request.page_id, request.key, version, request_hash, request.by)
    return await _answer(connection, request)


async def _is_applied(connection: Connection, request: SaveRequest, request_hash: bytes) -> bool:
    known = await connection.fetchrow(
        "SELECT request_hash FROM saves WHERE page_id = $1::uuid AND key = $2", request.page_id, request.key
    )
    if known is not None and known["request_hash"] != request_hash:
        raise IdempotencyKeyReused("This Idempotency-Key came before, with another request.")
    return known is not None


async def _state(connection: Connection, request: SaveRequest) -> Any:
    """The whole page, with what the actions name."""
    row = await read_by_id(connection, request.page_id, with_css=False)
    if row is None:
        raise PageNotFound("There is no such page.")
    documents = documents_of(row)
    state = {"page": documents["page"], "plugins": documents["plugins"]}
    _check_modules(documents["site"], request.data.actions)
    named = references(request.data.actions)
    await load_references(connection, state, named.plugin_ids, named.branch_ids)
    return state


async def _applied(connection: Connection, request: SaveRequest, before: Any, present: int) -> tuple[Any, list[Any]]:
    """The state afterwards and what each action touched. Raises PageConflict, ActionRefused."""
    try:
        actions = await clean_actions(before, request.data.actions)
        outcome = run(before, actions)
    except FieldFault as fault:
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None
    except ActionFault as fault:
        # Somebody may just have removed what the action works on: that is a conflict, no fault of the sender's.
        await _refuse_conflicts(connection, request, present, needed(fault.touched))
        raise _refusal(fault.action_index, fault.field, fault.code, fault.detail) from None
    await _refuse_conflicts(connection, request, present, needed(outcome.touched))
    return outcome.state, outcome.touched


def _check_modules(site: dict[str, Any], actions: list[Action]) -> None:
    """ActionRefused for a new plugin that belongs to a module which the site has not."""
    has = {"ecom": site["hasEcom"], "crm": site["hasCRM"]}
    for index, action in enumerate(actions):
        manifest = manifest_of(action.ref) if isinstance(action, PluginCreate) else None
        if manifest is not None and not has.get(manifest.get("requires", ""), True):
            detail = f"This site has no {manifest['requires']} area for a {manifest['label']}."
            raise _refusal(index, "ref", "module_missing", detail)


def _refusal(index: int, field: str, code: str, detail: str) -> ActionRefused:
    path = ".".join(part for part in ("actions", str(index), field) if part)
    return ActionRefused(detail, errors=[FieldError(path, code, detail)])


async def _refuse_conflicts(
    connection: Connection, request: SaveRequest, present: int, things: dict[str, list[int]]
) -> None:
    if request.data.version == present:
        return
    found = await conflicts.find(connection, request.data.version, things)
    if found:
        current = await _answer(connection, request)
        raise PageConflict("Somebody changed this page meanwhile.", conflicts=found, current=current)


async def _answer(connection: Connection, request: SaveRequest) -> dict[str, Any]:
    row = await read_by_id(connection, request.page_id)
    if row is None:
        raise PageNotFound("There is no such page.")
    return await answer(connection, row, viewer_of(request.by), SourceMemory(SOURCES))

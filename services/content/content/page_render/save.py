"""A save: actions applied to a page in one transaction, all or none.

The page is read and the actions are applied to it before anything is locked. One statement then writes all that
changes, if the site still has the version that was read. Where somebody else's change came first, the save begins anew
with the site's row locked: so saves come one after another, each on what the one before left.
"""

import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import asyncpg
import orjson
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from content.blog import authors
from content.blog import lifecycle as blog
from content.changes import service as changes
from content.documents.loading import Connection, connection_of
from content.model.changes import Changes, Difference
from content.model.changes import changes as changes_between
from content.model.references import references
from content.model.touched import written as resources_of
from content.model.walk import branch_ids
from content.page_render import parts
from content.page_render.applying import Work, applied
from content.page_render.conflicts import Sight
from content.page_render.errors import PageConflict, PartsMissing
from content.page_render.removed_branches import check_removed_branches
from content.page_render.repository import documents_of, read_by_id, read_for_save, renamings_of
from content.page_render.schemas import Part, Save
from content.page_render.service import answer, answer_of
from content.page_render.sources import SourceMemory
from content.page_render.sources_of_plugins import SOURCES
from content.page_render.stale import tags_of_listing, tags_of_naming
from content.page_render.viewer import viewer_of
from content.page_render.writes import Change, Claim, Written, claim_alone, written
from content.pages.errors import PageNotFound
from content.plugins.service import is_cacheable
from content.site import dark_mode
from kit import audit
from kit.audit import AuditEntry
from kit.auth import Principal
from kit.constraints import constraint_of
from kit.events import wake_after_commit, wake_subscribers
from kit.idempotency import hash_of, replay_of
from kit.origins import site_hosts
from kit.state import KitState

_KEY = "pk_idempotency_keys"

Beside = Callable[[AsyncSession], Awaitable[None]]
"""Writes something in the transaction of a save."""


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


class _Saving(NamedTuple):
    """A save as it was sent, with all that stays the same when it has to begin anew."""

    work: Work
    request: SaveRequest
    claim: Claim
    missing: PartsMissing | None
    """Parts are: then it can only be a retry, since they are dropped when the save is applied."""


class _Plan(NamedTuple):
    """What a save is going to write, and the page as it is then."""

    render: dict[str, Any]
    renamings: dict[str, Any]
    version: int | None
    changed: Changes
    writing: Written | None
    """None for a retry: all is written."""
    upkeep: blog.Upkeep | None = None
    """What it changes in the blog."""
    naming: frozenset[str] = frozenset()
    """The tags of what it changes of the pages that show what their addresses name."""

    @property
    def sets_fields(self) -> bool:
        return bool(self.changed.site_fields or self.changed.page_fields)


class _Result(NamedTuple):
    updated_at: datetime | None
    is_restyled: bool
    """Whether the site follows dark mode, or does no longer, since this save: that is a change of its own."""


_NOTHING_CHANGED = Changes(False, *(Difference() for _ in range(6)))


async def save(
    state: KitState,
    principal: Principal,
    data: Save,
    request: SaveRequest,
    memory: SourceMemory,
    *,
    beside: Beside | None = None,
) -> Saved:
    """Apply the actions; the page's render afterwards, as the sender may see it.

    The last part of a save that came in parts applies all of them. A retry with the same key is answered with the
    page as it is and applied no second time; neither is what is written `beside` it. Raises PageNotFound, PageConflict (without names), ActionRefused,
    VersionUnknown, IdempotencyKeyReused, PartsMissing.
    """
    hosts = site_hosts(state.settings.public_url)
    saving = await _saving(state.database.pool, principal, data, request, hosts)
    plan = await _plan_unless_in_conflict(state.database.pool, saving)
    # Before a transaction: a save does not keep others waiting while auth answers, nor fail where it does not.
    author = await authors.name_of(state, principal) if plan and plan.upkeep and plan.upkeep.post_id else ""
    result = await _write_at_once(state, plan, author, beside) if plan else None
    if plan is None or result is None:
        async with state.database.transaction() as session:
            await changes.lock(session)
            plan = await _plan(await connection_of(session), saving)
            result = await _write(session, plan, author, beside)
    assert result is not None, "the site's version changed while its row was locked"
    return Saved(await _answer(state.database.pool, memory, principal, plan, result), plan.version)


async def keep_part(session: AsyncSession, principal: Principal, part: Part, request: SaveRequest) -> None:
    """Keep a part that is not the last. Raises PageNotFound, IdempotencyKeyReused, SaveTooLarge."""
    connection = await connection_of(session)
    if await connection.fetchrow("SELECT 1 FROM pages WHERE id = $1::uuid", request.page_id) is None:
        raise PageNotFound("There is no such page.")
    await parts.keep(session, _save_key(request, principal), part, request.body)


def _save_key(request: SaveRequest, principal: Principal) -> parts.SaveKey:
    return parts.SaveKey(request.page_id, principal.user_id, request.key)


async def _saving(
    connection: Connection, principal: Principal, data: Save, request: SaveRequest, hosts: frozenset[str]
) -> _Saving:
    """The save with all its parts."""
    save_key = _save_key(request, principal)
    missing = None
    try:
        saves = await parts.complete(connection, save_key, data)
    except PartsMissing as error:
        saves, missing = [data], error
    made = parts.changes_of(saves)
    actions = [action for change in made for action in change.actions]
    sight = Sight(
        [change.version for change in made for _ in change.actions],
        frozenset(version for each in saves for version in each.own_versions),
        principal.user_id,
    )
    newest = max((change.version for change in made), default=0)
    return _Saving(
        Work(principal, actions, sight, newest, references(actions), hosts),
        request,
        Claim(parts.scope_of(save_key), request.key, hash_of(request.body), None if data.part is None else save_key),
        missing,
    )


async def _plan_unless_in_conflict(connection: Connection, saving: _Saving) -> _Plan | None:
    """The plan; None for a conflict, which is to be told of one moment.

    The page, the log of changes and the page to be shown in the answer are read one after another. What somebody saves in
    between would be in the answer, so its receiver has seen it, and was compared with nothing.
    """
    try:
        return await _plan(connection, saving)
    except PageConflict:
        return None


async def _plan(connection: Connection, saving: _Saving) -> _Plan:
    """What is to be written, by the page as it is. Raises as `save` does."""
    work, claim = saving.work, saving.claim
    row = await read_for_save(
        connection,
        saving.request.page_id,
        plugin_ids=work.references.plugin_ids,
        branch_ids=work.references.branch_ids,
        scope=claim.scope,
        key=claim.key,
    )
    if row is None:
        raise PageNotFound("There is no such page.")
    render, renamings = documents_of(row), renamings_of(row)
    if row["known_request"] is not None:
        replay = replay_of(row["known_request"], orjson.loads(row["known_answer"]), saving.request.body)
        return _Plan(render, renamings, replay.answer["version"], _NOTHING_CHANGED, None)
    if saving.missing is not None:
        raise saving.missing
    current = partial(_read_answer, connection, saving.request.page_id, work.principal)
    outcome = await applied(connection, work, render, renamings, current)
    before: Any = {"page": render["page"], "plugins": render["plugins"]}
    state, upkeep = outcome.state, None
    if work.actions:
        state, upkeep = await blog.prepare(connection, before, state)
    changed = changes_between(before, state)
    if not changed:
        return _Plan(render, renamings, None, changed, claim_alone(render["version"], claim))
    await check_removed_branches(connection, before, state, changed, outcome.touched)
    if upkeep is not None:
        has_posts_elsewhere = row["has_posts_elsewhere"]
        await blog.note_places(connection, upkeep, before, state, changed, has_posts_elsewhere=has_posts_elsewhere)
    naming = tags_of_naming(before, state, changed)
    change = Change(
        present=render["version"],
        renamings=row["scope_renamings"],
        before=before,
        after=state,
        changed=changed,
        resources=resources_of(outcome.touched),
        user_id=work.principal.user_id,
        tags=(upkeep.tags() if upkeep else set()) | tags_of_listing(before, state, changed) | naming,
        entry=_entry(work, state),
    )
    version = render["version"] + 1
    writing = written(change, claim)
    return _Plan({**render, **state}, renamings, version, changed, writing, upkeep, frozenset(naming))


def _entry(work: Work, after: Any) -> AuditEntry:
    page = after["page"]
    subject = ("page", uuid.UUID(page["id"]), page["title"])
    return audit.entry_of(work.principal, "page.edited", subject=subject, details={"changes": len(work.actions)})


async def _write_at_once(state: KitState, plan: _Plan, author: str, beside: Beside | None) -> _Result | None:
    """Write the plan if the site has not moved on; None if it has, or if the same request is ahead of this one."""
    if plan.writing is None:
        return _Result(None, is_restyled=False)
    try:
        if plan.sets_fields or plan.upkeep or beside:
            async with state.database.transaction() as session:
                return await _write(session, plan, author, beside)
        # One statement is a transaction of its own, without a round trip for each end of it.
        row = await state.database.write_at_once(plan.writing.statement, plan.writing.values)
    except (IntegrityError, asyncpg.UniqueViolationError) as error:
        if constraint_of(error) != _KEY:
            raise
        return None
    if row is None:
        return None
    if plan.writing.event is not None:
        await wake_subscribers(state.wakes, [plan.writing.event])
    return _Result(row["updated_at"], is_restyled=False)


async def _write(session: AsyncSession, plan: _Plan, author: str, beside: Beside | None) -> _Result | None:
    """Write the plan in a transaction; None if the site has moved on."""
    if plan.writing is None:
        return _Result(None, is_restyled=False)
    connection = await session.connection()
    found = await connection.exec_driver_sql(plan.writing.statement, tuple(plan.writing.values))
    row = found.one_or_none()
    if row is None:
        return None
    if plan.writing.event is not None:
        wake_after_commit(session, plan.writing.event)
    if plan.upkeep:
        await blog.store(session, plan.upkeep, row.version, author)
    if beside:
        await beside(session)
    return _Result(row.updated_at, is_restyled=plan.sets_fields and await dark_mode.refresh(session))


async def _answer(
    connection: Connection, memory: SourceMemory, principal: Principal, plan: _Plan, result: _Result
) -> dict[str, Any]:
    """The page after the save, from memory where nothing else decides what is on it."""
    page = plan.render["page"]
    if plan.version is not None:
        memory.shared.expect_change()
    if result.is_restyled or page["branches"].keys() - branch_ids(page):
        return await _read_answer(connection, page["id"], principal, memory)
    render = plan.render
    if plan.changed and plan.version is not None and result.updated_at is not None:
        # Which pages are listed depends on their posts as well.
        if not (plan.upkeep and plan.upkeep.is_of_records):
            memory.carry(render["version"], plan.version, with_naming=not plan.naming)
        plugins = dict(render["plugins"])
        for plugin_id in plan.changed.plugins.added | plan.changed.plugins.changed:
            plugin = plugins[plugin_id]
            plugins[plugin_id] = {**plugin, "version": plan.version, "isCacheable": is_cacheable(plugin["ref"])}
        page = {**page, "updatedAt": result.updated_at.isoformat()}
        render = {**render, "version": plan.version, "page": page, "plugins": plugins}
    return await answer_of(connection, render, plan.renamings, viewer_of(principal), memory)


async def _read_answer(
    connection: Connection, page_id: str, principal: Principal, memory: SourceMemory | None = None
) -> dict[str, Any]:
    row = await read_by_id(connection, page_id)
    if row is None:
        raise PageNotFound("There is no such page.")
    return await answer(connection, row, viewer_of(principal), memory or SourceMemory(SOURCES))

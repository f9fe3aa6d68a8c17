"""Fixes: one address replaced in many places, kept so that it can be taken back."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import delete, func, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession

from content.documents.loading import connection_of
from content.fields.own_files import own_path
from content.link_targets import Target, target_of
from content.links.checking import check_one
from content.links.collecting import Place
from content.links.errors import LinkUnsafe, LinkUseNotFound
from content.links.models import Link, LinkFix, LinkFixPage, LinkUse
from content.links.replacing import (
    PageSave,
    Saved,
    as_json,
    from_json,
    replace_on_page,
    restore_on_page,
    use_id_of,
    value_of,
)
from content.links.repository import LinkFixRepository, LinkRepository
from content.links.schemas import ReplacementIn, ReplacementOut, Skipped, UndoOut
from content.links.storing import add_targets, add_uses, lock_uses, use_id
from content.page_render.sources import SourceMemory
from content.pages.models import Page
from kit import audit
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError
from kit.hrefs import is_safe_href
from kit.origins import site_hosts
from kit.state import KitState

PAGES_AT_ONCE = 20
"""Pages that one request changes: some hundred milliseconds. The next one goes on."""
_PLACE = ("part", "part_id", "level", "field", "written", "holder_id")
_COLUMNS = ("page_id", "page_count", "holder", "holder_id", "part", "part_id", "level", "field", "kind", "text", "ref")


async def replace(
    state: KitState, principal: Principal, data: ReplacementIn, link_id: uuid.UUID, memory: SourceMemory
) -> ReplacementOut:
    """Replace an address where it stands, a few pages at a time.

    Raises LinkNotFound, LinkUseNotFound, LinkFixNotFound, LinkUnsafe.

    A place that cannot be changed is left as it is and told of; nothing else waits for it.
    """
    if data.to is not None and not is_safe_href(data.to):
        fault = FieldError("to", "unsafe_address", "Enter a path, an #anchor, or an http(s), mailto or tel address.")
        raise LinkUnsafe(fault.detail, errors=[fault])
    fix_id, by_page, titles = await _begin(state, principal, data, link_id)
    changed, skipped = 0, []
    now, left = [*by_page][:PAGES_AT_ONCE], [*by_page][PAGES_AT_ONCE:]
    for page_id in now:
        note = partial(_note, state.settings.public_url, fix_id, page_id, data.to)
        page = PageSave(str(page_id), memory, note)
        saved = await replace_on_page(state, principal, page, by_page[page_id], data.to)
        changed += len(saved.edit.done)
        skipped += [_skipped(page_id, titles, detail) for detail in _faults(saved)]
    if data.to is not None and changed:
        await _judge_new(state, data.to)
    return ReplacementOut(
        fix_id=fix_id, changed=changed, skipped=skipped, remaining=sum(len(by_page[page_id]) for page_id in left)
    )


def _faults(saved: Saved) -> list[str]:
    return [saved.fault] if saved.fault else [detail for _, detail in saved.edit.refused]


def _skipped(page_id: uuid.UUID, titles: Mapping[uuid.UUID, str], detail: str) -> Skipped:
    return Skipped(page_id=page_id, page_title=titles.get(page_id, ""), detail=detail)


async def _begin(
    state: KitState, principal: Principal, data: ReplacementIn, link_id: uuid.UUID
) -> tuple[uuid.UUID, dict[uuid.UUID, list[LinkUse]], dict[uuid.UUID, str]]:
    """The fix, and the uses to change by page; those that this fix could not change are left out."""
    async with state.database.transaction() as session:
        link = await LinkRepository(session).get(link_id)
        query = select(LinkUse).where(LinkUse.link_id == link_id).order_by(LinkUse.page_id, LinkUse.id)
        if data.page_id is not None:
            query = query.where(LinkUse.page_id == data.page_id, LinkUse.holder == "page")
        if data.use_id is not None:
            query = query.where(LinkUse.id == data.use_id)
        uses = (await session.scalars(query)).all()
        if data.use_id is not None and data.fix_id is None and not uses:
            raise LinkUseNotFound("The link is not there any more.")
        fixes = LinkFixRepository(session)
        if data.fix_id is None:
            fix = await fixes.add(LinkFix(id=new_id(), created_by=uuid.UUID(principal.user_id)))
            details = {"to": data.to, "pageId": data.page_id and str(data.page_id)}
            subject = ("link", link.id, link.address[:200])
            audit.record(session, principal, "link.replaced", subject=subject, details=details)
        else:
            fix = await fixes.get(data.fix_id)
        tried = await fixes.pages_tried(fix.id)
        by_page: defaultdict[uuid.UUID, list[LinkUse]] = defaultdict(list)
        for use in uses:
            if use.page_id not in tried:
                by_page[use.page_id].append(use)
        now = [*by_page][:PAGES_AT_ONCE]
        titles = await session.execute(select(Page.id, Page.title).where(Page.id.in_(now)))
        return fix.id, dict(by_page), {row.id: row.title for row in titles}


async def _note(
    public_url: str, fix_id: uuid.UUID, page_id: uuid.UUID, to: str | None, saved: Saved, session: AsyncSession
) -> None:
    """Remember what was done to a page, and have its uses say where they lead now."""
    edit = saved.edit
    await lock_uses(session)
    await session.execute(delete(LinkUse).where(LinkUse.id.in_([use.id for use in edit.gone])))
    rows = await _take_out(session, edit.done) if edit.done else []
    uses_after = [] if to is None else await _add_in_place(session, rows, to, public_url)
    change = as_json(str(page_id), edit, rows, uses_after, to)
    noted = LinkFixPage(id=new_id(), fix_id=fix_id, page_id=page_id, change=change, changed_at=func.clock_timestamp())
    session.add(noted)


async def _take_out(session: AsyncSession, uses: Sequence[LinkUse]) -> list[dict[str, Any]]:
    """Delete the uses that stand where these do, as rows that `_bring_back` takes.

    What stands in one place leads to other addresses from other pages: all of them are gone with it. One statement, so
    that a check which replaces all uses meanwhile is nobody's fault.
    """
    places = [tuple(getattr(use, name) for name in _PLACE) for use in uses]
    gone = (
        delete(LinkUse)
        .where(LinkUse.link_id == Link.id, tuple_(*(getattr(LinkUse, name) for name in _PLACE)).in_(places))
        .returning(*LinkUse.__table__.columns, Link.address, Link.is_internal)
        .execution_options(synchronize_session=False)
    )
    return [_row(row) for row in await session.execute(gone)]


def _row(use: Any) -> dict[str, Any]:
    columns = {name: getattr(use, name) for name in ("id", "written", "address", "is_internal", *_COLUMNS)}
    return {name: str(value) if isinstance(value, uuid.UUID) else value for name, value in columns.items()}


async def _add_in_place(session: AsyncSession, rows: Sequence[dict[str, Any]], to: str, public_url: str) -> list[str]:
    """Add the uses of a new address where others stood; the ids of those that did not stand there as well."""
    page_ids = {uuid.UUID(row["page_id"]) for row in rows}
    found = await session.execute(select(Page.id, Page.url).where(Page.id.in_(page_ids)))
    urls = {str(row.id): row.url for row in found}
    connection = await connection_of(session)
    added, targets = [], []
    for row in rows:
        target = target_of(to, urls.get(row["page_id"], "/"), public_url)
        if target is not None:
            targets.append(target)
            # An image of the library is stored by its path, whichever way it was named.
            written = own_path(to, site_hosts(public_url)) if row["kind"] == "image" else to
            place = Place(**{name: row[name] for name in Place._fields})._replace(written=written)
            added.append({**row, "id": use_id(place, target.address), "address": target.address, "written": written})
    await add_targets(connection, targets)
    return await add_uses(connection, added)


async def _judge_new(state: KitState, to: str) -> None:
    """Check the new address, unless it depends on the page where it leads: the next check of all finds that out."""
    target = None if to.startswith(("#", "?")) else target_of(to, "/", state.settings.public_url)
    if target is not None:
        await check_one(state, target.address, is_internal=target.is_internal)


async def undo(state: KitState, principal: Principal, fix_id: uuid.UUID, start: int, memory: SourceMemory) -> UndoOut:
    """Put back what a fix replaced, a few pages at a time, except where it was changed since. Raises LinkFixNotFound."""
    async with state.database.reading() as session:
        fixes = LinkFixRepository(session)
        fix = await fixes.get(fix_id)
        found = await fixes.changes(fix.id, start, PAGES_AT_ONCE + 1)
        changes, is_last = found[:PAGES_AT_ONCE], len(found) <= PAGES_AT_ONCE
        ids = [uuid.UUID(change["pageId"]) for change in changes]
        pages = await session.execute(select(Page.id, Page.title).where(Page.id.in_(ids)))
        titles = {row.id: row.title for row in pages}
    changed, skipped = 0, []
    for change in changes:
        page_id = uuid.UUID(change["pageId"])
        if not change["values"]:
            continue
        page = PageSave(change["pageId"], memory, partial(_bring_back, fix_id, change))
        saved = await restore_on_page(state, principal, page, from_json(change))
        skipped += [_skipped(page_id, titles, detail) for detail in _faults(saved)]
        changed += len(saved.edit.done)
    return UndoOut(changed=changed, skipped=skipped, next=None if is_last else start + PAGES_AT_ONCE)


async def _bring_back(fix_id: uuid.UUID, change: Mapping[str, Any], saved: Saved, session: AsyncSession) -> None:
    """Have the uses be what they were before a fix that stand in what of the page was put back."""
    restored = {*saved.edit.done}
    if not restored:
        return
    await lock_uses(session)
    of_page = LinkFixPage.fix_id == fix_id, LinkFixPage.page_id == uuid.UUID(change["pageId"])
    await session.execute(update(LinkFixPage).where(*of_page).values(changed_at=func.clock_timestamp()))
    present = await session.scalars(select(LinkUse).where(LinkUse.id.in_(use_id_of(change))))
    gone = [use.id for use in present if value_of(use.part, str(use.part_id), use.level, use.field) in restored]
    await session.execute(delete(LinkUse).where(LinkUse.id.in_(gone)))
    connection = await connection_of(session)
    places = [value_of(*(row[name] for name in ("part", "part_id", "level", "field"))) for row in change["uses"]]
    rows = [row for row, place in zip(change["uses"], places, strict=True) if place in restored]
    await add_targets(connection, [Target(row["address"], row["is_internal"]) for row in rows])
    await add_uses(connection, rows)

"""The library's files, kept equal to what cms tells of them."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes.events import emit_changed
from content.files.models import File, Folder
from content.files.schemas import Facts, FilesChanged, Span
from content.site.models import Site

# A row that was announced so long before a restatement and is not in it is gone: its transaction ended long ago.
_GRACE = timedelta(hours=1)


async def apply_event(session: AsyncSession, data: FilesChanged, at: datetime) -> None:
    """Take over what cms announced, unless something later is there already, and tell which renders are stale.

    The site's version stays: nothing that somebody edits has changed.
    """
    changed = {
        *(f"folder:{id}" for id in await _take_over(session, Folder, data.folders, at)),
        *(f"file:{id}" for id in await _take_over(session, File, data.files, at)),
        *data.tags,
    }
    for model, prefix in ((Folder, "folder"), (File, "file")):
        removed = await _ids(session, delete(model).where(model.id.in_(data.removed)).returning(model.id))
        changed |= {f"{prefix}:{id}" for id in removed}
    if data.span is not None:
        changed |= await _without_others(session, data, data.span, at)
    version = await session.scalar(select(Site.version))
    # Before the set-up no page shows anything.
    if changed and version is not None:
        emit_changed(session, version, changed)


async def _take_over(
    session: AsyncSession, model: type[File] | type[Folder], facts: Sequence[Facts], at: datetime
) -> Sequence[uuid.UUID]:
    """Store the facts that are later than what is known; gives whose those are."""
    if not facts:
        return []
    latest: dict[uuid.UUID, Facts] = {}
    for each in facts:
        if each.id not in latest or latest[each.id].version < each.version:
            latest[each.id] = each
    rows = [{**each.model_dump(by_alias=False), "announced_at": at} for each in latest.values()]
    statement = insert(model).values(rows)
    values = {name: statement.excluded[name] for name in rows[0] if name != "id"}
    statement = statement.on_conflict_do_update(
        index_elements=[model.id], set_=values, where=model.version < statement.excluded.version
    )
    return await _ids(session, statement.returning(model.id))


async def _without_others(session: AsyncSession, data: FilesChanged, span: Span, at: datetime) -> set[str]:
    """Delete what is none of the owner's any more; gives the tags of those."""
    model, prefix = (File, "file") if span.of == "files" else (Folder, "folder")
    there = [each.id for each in (data.files if span.of == "files" else data.folders)]
    others = delete(model).where(model.announced_at < at - _GRACE, model.id.not_in(there))
    if span.after is not None:
        others = others.where(model.id > span.after)
    if span.until is not None:
        others = others.where(model.id <= span.until)
    return {f"{prefix}:{id}" for id in await _ids(session, others.returning(model.id))}


async def _ids(session: AsyncSession, statement: Any) -> Sequence[uuid.UUID]:
    return (await session.scalars(statement)).all()

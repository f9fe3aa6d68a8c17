"""Keeping what a service knows of the library's files equal to what cms tells of them."""

import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from kit.known_files.facts import Facts, FilesChanged, Span
from kit.known_files.models import KnownFile, KnownFolder
from kit.known_files.uses import NOWHERE

# A row that was announced so long before a restatement and is not in it is gone: its transaction ended long ago.
_GRACE = timedelta(hours=1)


async def keep(
    session: AsyncSession, files: type[KnownFile], folders: type[KnownFolder], data: FilesChanged, at: datetime
) -> set[str]:
    """Take over what cms announced, unless something later is there already; gives the tags of what changed."""
    changed: set[str] = set()
    for of, model, prefix, facts in (
        ("folders", folders, "folder", data.folders),
        ("files", files, "file", data.files),
    ):
        ids = [*await _take_over(session, model, facts, at)]
        ids += await _ids(session, delete(model).where(model.id.in_(data.removed)).returning(model.id))
        if data.span is not None and data.span.of == of:
            ids += await _without_others(session, model, facts, data.span, at)
        changed |= {f"{prefix}:{id}" for id in ids}
    return {*data.tags, *changed, *([NOWHERE] if changed else [])}


async def _take_over(session: AsyncSession, model: Any, facts: Sequence[Facts], at: datetime) -> Sequence[uuid.UUID]:
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


async def _without_others(
    session: AsyncSession, model: Any, there: Sequence[Facts], span: Span, at: datetime
) -> Sequence[uuid.UUID]:
    """Delete what is none of the owner's any more; gives whose those were."""
    others = delete(model).where(model.announced_at < at - _GRACE, model.id.not_in([each.id for each in there]))
    if span.after is not None:
        others = others.where(model.id > span.after)
    if span.until is not None:
        others = others.where(model.id <= span.until)
    return await _ids(session, others.returning(model.id))


async def _ids(session: AsyncSession, statement: Any) -> Sequence[uuid.UUID]:
    return (await session.scalars(statement)).all()

"""What was deleted and can still be restored."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, Select, and_, func, literal, null, or_, select, union_all
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from cms.files.access import manages
from cms.files.models import Bucket, Entity
from cms.files.names import label_of
from cms.files.removal_schemas import RemovalOut, done_by
from cms.files.tasks import RESTORABLE
from cms.files.types import type_of
from kit.auth import Caller
from kit.pagination import Slice, Window
from kit.state import KitState
from kit.user_names import user_names


@dataclass(frozen=True, slots=True)
class Removal:
    """A file that was deleted, or a folder with all that went with it: a row of `page`, and how many files that is."""

    row: Row[Any]
    files: int


async def page(session: AsyncSession, caller: Caller, window: Window) -> Slice[Removal]:
    """Deletions that can be undone, the newest first: one for each file, and one for each folder with all in it."""
    since = datetime.now(UTC) - RESTORABLE
    all_ = union_all(_files(caller, since), _folders(caller, since)).subquery()
    total = await session.scalar(select(func.count()).select_from(all_))
    query = select(all_).order_by(all_.c.deleted_at.desc(), all_.c.id.desc())
    rows = (await session.execute(query.offset(window.start).limit(window.limit))).all()
    counts = await _files_in(session, [row.deletion_id for row in rows if row.kind == "folder"])
    found = [Removal(row, 1 if row.kind == "file" else counts.get(row.deletion_id, 0)) for row in rows]
    return Slice(found, total or 0, window.start, window.limit)


async def described(kit: KitState, removals: Sequence[Removal]) -> list[RemovalOut]:
    """Converts deletions to their wire form, with the names of the users. Needs no open transaction."""
    names = await user_names(kit, (str(each.row.deleted_by) for each in removals if each.row.deleted_by))
    return [_out(each, names) for each in removals]


def _out(removal: Removal, names: Mapping[str, str]) -> RemovalOut:
    row = removal.row
    return RemovalOut(
        id=row.id,
        kind=row.kind,
        path=row.path,
        label=label_of(row.path),
        deleted_at=row.deleted_at,
        deleted_by=done_by(row.deleted_by, names),
        restorable_until=row.deleted_at + RESTORABLE,
        can_restore=row.can_restore,
        files=removal.files,
        folders=row.folders,
        type=None if row.mime_type is None else type_of(row.mime_type),
        size=row.size,
    )


def _files(caller: Caller, since: datetime) -> Select[Any]:
    # What lies in a folder goes for good with the folder.
    is_there = or_(Bucket.deleted_at.is_(None), Bucket.deleted_at >= since)
    return (
        select(
            Entity.id,
            literal("file").label("kind"),
            func.concat_ws("/", Bucket.name, Entity.name).label("path"),
            Entity.deletion_id,
            Entity.deleted_at,
            Entity.deleted_by,
            literal(0).label("folders"),
            Entity.mime_type,
            Entity.size,
            Bucket.deleted_at.is_(None).label("can_restore"),
        )
        .outerjoin(Entity.bucket)
        .where(Entity.storage_key.is_not(None), Entity.deleted_at >= since, is_there, *manages(caller))
    )


def _folders(caller: Caller, since: datetime) -> Select[Any]:
    # Of those that went together, the one that holds the others.
    together = func.count().over(partition_by=Bucket.deletion_id).label("folders")
    tops = select(Bucket.id, together).ext(distinct_on(Bucket.deletion_id)).where(Bucket.deleted_at >= since)
    top = tops.order_by(Bucket.deletion_id, func.length(Bucket.name)).subquery()
    # As `cms.files.repository.FolderRepository.former_parent` finds it.
    above = aliased(Bucket)
    by_name = above.name == func.regexp_replace(Bucket.name, "/[^/]*$", "")
    is_above = or_(above.id == Bucket.deleted_from_id, and_(Bucket.deleted_from_id.is_(None), by_name))
    has_place = select(above.id).where(above.deleted_at.is_(None), is_above).exists()
    return (
        select(
            Bucket.id,
            literal("folder"),
            Bucket.name,
            Bucket.deletion_id,
            Bucket.deleted_at,
            Bucket.deleted_by,
            top.c.folders,
            null(),
            null(),
            or_(func.strpos(Bucket.name, "/") == 0, has_place),
        )
        .join(top, top.c.id == Bucket.id)
        .where(*manages(caller))
    )


async def _files_in(session: AsyncSession, deletions: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, int]:
    """How many files went with the folders of each deletion; those that had been deleted before are none of them."""
    if not deletions:
        return {}
    query = (
        select(Bucket.deletion_id, func.count())
        .join(Entity, Entity.bucket_id == Bucket.id)
        .where(Bucket.deletion_id.in_(deletions), Entity.deleted_at.is_(None), Entity.storage_key.is_not(None))
        .group_by(Bucket.deletion_id)
    )
    return {deletion: count for deletion, count in await session.execute(query) if deletion is not None}

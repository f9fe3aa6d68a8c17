"""Many files at once, in a few statements however many there are: what goes wrong with one is said of that one."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Select, update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.access import check_manages
from cms.files.errors import FileNotFound, NotRestorable
from cms.files.events import announce
from cms.files.models import Entity
from cms.files.repository import FileRepository, FolderRepository, free_name, names_taken
from cms.files.service import name_taken, record
from kit.auth import Principal
from kit.db import new_id
from kit.errors import DomainError

Faults = Mapping[uuid.UUID, DomainError]
Changed = tuple[Sequence[Entity], Faults]


async def delete_files(session: AsyncSession, principal: Principal, ids: Sequence[uuid.UUID]) -> Changed:
    """Delete files. They can be restored."""
    repository = FileRepository(session, principal)
    found = await _locked(session, repository.base(), ids)
    values = {"deleted_at": datetime.now(UTC), "deletion_id": new_id(), "deleted_by": uuid.UUID(principal.user_id)}
    return await _write(session, principal, "file.deleted", found, values), _missing(ids, found)


async def move_files(
    session: AsyncSession, principal: Principal, ids: Sequence[uuid.UUID], bucket_name: str
) -> Changed:
    """Move files into a folder. Those that are there already stay as they are. Raises FolderUnknown, FolderProtected."""
    check_manages(principal, bucket_name)
    bucket = await FolderRepository(session, principal).target(bucket_name)
    bucket_id = bucket.id if bucket else None
    found = await _locked(session, FileRepository(session, principal).base(), ids)
    there, faults = [row for row in found if row.bucket_id == bucket_id], dict(_missing(ids, found))
    free, others = await _with_free_names(session, bucket_id, [row for row in found if row.bucket_id != bucket_id])
    faults |= {row.id: name_taken(row.name) for row in others}
    moved = await _write(session, principal, "file.updated", free, {"bucket_id": bucket_id})
    return sorted([*there, *moved], key=lambda row: row.id), faults


async def restore_files(session: AsyncSession, principal: Principal, ids: Sequence[uuid.UUID]) -> Changed:
    """Bring deleted files back, under other names where theirs were given away."""
    found = await _locked(session, FileRepository(session, principal).deleted(), ids)
    faults: dict[uuid.UUID, DomainError] = {
        id: NotRestorable("This file is not deleted, or has been permanently deleted.") for id in _missing(ids, found)
    }
    by_folder: dict[uuid.UUID | None, list[Entity]] = defaultdict(list)
    for row in found:
        if row.bucket is not None and row.bucket.deleted_at is not None:
            faults[row.id] = NotRestorable("Restore the folder of this file first.")
        else:
            by_folder[row.bucket_id].append(row)
    values = dict.fromkeys(("deleted_at", "deletion_id", "deleted_by"))
    restored: list[Entity] = []
    # In one order, so that two calls never wait for each other.
    for bucket_id in sorted(by_folder, key=str):
        free, others = await _with_free_names(session, bucket_id, by_folder[bucket_id])
        restored += await _write(session, principal, "file.restored", free, values)
        for row in others:
            named = {**values, "name": await free_name(session, bucket_id, row.name)}
            restored += await _write(session, principal, "file.restored", [row], named)
    return sorted(restored, key=lambda row: row.id), faults


async def _locked(session: AsyncSession, query: Select[Entity], ids: Sequence[uuid.UUID]) -> Sequence[Entity]:
    """Those that a query finds of these, as they are now, locked in one order: two calls never wait for each other."""
    some = query.where(Entity.id.in_(ids)).order_by(Entity.id).with_for_update(of=Entity)
    return (await session.scalars(some.execution_options(populate_existing=True))).all()


def _missing(ids: Sequence[uuid.UUID], found: Sequence[Entity]) -> Faults:
    return {id: FileNotFound() for id in {*ids} - {row.id for row in found}}


async def _with_free_names(
    session: AsyncSession, bucket_id: uuid.UUID | None, rows: Sequence[Entity]
) -> tuple[list[Entity], list[Entity]]:
    """Those whose names nothing in the folder has, nor one before them; and the others."""
    taken = await names_taken(session, bucket_id, [row.name for row in rows])
    free: list[Entity] = []
    others: list[Entity] = []
    for row in rows:
        (others if row.name in taken else free).append(row)
        taken.add(row.name)
    return free, others


async def _write(
    session: AsyncSession, principal: Principal, action: str, rows: Sequence[Entity], values: Mapping[str, Any]
) -> Sequence[Entity]:
    """Change locked rows alike in one statement, and tell of it. Gives them as they are then."""
    if not rows:
        return []
    ids = [row.id for row in rows]
    changed = update(Entity).where(Entity.id.in_(ids)).values(**values, version=Entity.version + 1)
    await session.execute(changed, execution_options={"synchronize_session": False})
    files = FileRepository(session, principal).all().where(Entity.id.in_(ids)).order_by(Entity.id)
    written = (await session.scalars(files.execution_options(populate_existing=True))).all()
    for row in written:
        record(session, principal, action, row)
    announce(session, written)
    await session.flush()
    return written

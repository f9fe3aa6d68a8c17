"""Several files and folders at once: what goes wrong with one is said of that one, and done with the others."""

import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from cms.files import bulk, folders
from cms.files.models import Bucket, Entity
from cms.files.names import place_name
from cms.files.repository import FolderRepository
from cms.files.schemas import ItemProblem, Move, Selection
from kit.auth import Principal
from kit.errors import DomainError

Failures = dict[str, ItemProblem]
Act = Callable[[AsyncSession, Principal, uuid.UUID], Awaitable[Any]]


async def move(
    session: AsyncSession, principal: Principal, data: Move
) -> tuple[Sequence[Entity], Sequence[Bucket], Failures]:
    """Move each into the folder. Raises NameInvalid, FolderUnknown and FolderProtected for the folder itself."""
    into = place_name(data.bucket_name)
    await FolderRepository(session, principal).target(into)

    async def move_folder(session: AsyncSession, principal: Principal, id: uuid.UUID) -> Bucket:
        return await folders.move(session, principal, id, into)

    buckets, failed = await _one_by_one(session, principal, sorted({*data.folders}), move_folder)
    moved, faults = await bulk.move_files(session, principal, data.files, into)
    return moved, buckets, failed | _problems(faults)


async def remove(session: AsyncSession, principal: Principal, data: Selection) -> tuple[list[uuid.UUID], Failures]:
    """Delete each; all of it can be restored.

    Files before the folders that they are in, and of those the innermost first: what is named beside its folder is a
    deletion of its own, and does not come back with the folder.
    """
    ids = await folders.lock_trees(session, principal, data.folders)
    _, faults = await bulk.delete_files(session, principal, data.files)
    _, failed = await _one_by_one(session, principal, [*reversed(ids)], folders.delete)
    failed |= _problems(faults)
    return [id for id in (*data.files, *data.folders) if str(id) not in failed], failed


async def restore(
    session: AsyncSession, principal: Principal, data: Selection
) -> tuple[Sequence[Entity], Sequence[Bucket], Failures]:
    """Bring each back. Folders first: files in them can be restored only then.

    Of those the outermost first: restored before the folder that it was in, one would have another made for it.
    """
    ids = await FolderRepository(session, principal).outermost_first(data.folders)
    buckets, failed = await _one_by_one(session, principal, ids, folders.restore)
    restored, faults = await bulk.restore_files(session, principal, data.files)
    return restored, buckets, failed | _problems(faults)


def problem_of(error: DomainError) -> ItemProblem:
    """What is said of one of several."""
    return ItemProblem(status=error.status, code=error.code, detail=error.detail or f"{error.title}.")


def _problems(faults: bulk.Faults) -> Failures:
    return {str(id): problem_of(error) for id, error in faults.items()}


async def _one_by_one(
    session: AsyncSession, principal: Principal, ids: Sequence[uuid.UUID], act: Act
) -> tuple[list[Any], Failures]:
    done, failed = [], Failures()
    for id in ids:
        try:
            async with session.begin_nested():
                changed = await act(session, principal, id)
            done.append(changed)
        except DomainError as error:
            failed[str(id)] = problem_of(error)
    return done, failed

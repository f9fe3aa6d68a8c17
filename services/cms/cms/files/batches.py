"""Several files and folders at once: what goes wrong with one is said of that one, and done with the others."""

import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from cms.files import folders, service
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
    """Move each into the folder. Raises NameInvalid and FolderUnknown for the folder itself."""
    into = place_name(data.bucket_name)
    await FolderRepository(session, principal).target(into)
    return await _each(
        session,
        principal,
        data,
        lambda session, principal, each: service.move_file(session, principal, each, into),
        lambda session, principal, each: folders.move(session, principal, each, into),
    )


async def remove(session: AsyncSession, principal: Principal, data: Selection) -> tuple[list[uuid.UUID], Failures]:
    """Delete each; all of it can be restored."""
    _, _, failed = await _each(session, principal, data, service.delete_file, folders.delete)
    return [id for id in (*data.files, *data.folders) if str(id) not in failed], failed


async def restore(
    session: AsyncSession, principal: Principal, data: Selection
) -> tuple[Sequence[Entity], Sequence[Bucket], Failures]:
    """Bring each back. Folders first: files in them can be restored only then."""
    return await _each(session, principal, data, service.restore_file, folders.restore)


def problem_of(error: DomainError) -> ItemProblem:
    """What is said of one of several."""
    return ItemProblem(status=error.status, code=error.code, detail=error.detail or f"{error.title}.")


async def _each(
    session: AsyncSession, principal: Principal, data: Selection, with_file: Act, with_folder: Act
) -> tuple[list[Entity], list[Bucket], Failures]:
    failed: Failures = {}
    # In one order, so that two calls never wait for each other.
    buckets = await _one_by_one(session, principal, sorted(set(data.folders)), with_folder, failed)
    entities = await _one_by_one(session, principal, sorted(set(data.files)), with_file, failed)
    return entities, buckets, failed


async def _one_by_one(
    session: AsyncSession, principal: Principal, ids: Sequence[uuid.UUID], act: Act, failed: Failures
) -> list[Any]:
    done = []
    for id in ids:
        try:
            async with session.begin_nested():
                changed = await act(session, principal, id)
            done.append(changed)
        except DomainError as error:
            failed[str(id)] = problem_of(error)
    return done

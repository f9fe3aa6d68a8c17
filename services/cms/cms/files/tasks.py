"""Removing for good: what was deleted some weeks ago, and objects that nobody names."""

import uuid
from collections.abc import AsyncIterator, Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, TypeVar

from sqlalchemy import delete, or_, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.events import AT_ONCE, RESTATE, Span, announce_removed, event_of
from cms.files.models import Bucket, Entity, FormerContent
from cms.images.stored_variants import PREFIX, keys_of_variants, original_of
from cms.uploads.models import UploadPart
from kit.events import emit
from kit.jobs import Run, enqueue, task
from kit.locks import try_lock_named
from kit.state import KitState

DELETE_OBJECTS = "files.delete_objects"
RESTORABLE = timedelta(days=30)
"""How long something that was deleted can be brought back."""
M = TypeVar("M", Bucket, Entity)
_YOUNG = timedelta(days=1)
"""Objects without a row that are younger may still get one: their upload is on its way."""
_AT_ONCE = 500
_HOUR = 3600
_TIMEOUT_SECONDS = 1800
OBJECTS = "cms.objects"
"""The lock that a backup or an import holds alone while it reads or restores objects: no task deletes one then."""
_LATER_SECONDS = 600
SWEPT = ("files/", "uploads/", PREFIX)
"""The beginnings of the keys that rows of these tables name; variants are named by the row of their original."""
_WRITTEN = (*SWEPT, "backups/", "contact/", "imports/")
"""The beginnings of all keys under which the services write."""


async def delete_objects_later(session: AsyncSession, keys: Sequence[str]) -> None:
    """Delete objects once the transaction that drops their rows is committed."""
    for begin in range(0, len(keys), _AT_ONCE):
        await enqueue(session, DELETE_OBJECTS, {"keys": [*keys[begin : begin + _AT_ONCE]]})


@task(DELETE_OBJECTS, timeout=_TIMEOUT_SECONDS, attempts=9)
async def delete_objects(run: Run, args: dict[str, Any]) -> None:
    """Delete objects, and the variants of those that are images. One that is gone already is no fault.

    One that a backup has brought back meanwhile stays.
    """
    storage = run.state.storage
    async with try_lock_named(run.state.database, OBJECTS, shared=True) as may_delete:
        if not may_delete:
            await enqueue(run.session, DELETE_OBJECTS, args, delay=_LATER_SECONDS)
            return
        named = await _named(run.state, args["keys"])
        keys = [key for key in args["keys"] if key not in named]
        variants = [
            variant for key in keys if key.startswith("files/") for variant in await keys_of_variants(storage, key)
        ]
        await storage.delete([*keys, *variants])


@task("files.purge", timeout=_TIMEOUT_SECONDS, every=_HOUR)
async def purge(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Remove what was deleted or replaced too long ago to be restored.

    Gives how many files and entities, contents and folders.
    """
    before = datetime.now(UTC) - RESTORABLE
    entities = contents = 0
    while count := await _purge_entities(run.state, before):
        entities += count
    while count := await _purge_contents(run.state, before):
        contents += count
    return {"entities": entities, "contents": contents, "folders": await _purge_folders(run.state, before)}


@task("files.sweep", queue="background", timeout=_TIMEOUT_SECONDS, every=6 * _HOUR)
async def sweep(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Delete objects of a day and more that no row names, and what killed writers left. Gives how many.

    Some at a time, as a backup may wait for it; then the next sweep does the rest.
    """
    before = datetime.now(UTC) - _YOUNG
    swept = 0
    async for keys in _old_objects(run.state, before):
        async with try_lock_named(run.state.database, OBJECTS, shared=True) as may_delete:
            if not may_delete:
                return {"objects": swept}
            swept += await _sweep(run.state, keys)
    async with try_lock_named(run.state.database, OBJECTS, shared=True) as may_delete:
        # Each by itself: a bucket may be shared with a program that takes longer over its own uploads.
        unfinished = sum([await run.state.storage.clean(before, prefix) for prefix in _WRITTEN]) if may_delete else 0
    return {"objects": swept, "unfinished": unfinished}


async def _old_objects(state: KitState, before: datetime) -> AsyncIterator[Sequence[str]]:
    """The keys of all objects that rows may name and that were written before a moment, some at a time."""
    keys = list[str]()
    for prefix in SWEPT:
        async for each in state.storage.list(prefix):
            if each.changed_at < before:
                keys.append(each.key)
            if len(keys) >= _AT_ONCE:
                yield keys
                keys = []
    yield keys


async def _sweep(state: KitState, keys: Sequence[str]) -> int:
    owners = {key: original_of(key) for key in keys}
    named = await _named(state, {*owners.values()})
    nameless = [key for key in keys if owners[key] not in named]
    if nameless:
        await state.storage.delete(nameless)
    return len(nameless)


async def _named(state: KitState, keys: Collection[str]) -> set[str]:
    """Returns those of these keys that rows name.

    By one statement: a content that is being brought back moves from one table to another, and two statements could each
    look where it is not.
    """
    columns = (Entity.storage_key, FormerContent.storage_key, UploadPart.storage_key)
    rows = union_all(*(select(column).where(column.in_(keys)) for column in columns))
    async with state.database.reading() as session:
        return {*await session.scalars(rows)}


async def _purge_entities(state: KitState, before: datetime) -> int:
    # What lies in a folder goes with the folder, whether or not it was deleted by itself.
    over = or_(Entity.deleted_at < before, Bucket.deleted_at < before)
    some = select(Entity.id).outerjoin(Entity.bucket).where(over).limit(_AT_ONCE)
    async with state.database.transaction() as session:
        ids: Sequence[uuid.UUID] = (await session.scalars(some.with_for_update(of=Entity, skip_locked=True))).all()
        former = delete(FormerContent).where(FormerContent.entity_id.in_(ids)).returning(FormerContent.storage_key)
        keys = [*await session.scalars(former)]
        statement = delete(Entity).where(Entity.id.in_(ids)).returning(Entity.storage_key)
        keys += [key for key in await session.scalars(statement) if key is not None]
        await delete_objects_later(session, keys)
        announce_removed(session, ids)
    return len(ids)


async def _purge_contents(state: KitState, before: datetime) -> int:
    some = select(FormerContent.id).where(FormerContent.replaced_at < before).limit(_AT_ONCE)
    async with state.database.transaction() as session:
        ids: Sequence[uuid.UUID] = (await session.scalars(some.with_for_update(skip_locked=True))).all()
        statement = delete(FormerContent).where(FormerContent.id.in_(ids)).returning(FormerContent.storage_key)
        await delete_objects_later(session, [*await session.scalars(statement)])
    return len(ids)


async def _purge_folders(state: KitState, before: datetime) -> int:
    is_empty = ~select(Entity.id).where(Entity.bucket_id == Bucket.id).exists()
    statement = delete(Bucket).where(Bucket.deleted_at < before, is_empty).returning(Bucket.id)
    async with state.database.transaction() as session:
        ids = (await session.scalars(statement)).all()
        announce_removed(session, ids)
    return len(ids)


@task(RESTATE, queue="long", timeout=_TIMEOUT_SECONDS)
async def restate(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Tell of all folders and files anew, each event in a transaction of its own. Gives how many there are."""
    return {
        "folders": await _restate(run.state, "folders", Bucket),
        "files": await _restate(run.state, "files", Entity),
    }


async def _restate(state: KitState, kind: Literal["folders", "files"], model: type[M]) -> int:
    count, after = 0, None
    while True:
        some = select(model).order_by(model.id).limit(AT_ONCE)
        async with state.database.transaction() as session:
            rows = (await session.scalars(some if after is None else some.where(model.id > after))).all()
            until = rows[-1].id if len(rows) == AT_ONCE else None
            emit(session, event_of(rows, span=Span(of=kind, after=after, until=until)))
        count, after = count + len(rows), until
        if after is None:
            return count

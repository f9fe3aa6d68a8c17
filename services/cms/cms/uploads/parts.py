"""The pieces of uploads, and the end of those that nobody goes on with."""

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime

from sqlalchemy import Select, delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.tasks import delete_objects_later
from cms.uploads.models import Upload, UploadPart
from kit.state import KitState


def parts_of(id: uuid.UUID) -> Select[UploadPart]:
    """The pieces of an upload, in their order."""
    return select(UploadPart).where(UploadPart.upload_id == id).order_by(UploadPart.start)


async def joined(
    state: KitState, parts: Sequence[UploadPart], report: Callable[[float], Awaitable[None]]
) -> AsyncIterator[bytes]:
    """What the pieces are together; ``report`` is told which share of them has been read."""
    size = sum(part.size for part in parts)
    done = 0
    for part in parts:
        async with state.storage.reading(part.storage_key) as pieces:
            async for piece in pieces:
                yield piece
        done += part.size
        await report(done / size)


async def remove(session: AsyncSession, ids: Sequence[uuid.UUID]) -> None:
    """Remove uploads with their pieces."""
    # Locks uploads before their pieces, as the job that makes a file of an upload does.
    in_order = select(Upload.id).where(Upload.id.in_(ids)).order_by(Upload.id).with_for_update()
    await session.execute(in_order)
    await drop_parts(session, ids)
    await session.execute(delete(Upload).where(Upload.id.in_(ids)))


async def drop_parts(session: AsyncSession, ids: Sequence[uuid.UUID]) -> None:
    """Remove the pieces of uploads; their objects go once that is committed."""
    dropped = delete(UploadPart).where(UploadPart.upload_id.in_(ids)).returning(UploadPart.storage_key)
    await delete_objects_later(session, (await session.scalars(dropped)).all())


async def remove_expired(state: KitState) -> int:
    """Give up those that nobody went on with. Gives how many."""
    # Not one that is being gone on with, or made a file of, at this moment.
    old = select(Upload.id).where(Upload.expires_at < datetime.now(UTC)).order_by(Upload.id).limit(100)
    removed = 0
    while True:
        async with state.database.transaction() as session:
            ids = (await session.scalars(old.with_for_update(skip_locked=True))).all()
            await remove(session, ids)
        removed += len(ids)
        if not ids:
            return removed

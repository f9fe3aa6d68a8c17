"""Making a file of the pieces of an upload."""

import uuid

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.files import contents
from cms.files import service as files
from cms.files.models import Entity
from cms.files.schemas import FileOut, file_out
from cms.files.tasks import delete_objects_later
from cms.uploads.errors import UploadCancelled
from cms.uploads.examining import examined
from cms.uploads.incoming import Incoming
from cms.uploads.models import Upload
from cms.uploads.parts import drop_parts, joined, parts_of, remove
from kit.auth import Principal
from kit.cancellable import Cancellation
from kit.errors import DomainError
from kit.jobs import Run
from kit.state import KitState
from kit.storage import ObjectMissing

_CANCELLED = "The upload was cancelled or has expired. Start it again."


async def complete(run: Run, id: uuid.UUID) -> FileOut:
    """Make a file of the pieces of an upload, or another content for one.

    Raises `UploadCancelled`, and what adding a file and replacing a content raise.
    """
    state = run.state
    async with state.database.reading() as session:
        upload = await session.get(Upload, id)
        if upload is None:
            raise UploadCancelled(_CANCELLED)
        parts = (await session.scalars(parts_of(id))).all()
    try:
        stored = await Incoming(joined(state, parts, run.progress), upload.size).store(state.storage)
    except ObjectMissing:
        if await _is_cancelled(state, id):
            raise UploadCancelled(_CANCELLED) from None
        raise
    try:
        content = await examined(state, stored, upload.name)
    except DomainError:
        await state.storage.delete([stored.storage_key])
        raise
    # Whether they may put something into that folder was asked when they began.
    principal = Principal(str(upload.created_by), "", "", frozenset({"admin"}), "UTC")
    try:
        await _lock(run.session, id)
        entity = await _file_of(run, principal, upload, content)
    except DomainError:
        # By a job: the storage may be slow, and the transaction of this one is open.
        async with state.database.transaction() as session:
            await delete_objects_later(session, [stored.storage_key])
        raise
    done = update(Upload).where(Upload.id == id).values(entity_id=entity.id)
    await run.session.execute(done)
    await drop_parts(run.session, [id])
    return file_out(entity, state.settings.public_url)


async def cancel(session: AsyncSession, id: uuid.UUID) -> Cancellation:
    """Remove an upload that a file is being made of, unless it is that very moment."""
    # Does not wait: the job that makes the file needs its own row at the end, and the caller holds that row.
    free = select(Upload.id).where(Upload.id == id).with_for_update(skip_locked=True)
    if await session.scalar(free) is not None:
        await remove(session, [id])
        return "requested"
    return "repeated" if await session.scalar(select(Upload.id).where(Upload.id == id)) is None else "too_late"


async def _lock(session: AsyncSession, id: uuid.UUID) -> None:
    """Let nobody cancel an upload any more. Raises `UploadCancelled` where somebody has."""
    if await session.scalar(select(Upload.id).where(Upload.id == id).with_for_update()) is None:
        raise UploadCancelled(_CANCELLED)


async def _is_cancelled(state: KitState, id: uuid.UUID) -> bool:
    async with state.database.reading() as session:
        return await session.scalar(select(Upload.id).where(Upload.id == id)) is None


async def _file_of(run: Run, principal: Principal, upload: Upload, content: files.Content) -> Entity:
    if upload.replaces_id is not None and upload.replaces_key is not None:
        return await contents.replace(run.session, principal, upload.replaces_id, content, upload.replaces_key)
    return await files.add_file(
        run.session, principal, upload.bucket_name, upload.name, content, is_public=upload.is_public
    )

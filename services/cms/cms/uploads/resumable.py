"""Uploads that go on after a lost connection.

What arrives is stored in pieces, each with a row as soon as it is whole, so that little is lost with a connection, and
not much with a process. When all of them are there, a job makes one file of them, or a backup: see `Use`.
"""

import uuid
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.files import contents
from cms.files.access import check_manages
from cms.files.names import file_name, place_name
from cms.files.repository import FolderRepository
from cms.uploads import parts
from cms.uploads.errors import OffsetMismatch, UploadIncomplete, UploadNotFound
from cms.uploads.incoming import too_large
from cms.uploads.models import Purpose, Upload, UploadPart
from cms.uploads.schemas import UploadIn
from cms.uploads.tasks import COMPLETE
from kit.auth import Principal
from kit.jobs import enqueue
from kit.state import KitState, state_of
from kit.storage import kept_unless_refused, new_key
from kit.tables import Job

KEPT = timedelta(days=7)
"""How long an upload waits to be gone on with."""
PART = 64 * 1024 * 1024
"""Bytes after which what has arrived is noted down."""


class Progress(NamedTuple):
    """How many bytes of an upload are here, and until when it waits for the next."""

    received: int
    expires_at: datetime


Finish = Callable[[AsyncSession, Upload], Awaitable[object]]


class Use(NamedTuple):
    """What uploads are for. ``finish`` is called in the transaction that notes the last piece."""

    purpose: Purpose
    finish: Finish


async def create(session: AsyncSession, principal: Principal, data: UploadIn, if_match: str | None = None) -> Upload:
    """Begin an upload. Raises `FileTooLarge`, NameInvalid, FolderUnknown, FolderProtected.

    For one that replaces the content of a file, FileNotFound, PreconditionFailed and PreconditionRequired.
    """
    largest = settings_of(state_of(session)).max_file_bytes
    if data.size > largest:
        raise too_large(largest)
    if data.replaces is not None:
        what = await _replacement(session, principal, data.replaces, if_match)
    else:
        what = await _new_file(session, principal, data)
    upload = Upload(
        **what,
        created_by=uuid.UUID(principal.user_id),
        size=data.size,
        received=0,
        expires_at=datetime.now(UTC) + KEPT,
    )
    session.add(upload)
    await session.flush()
    if upload.size == 0:
        await begin_completion(session, upload)
    return upload


async def _new_file(session: AsyncSession, principal: Principal, data: UploadIn) -> dict[str, Any]:
    bucket_name = place_name(data.bucket_name)
    check_manages(principal, bucket_name)
    await FolderRepository(session, principal).target(bucket_name)
    return {"name": file_name(data.name), "bucket_name": bucket_name, "is_public": data.is_public}


async def _replacement(
    session: AsyncSession, principal: Principal, id: uuid.UUID, if_match: str | None
) -> dict[str, Any]:
    file = await contents.get_replaceable(session, principal, id, if_match)
    return {
        "name": file.name,
        "bucket_name": file.bucket_name,
        "is_public": file.is_public,
        "replaces_id": file.id,
        "replaces_key": file.storage_key,
    }


async def get(session: AsyncSession, principal: Principal, id: uuid.UUID, purpose: Purpose = "file") -> Upload:
    """An upload of one's own. Raises `UploadNotFound`."""
    mine = select(Upload).where(Upload.id == id, Upload.created_by == uuid.UUID(principal.user_id))
    mine = mine.where(Upload.purpose == purpose, Upload.expires_at > datetime.now(UTC))
    upload = (await session.scalars(mine)).one_or_none()
    if upload is None:
        raise UploadNotFound("This upload does not exist. Start it again.")
    return upload


async def begin_completion(session: AsyncSession, upload: Upload) -> Job:
    """Have a file made of an upload, once; where that has failed, once more. Raises `UploadIncomplete`."""
    if upload.received != upload.size:
        raise UploadIncomplete(f"{upload.received} of {upload.size} bytes have been received.", offset=upload.received)
    arguments = {"uploadId": str(upload.id)}
    return await enqueue(
        session, COMPLETE, arguments, created_by=str(upload.created_by), key=str(upload.id), is_spent=_has_failed
    )


def _has_failed(job: Job) -> bool:
    """Whether all has to be tried anew: the disk may have room again, or the folder be back."""
    return job.state == "failed"


FILES = Use("file", begin_completion)


async def append(
    state: KitState,
    principal: Principal,
    id: uuid.UUID,
    offset: int,
    body: AsyncIterable[bytes],
    length: int | None,
    use: Use = FILES,
) -> Progress:
    """Add what arrives to an upload, and give how far it is then.

    ``body`` ends where the connection is lost: what came until then stays. ``length`` is what its sender says that it is
    long. Raises `UploadNotFound`, `OffsetMismatch`, `FileTooLarge`, and what the storage raises.
    """
    async with state.database.transaction() as session:
        upload = await get(session, principal, id, use.purpose)
    if offset != upload.received:
        raise OffsetMismatch(
            f"{upload.received} bytes have been received. Continue from there.", offset=upload.received
        )
    arriving, progress = _Arriving(body), Progress(offset, upload.expires_at)
    if length is not None and length > upload.size - offset:
        raise too_large(upload.size)
    while progress.received < upload.size:
        piece = _Piece(arriving, min(PART, upload.size - progress.received))
        progress = await _append(state, id, progress, piece, use)
        if piece.is_last:
            return progress
    if await arriving.up_to(1):
        raise too_large(upload.size)
    return progress


async def remove(session: AsyncSession, principal: Principal, id: uuid.UUID) -> None:
    """Cancel an upload. Raises `UploadNotFound`."""
    await parts.remove(session, [(await get(session, principal, id)).id])


class _Arriving:
    """A body, of which one takes as much as one can use."""

    def __init__(self, body: AsyncIterable[bytes]) -> None:
        self._chunks = aiter(body)
        self._rest = b""

    async def up_to(self, most: int) -> bytes:
        """Some of its next bytes; none at its end."""
        self._rest = self._rest or await anext(self._chunks, b"")
        taken, self._rest = self._rest[:most], self._rest[most:]
        return taken


class _Piece:
    """At most ``most`` bytes of what arrives."""

    def __init__(self, source: _Arriving, most: int) -> None:
        self._source = source
        self._most = most
        self.size = 0

    @property
    def is_last(self) -> bool:
        """Whether the source came to its end."""
        return self.size < self._most

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while self.size < self._most and (chunk := await self._source.up_to(self._most - self.size)):
            self.size += len(chunk)
            yield chunk


async def _append(state: KitState, id: uuid.UUID, progress: Progress, piece: _Piece, use: Use) -> Progress:
    key = new_key("uploads")
    await state.storage.put(key, piece)
    if not piece.size:
        await state.storage.delete([key])
        return progress
    async with kept_unless_refused(state.storage, key):
        part = UploadPart(upload_id=id, start=progress.received, size=piece.size, storage_key=key)
        return await _note(state, part, use)


async def _note(state: KitState, part: UploadPart, use: Use) -> Progress:
    # Two requests that go on from the same place: the second finds the upload ahead of it.
    ahead = update(Upload).where(Upload.id == part.upload_id, Upload.received == part.start)
    ahead = ahead.values(received=part.start + part.size, expires_at=datetime.now(UTC) + KEPT)
    async with state.database.transaction() as session:
        upload = (await session.scalars(ahead.returning(Upload))).one_or_none()
        if upload is None:
            raise OffsetMismatch("Another request is sending this upload.")
        session.add(part)
        await session.flush()
        if upload.received == upload.size:
            await use.finish(session, upload)
        return Progress(upload.received, upload.expires_at)

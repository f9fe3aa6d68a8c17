"""Archives that arrive in pieces, and go on after a lost connection: see `cms.uploads.resumable`.

One that has arrived while another backup is made or checked waits for its turn, also where nobody looks any more.
"""

import uuid
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups import service
from cms.backups.errors import NothingToCancel
from cms.backups.models import Backup
from cms.backups.schemas import BackupUploadIn, BackupUploadOut
from cms.uploads import parts, resumable
from cms.uploads.models import Purpose, Upload
from kit.auth import Principal
from kit.jobs import chore
from kit.state import KitState

_PURPOSE: Purpose = "backup"


async def create(session: AsyncSession, principal: Principal, data: BackupUploadIn) -> Upload:
    """Begin the upload of an archive, which may be as large as it is."""
    upload = Upload(
        purpose=_PURPOSE,
        created_by=uuid.UUID(principal.user_id),
        name=data.name,
        bucket_name="",
        is_public=False,
        size=data.size,
        received=0,
        expires_at=datetime.now(UTC) + resumable.KEPT,
    )
    session.add(upload)
    await session.flush()
    return upload


async def get(session: AsyncSession, principal: Principal, id: uuid.UUID) -> Upload:
    """An upload of one's own. Raises UploadNotFound."""
    return await resumable.get(session, principal, id, _PURPOSE)


async def read(session: AsyncSession, principal: Principal, id: uuid.UUID) -> BackupUploadOut:
    """How far an upload of one's own is. Raises UploadNotFound."""
    upload = await get(session, principal, id)
    found = None if upload.backup_id is None else await session.get(Backup, upload.backup_id)
    return BackupUploadOut(
        id=upload.id,
        name=upload.name,
        size=upload.size,
        received=upload.received,
        expires_at=upload.expires_at,
        backup=None if found is None else found.name,
    )


async def remove(session: AsyncSession, principal: Principal, id: uuid.UUID) -> None:
    """Cancel an upload. Raises UploadNotFound, and `NothingToCancel` once a backup is made of it."""
    upload = await get(session, principal, id)
    await session.refresh(upload, with_for_update=True)
    if upload.backup_id is not None:
        raise NothingToCancel("The upload is complete. Cancel the check of the backup instead.")
    await parts.remove(session, [upload.id])


async def _take_up(session: AsyncSession, upload: Upload) -> None:
    await service.begin_receiving(session, upload)


ARCHIVES = resumable.Use(_PURPOSE, _take_up)


@chore(every=5)
async def take_up_waiting(state: KitState) -> None:
    """Make a backup of an archive that has arrived, once no other is made or checked; the one that waits longest."""
    waiting = select(Upload).where(
        Upload.purpose == _PURPOSE, Upload.received == Upload.size, Upload.backup_id.is_(None)
    )
    waiting = waiting.where(Upload.expires_at > datetime.now(UTC)).order_by(Upload.updated_at).limit(1)
    async with state.database.transaction() as session:
        upload = await session.scalar(waiting.with_for_update(skip_locked=True))
        if upload is not None:
            await service.begin_receiving(session, upload)

"""The rules of backups: one at a time, deleted with a way back, imported whole or not at all."""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups import tasks
from cms.backups.errors import BackupBusy, BackupNotFound, BackupUnfinished, NothingToCancel
from cms.backups.models import Backup, BackupImport, Kind
from cms.backups.repository import BackupRepository, ImportRepository, fail_stranded, job_of
from cms.uploads.models import Upload
from kit import audit
from kit.auth import Principal
from kit.db import new_id
from kit.jobs import enqueue, request_cancellation
from kit.locks import lock_named
from kit.state import KitState
from kit.storage import Written
from kit.tables import Job

Begin = Callable[[AsyncSession], Awaitable[Job]]
"""Begins something with an archive, in a transaction."""
_LOCK = "cms.backups"
_LONGEST_WAIT = 3600.0


async def create(session: AsyncSession, principal: Principal | None, kind: Kind = "manual") -> tuple[Backup, Job]:
    """Begin a backup; where one is being made, that is the one. Raises `BackupBusy` while an import is under way."""
    await _lock_backups(session)
    running = await BackupRepository(session).running()
    if running is not None and running.kind in {"manual", "scheduled"}:
        return running, await session.get_one(Job, running.job_id)
    if running is not None or await ImportRepository(session).running() is not None:
        raise BackupBusy("A backup is being imported. Try again when it has finished.")
    backup = await BackupRepository(session).begin(kind, "backup", _id(principal))
    job = await enqueue(session, tasks.CREATE, {"backupId": str(backup.id)}, created_by=_user(principal))
    backup.job_id = job.id
    await session.flush()
    _record(session, principal, "backup.created", backup)
    return backup, job


async def adopt(session: AsyncSession, principal: Principal | None, key: str, written: Written) -> Backup:
    """Make a backup of an archive that has been put into the storage. It is still to be checked."""
    await _lock_backups(session)
    if await BackupRepository(session).running() is not None:
        raise BackupBusy("A backup is being created or checked. Try again when it has finished.")
    backup = await BackupRepository(session).begin("uploaded", "upload", _id(principal))
    backup.storage_key, backup.size, backup.sha256 = key, written.size, written.sha256
    await session.flush()
    _record(session, principal, "backup.uploaded", backup)
    return backup


async def check_idle(state: KitState) -> None:
    """Raises `BackupBusy` while a backup is created, checked or imported: before an archive is sent in vain."""
    async with state.database.transaction() as session:
        await fail_stranded(session)
        if await BackupRepository(session).running() or await ImportRepository(session).running():
            raise BackupBusy("A backup is being created or imported. Try again when it has finished.")


async def when_idle(state: KitState, begin: Begin) -> Job:
    """Begin something with an archive that has arrived, once no other backup is under way.

    Raises `BackupBusy` after an hour, and what ``begin`` raises.
    """
    end = time.monotonic() + _LONGEST_WAIT
    while True:
        try:
            async with state.database.transaction() as session:
                return await begin(session)
        except BackupBusy:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(1)


async def begin_receiving(session: AsyncSession, upload: Upload) -> Job | None:
    """Make a backup of an upload that is whole, and have it checked; None while another is created or checked."""
    await _lock_backups(session)
    if await BackupRepository(session).running() is not None:
        return None
    backup = await BackupRepository(session).begin("uploaded", "upload", upload.created_by)
    arguments = {"backupId": str(backup.id), "uploadId": str(upload.id)}
    job = await enqueue(session, tasks.RECEIVE, arguments, created_by=str(upload.created_by))
    backup.job_id, upload.backup_id = job.id, backup.id
    await session.flush()
    # Whether they may was asked with each piece.
    principal = Principal(str(upload.created_by), "", "", frozenset({"super"}), "UTC")
    _record(session, principal, "backup.uploaded", backup)
    return job


async def begin_check(session: AsyncSession, principal: Principal | None, backup: Backup) -> Job:
    """Have an archive that was uploaded checked."""
    job = await enqueue(session, tasks.CHECK, {"backupId": str(backup.id)}, created_by=_user(principal))
    backup.job_id = job.id
    await session.flush()
    return job


async def begin_import(
    session: AsyncSession,
    principal: Principal | None,
    backup: Backup,
    parts: Sequence[str],
    identifier: uuid.UUID | None = None,
) -> tuple[BackupImport, Job]:
    """Begin to import some parts of a backup, or all. Raises `BackupBusy`, `BackupUnfinished`.

    Without a principal it is a command's, which has the `command_lock` of the ``identifier`` that it gives the import.
    """
    # One that was just uploaded has no job yet: this is going to be its own.
    if backup.state != "running":
        await _lock_backups(session)
    running = await BackupRepository(session).running()
    if (running is not None and running.id != backup.id) or await ImportRepository(session).running() is not None:
        raise BackupBusy("A backup is being created or imported. Try again when it has finished.")
    # One that was uploaded to be imported at once is checked by the import itself.
    if backup.storage_key is None or not (backup.state == "done" or backup.kind == "uploaded"):
        raise BackupUnfinished("Only a finished backup can be imported.")
    row = BackupImport(id=identifier or new_id(), backup_id=backup.id, parts=[*parts], created_by=_id(principal))
    session.add(row)
    job = await enqueue(session, tasks.IMPORT, {"importId": str(row.id)}, created_by=_user(principal))
    row.job_id = job.id
    if backup.state == "running":
        backup.job_id = job.id
    await session.flush()
    _record(session, principal, "backup.imported", backup, {"parts": [*parts]})
    return row, job


async def cancel_backup(session: AsyncSession, principal: Principal, name: str) -> None:
    """Cancel a backup that is being made or checked, or the import that does so. Raises `BackupNotFound`, `NothingToCancel`."""
    await _cancel(session, principal, await BackupRepository(session).read(name))


async def cancel_import(session: AsyncSession, principal: Principal) -> None:
    """Cancel the import that is under way, as long as nothing has changed. Raises `NothingToCancel`."""
    await _cancel(session, principal, await ImportRepository(session).running())


async def _cancel(session: AsyncSession, principal: Principal, row: Backup | BackupImport | None) -> None:
    if row is None or row.state != "running":
        raise NothingToCancel("Nothing is running that could be cancelled.")
    job = await job_of(session, row.job_id)
    if job is None or not await request_cancellation(session, principal, job):
        raise NothingToCancel("It can no longer be cancelled.")


async def delete(session: AsyncSession, principal: Principal, name: str) -> None:
    """Delete a backup; its archive stays for a day. Raises `BackupNotFound`, `BackupBusy`."""
    backup = await BackupRepository(session).named(name)
    importing = await ImportRepository(session).running()
    if backup.state == "running" or (importing is not None and importing.backup_id == backup.id):
        raise BackupBusy("This backup is in use. Cancel what is running, or wait until it has finished.")
    backup.deleted_at = datetime.now(UTC)
    await session.flush()
    _record(session, principal, "backup.deleted", backup)


async def undelete(session: AsyncSession, principal: Principal, name: str) -> Backup:
    """Bring a backup back that was deleted within the last day. Raises `BackupNotFound`."""
    backup = await BackupRepository(session).named(name, deleted=True)
    if backup.deleted_at is not None and backup.state == "done":
        # After that its archive may be gone, or go at this moment, with the row not told of it yet.
        is_over = backup.deleted_at < datetime.now(UTC) - tasks.RESTORABLE
        if backup.storage_key is None or is_over:
            raise BackupNotFound("The archive of this backup has been deleted.")
    backup.deleted_at = None
    await session.flush()
    _record(session, principal, "backup.restored", backup)
    return backup


async def _lock_backups(session: AsyncSession) -> None:
    await lock_named(session, _LOCK)
    await fail_stranded(session)


def _record(
    session: AsyncSession,
    principal: Principal | None,
    action: str,
    backup: Backup,
    details: dict[str, Any] | None = None,
) -> None:
    audit.record(session, principal, action, subject=("backup", backup.id, backup.name), details=details)


def _user(principal: Principal | None) -> str | None:
    return None if principal is None else principal.user_id


def _id(principal: Principal | None) -> uuid.UUID | None:
    return None if principal is None else uuid.UUID(principal.user_id)

"""The jobs of backups."""

import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import and_, not_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups import making
from cms.backups.errors import BackupCancelled
from cms.backups.importing import Importing, read_rows, split
from cms.backups.models import Backup, BackupImport
from cms.backups.receiving import UPLOADED, join
from cms.backups.repository import decided_jobless, fail_stranded
from cms.backups.watching import Watch, kept_objects
from cms.uploads.parts import drop_parts
from kit.cancellable import Cancellation, mark_cancelled
from kit.errors import DomainError
from kit.jobs import Run, chore, enqueue, task
from kit.state import KitState
from kit.storage import StorageUnavailable

log = logging.getLogger(__name__)

CREATE, CHECK, RECEIVE, IMPORT = "backups.create", "backups.check", "backups.receive", "backups.import"
HOUR = 3600.0
RESTORABLE = timedelta(days=1)
"""How long a backup that was deleted can be brought back."""

_Model = type[Backup] | type[BackupImport]


async def cancel_backup(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
    """Have the backup ``args["backupId"]`` end, as long as it is being made or checked."""
    return await mark_cancelled(session, Backup, uuid.UUID(args["backupId"]), Backup.state == "running")


async def cancel_import(session: AsyncSession, args: dict[str, Any]) -> Cancellation:
    """Have the import ``args["importId"]`` end, as long as nothing has changed."""
    undecided = BackupImport.state == "running", BackupImport.decided_at.is_(None)
    return await mark_cancelled(session, BackupImport, uuid.UUID(args["importId"]), *undecided)


@task(CREATE, queue="long", timeout=HOUR, cancel=cancel_backup)
async def create(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Make the backup ``args["backupId"]``. Gives its name, its size and what is in it."""
    backup = await _read(run.state, args["backupId"])

    async def make() -> None:
        watch = Watch(run.state, backup, run.progress)
        async with kept_objects(watch):
            await making.make(run.state, backup, watch)

    await _noting_failure(run, Backup, backup.id, make)
    return _summary(await _read(run.state, args["backupId"]))


@task(CHECK, queue="long", timeout=HOUR, cancel=cancel_backup)
async def check(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Check the archive ``args["backupId"]`` that somebody has uploaded. Gives what is in it."""
    backup = await _read(run.state, args["backupId"])

    async def examine() -> None:
        await making.examine(run.state, backup, Watch(run.state, backup, run.progress))

    await _noting_failure(run, Backup, backup.id, examine)
    return _summary(await _read(run.state, args["backupId"]))


@task(RECEIVE, queue="long", timeout=HOUR, cancel=cancel_backup)
async def receive(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Make the archive ``args["backupId"]`` of the pieces of ``args["uploadId"]``, and check it. Gives what is in it."""
    identifier, upload_id = uuid.UUID(args["backupId"]), uuid.UUID(args["uploadId"])

    async def examine() -> None:
        backup = await _read(run.state, args["backupId"])
        watch = Watch(run.state, backup, run.progress)
        await join(run.state, backup, upload_id, watch.stretch(0, 0.5))
        await making.examine(run.state, await _read(run.state, args["backupId"]), watch.stretch(0.5, 1))

    try:
        await _noting_failure(run, Backup, identifier, examine)
    except Exception as error:
        if _is_final(run, error):
            async with run.state.database.transaction() as session:
                await drop_parts(session, [upload_id])
        raise
    return _summary(await _read(run.state, args["backupId"]))


@task(IMPORT, queue="long", timeout=HOUR, cancel=cancel_import, cancel_scope="super")
async def import_backup(run: Run, args: dict[str, Any]) -> dict[str, Any]:
    """Carry the import ``args["importId"]`` through. Gives the name of the backup, what was lost and mended."""
    async with run.state.database.transaction() as session:
        await fail_stranded(session)
    row, backup = await read_rows(run.state, uuid.UUID(args["importId"]))
    if row.state != "running":
        return _outcome(backup, row.lost)
    noted: dict[str, int] = {}

    async def carry_out() -> None:
        watch = Watch(run.state, row, run.progress)
        noted.update(await Importing(run.state, row, backup, watch).run())
        async with run.state.database.transaction() as session:
            values = {"state": "done", "lost": noted, "finished_at": datetime.now(UTC)}
            await session.execute(update(BackupImport).where(BackupImport.id == row.id).values(values))

    await _noting_failure(run, BackupImport, row.id, carry_out)
    return _outcome(backup, noted)


@chore(every=30)
async def carry_through(state: KitState) -> None:
    """Note what no job works at any more, and go on with imports that are decided: some services may have changed."""
    async with state.database.transaction() as session:
        await fail_stranded(session)
        for row in await decided_jobless(session):
            row.job_id = (await enqueue(session, IMPORT, {"importId": str(row.id)})).id
            await session.flush()


@task("backups.purge", timeout=600, every=HOUR)
async def purge(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Delete archives of no use: of backups that were deleted too long ago to be brought back, or failed. Gives how many.

    An archive that no row names stays: it may be all that is left of a site. One that was uploaded goes: it is elsewhere.
    One that was in the storage before a command began to restore it is nowhere else: it stays, too.
    """
    before = datetime.now(UTC) - RESTORABLE
    was_there = and_(Backup.kind == "uploaded", Backup.storage_key.not_like(f"{UPLOADED}%"))
    has_failed = and_(Backup.state.in_(("failed", "cancelled")), not_(was_there))
    is_over = or_(Backup.deleted_at < before, has_failed)
    imported = select(BackupImport.backup_id).where(BackupImport.state == "running")
    gone = is_over, Backup.storage_key.is_not(None), Backup.id.not_in(imported)
    async with run.state.database.reading() as session:
        rows = (await session.execute(select(Backup.id, Backup.storage_key).where(*gone).limit(100))).all()
    purged = 0
    for identifier, key in rows:
        assert key is not None
        try:
            await making.discard(run.state, key)
        except StorageUnavailable as error:
            # Scheduled ones may be elsewhere: where that is away, the others still go.
            log.warning("the archive %s could not be deleted: %s", key, error)
            continue
        async with run.state.database.transaction() as session:
            await session.execute(update(Backup).where(Backup.id == identifier).values(storage_key=None))
        purged += 1
    return {"archives": purged, "uploads": await _purge_uploads(run.state, before)}


async def _purge_uploads(state: KitState, before: datetime) -> int:
    """Delete what was uploaded without getting a row: the connection was lost in between. Gives how many."""
    old = [each.key async for each in state.storage.list(UPLOADED) if each.changed_at < before]
    async with state.database.reading() as session:
        named = {*await session.scalars(select(Backup.storage_key).where(Backup.storage_key.in_(old)))}
    rowless = [key for key in old if key not in named]
    await state.storage.delete(rowless)
    return len(rowless)


async def _read(state: KitState, identifier: str) -> Backup:
    async with state.database.reading() as session:
        return await session.get_one(Backup, uuid.UUID(identifier))


async def _noting_failure(run: Run, model: _Model, identifier: uuid.UUID, work: Callable[[], Awaitable[None]]) -> None:
    """Do the work; where it fails and is not tried again, its row says why."""
    try:
        await work()
    except Exception as error:
        if _is_final(run, error):
            await _note_failure(run.state, model, identifier, error)
        raise


def _is_final(run: Run, error: Exception) -> bool:
    return run.is_last or (isinstance(error, DomainError) and error.status < 500)


async def _note_failure(state: KitState, model: Any, identifier: uuid.UUID, error: Exception) -> None:
    detail = (
        (error.detail or error.title)
        if isinstance(error, DomainError)
        else "It failed on the server. See the server's log."
    )
    ended = "cancelled" if isinstance(error, BackupCancelled) else "failed"
    # One that is decided goes on: see `carry_through`.
    undecided = [BackupImport.decided_at.is_(None)] if model is BackupImport else []
    async with state.database.transaction() as session:
        statement = update(model).where(model.id == identifier, model.state == "running", *undecided)
        values = {"state": ended, "problem": detail, "finished_at": datetime.now(UTC)}
        await session.execute(statement.values(values))
        if model is BackupImport:
            row = await session.get_one(BackupImport, identifier)
            # One that was uploaded for it, or that was made of what is there.
            mine = Backup.id.in_([row.backup_id, row.safety_backup_id])
            await session.execute(update(Backup).where(mine, Backup.state == "running").values(values))


def _summary(backup: Backup) -> dict[str, Any]:
    return {"name": backup.name, "size": backup.size, "contents": backup.contents}


def _outcome(backup: Backup, noted: Mapping[str, int]) -> dict[str, Any]:
    lost, mended = split(noted)
    return {"name": backup.name, "lost": lost, "mendedFiles": mended}

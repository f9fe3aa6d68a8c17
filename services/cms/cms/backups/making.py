"""Making a backup: the archive into the storage, then its row."""

import secrets
import uuid
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import update

from cms.backups.checking import check
from cms.backups.contents import Contents
from cms.backups.creation import ArchiveMaker
from cms.backups.errors import BackupCancelled
from cms.backups.models import Backup
from cms.backups.watching import Watch
from kit.state import KitState
from kit.storage import SCHEDULED, Written


def key_for(state: KitState, backup: Backup) -> str:
    """A key for the archive of a backup: it can be found by its name in the storage of a site that is gone."""
    is_elsewhere = backup.kind == "scheduled" and state.settings.has_place_for_backups
    return f"{SCHEDULED if is_elsewhere else 'backups/'}{backup.name}-{secrets.token_hex(8)}"


async def discard(state: KitState, key: str) -> None:
    """Delete an archive, or what was written of it before its worker was killed."""
    await state.storage.delete([key])
    await state.storage.clean(datetime.now(UTC), key)


async def make(
    state: KitState, backup: Backup, watch: Watch, before_rows: Callable[[], Awaitable[None]] | None = None
) -> dict[str, Any]:
    """Make the archive of a backup, which `kept_objects` lasts for. Gives what is in it.

    ``before_rows`` is awaited just before the moment that the archive is of. Raises what it raises, `BackupCancelled`, and what services and the storage raise; of an attempt that breaks off nothing is left.
    """
    if backup.storage_key is not None:
        await discard(state, backup.storage_key)
    key = key_for(state, backup)
    await note(state, backup.id, storage_key=key)
    maker = ArchiveMaker(state, datetime.now(UTC), watch.report, before_rows)
    written = await state.storage.put(key, maker.pieces())
    head = {"createdAt": maker.created_at.isoformat()}
    contents = Contents(head, maker.manifest, faulty_names=maker.faulty_names).summary()
    if not await _finish(state, backup.id, written, state.settings.release, contents):
        await state.storage.delete([key])
        raise BackupCancelled("It was cancelled.")
    return contents


async def examine(state: KitState, backup: Backup, watch: Watch) -> Contents:
    """Check an archive that is in the storage, and note what is in it. Raises `BackupCancelled`, and what `check` raises."""
    assert backup.storage_key is not None
    contents = await check(state.storage, backup.storage_key, watch.report)
    if backup.state == "running":
        release = str(contents.head.get("release"))[:50]
        if not await _finish(state, backup.id, None, release, contents.summary()):
            raise BackupCancelled("It was cancelled.")
    return contents


async def _finish(
    state: KitState, identifier: uuid.UUID, written: Written | None, release: str, contents: dict[str, Any]
) -> bool:
    measured = {} if written is None else {"size": written.size, "sha256": written.sha256}
    values = {"state": "done", "release": release, "contents": contents, "finished_at": datetime.now(UTC), **measured}
    statement = update(Backup).where(Backup.id == identifier, Backup.state == "running", Backup.cancelled_at.is_(None))
    async with state.database.transaction() as session:
        result: Any = await session.execute(statement.values(values))
        return bool(result.rowcount)


async def note(state: KitState, identifier: uuid.UUID, **values: Any) -> None:
    """Write down values of a backup that is being made."""
    async with state.database.transaction() as session:
        await session.execute(update(Backup).where(Backup.id == identifier).values(values))

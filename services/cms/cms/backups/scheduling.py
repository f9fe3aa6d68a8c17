"""Backups by themselves: begun when they are due, and deleted when there are enough newer ones."""

import logging
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups import service
from cms.backups.calendar import Retention
from cms.backups.errors import BackupBusy
from cms.backups.models import Backup
from cms.backups.site_schedule import schedule_of, zone_of
from cms.config_entries import entries as settings
from kit.jobs import Run, task

log = logging.getLogger(__name__)

_EVERY = 300.0
_SCHEDULED = Backup.kind == "scheduled"


@task("backups.schedule", every=_EVERY)
async def schedule(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Begin a backup where one is due. Gives how many, and how many older ones were deleted."""
    now = datetime.now(UTC)
    due = (await schedule_of(run.session)).latest_due(now)
    begun = 0
    if due is not None and await _is_missing(run.session, due):
        try:
            await service.create(run.session, None, "scheduled")
            begun = 1
        except BackupBusy:
            log.info("a scheduled backup waits until an import is over")
    return {"begun": begun, "deleted": await _delete_superfluous(run.session, now)}


async def _is_missing(session: AsyncSession, due: datetime) -> bool:
    """Whether none was begun since. One that failed was tried five times: the next one comes when it is due."""
    latest = await session.scalar(select(func.max(Backup.created_at)).where(_SCHEDULED))
    return latest is None or latest < due


async def _delete_superfluous(session: AsyncSession, now: datetime) -> int:
    read = settings.entries.get
    retention = Retention(
        await read(session, settings.BACKUPS_KEPT_DAILY),
        await read(session, settings.BACKUPS_KEPT_WEEKLY),
        await read(session, settings.BACKUPS_KEPT_MONTHLY),
    )
    done = select(Backup.id, Backup.created_at).where(_SCHEDULED, Backup.state == "done", Backup.deleted_at.is_(None))
    rows = [(row.id, row.created_at) for row in await session.execute(done)]
    superfluous = retention.superfluous(rows, await zone_of(session))
    if superfluous:
        await session.execute(update(Backup).where(Backup.id.in_(superfluous)).values(deleted_at=now))
    return len(superfluous)

"""What cms tells Prometheus of scheduled backups: by the table, so that it is the same after a restart."""

from collections.abc import Mapping

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups.models import Backup
from cms.backups.site_schedule import schedule_of
from cms.config_entries.entries import BACKUP_SCHEDULE
from cms.config_entries.models import ConfigEntry
from kit.state import KitState
from kit.watching.sources import GaugeSource

LAST_SUCCESS = "pagewright_backup_last_success_timestamp_seconds"
DUE = "pagewright_backup_due_timestamp_seconds"


async def _read(state: KitState) -> Mapping[str, float]:
    async with state.database.reading() as session:
        return await _values(session)


async def _values(session: AsyncSession) -> dict[str, float]:
    succeeded = Backup.kind == "scheduled", Backup.state == "done"
    # One that retention or somebody has deleted since was made nevertheless.
    last = await session.scalar(select(func.max(Backup.created_at)).where(*succeeded))
    wanted_since = await session.scalar(select(ConfigEntry.updated_at).where(ConfigEntry.key == BACKUP_SCHEDULE.key))
    # Before it was wanted none was due, however long ago the last one was made.
    since = max((moment for moment in (last, wanted_since) if moment is not None), default=None)
    due = None if since is None else (await schedule_of(session)).first_due_after(since)
    moments = {LAST_SUCCESS: last, DUE: due}
    return {name: moment.timestamp() for name, moment in moments.items() if moment is not None}


BACKUP_GAUGES = GaugeSource(
    {
        LAST_SUCCESS: "When the last scheduled backup was begun that was made to its end.",
        DUE: "When the first scheduled backup after that is due. One that lies in the past is missing.",
    },
    _read,
)

"""When this site's backups are due."""

from datetime import time
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from cms.backups.calendar import Schedule
from cms.config_entries import entries as settings


async def schedule_of(session: AsyncSession) -> Schedule:
    """When backups are due, as the site's settings have it."""
    at = time.fromisoformat(await settings.entries.get(session, settings.BACKUP_TIME))
    frequency: Any = await settings.entries.get(session, settings.BACKUP_SCHEDULE)
    weekday = await settings.entries.get(session, settings.BACKUP_WEEKDAY)
    return Schedule(frequency, at, weekday, await zone_of(session))


async def zone_of(session: AsyncSession) -> ZoneInfo:
    """By whose clocks that is."""
    try:
        return ZoneInfo(await settings.entries.get(session, settings.TIMEZONE))
    except LookupError:
        # The site is not set up yet.
        return ZoneInfo("UTC")

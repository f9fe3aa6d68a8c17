"""What of ecom is in a backup of the site, and what becomes of it where it is restored."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config import Settings
from ecom.config_entries.entries import entries
from kit.backups import Part, Restored, ServiceBackup, backup_router


async def _settle_settings(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    lost = await entries.reconcile(session)
    # A backup of an earlier release lacks what has come since.
    await entries.put(session, {})
    return {"secretSettings": lost}


BACKUP = ServiceBackup(Settings, [Part("shop", complete=_settle_settings)])
router = backup_router(BACKUP)

"""What of ecom is in a backup of the site, and what becomes of it where it is restored."""

from collections.abc import Mapping

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.config import Settings
from ecom.config_entries.entries import entries
from ecom.files.models import File, Folder
from ecom.payments.models import Refund
from kit.backups import Part, Restored, ServiceBackup, backup_router

RESTORED = "restored"
"""The fault of a refund that was on its way when a backup was made."""


async def _settle_shop(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    # Each may have arrived since. A person looks at the provider, and has it tried again or not.
    on_the_way = update(Refund).where(Refund.state == "pending")
    await session.execute(on_the_way.values(state="failed", fault=RESTORED, version=Refund.version + 1))
    lost = await entries.reconcile(session)
    # A backup of an earlier release lacks what has come since.
    await entries.put(session, {})
    return {"secretSettings": lost}


# What cms tells of files it tells anew once they are restored.
BACKUP = ServiceBackup(Settings, [Part("shop", complete=_settle_shop)], left_out=[File, Folder])
router = backup_router(BACKUP)

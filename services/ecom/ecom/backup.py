"""What of ecom is in a backup of the site, and what becomes of it where it is restored."""

from collections.abc import Mapping

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from ecom.catalogue import bulk
from ecom.config import Settings
from ecom.config_entries.entries import entries
from ecom.events import CATALOGUE, SETTINGS, emit_groups, emit_tags
from ecom.files.models import File, Folder
from ecom.imports.models import ImportImages, ImportRow, ProductImport
from ecom.notifications.models import NotificationRead
from ecom.orders.models import CheckoutCount
from ecom.payments.models import Refund
from ecom.product_groups.models import ProductGroup
from ecom.stock import service as stock
from kit.backups import Part, Restored, ServiceBackup, backup_router

RESTORED = "restored"
"""The fault of a refund that was on its way when a backup was made."""
_GROUPS_AT_ONCE = 1000


async def _reconcile_shop(session: AsyncSession, restored: Restored) -> Mapping[str, int]:
    # Each may have arrived since. A person looks at the provider, and has it tried again or not.
    on_the_way = update(Refund).where(Refund.state == "pending")
    await session.execute(on_the_way.values(state="failed", fault=RESTORED, version=Refund.version + 1))
    lost = await entries.reconcile(session)
    # A backup of an earlier release lacks what has come since.
    await entries.put(session, {})
    await _emit_all(session)
    return {"secretSettings": lost}


async def _emit_all(session: AsyncSession) -> None:
    """Have everything drawn anew that shows the shop: it has the prices and the stock of another day."""
    emit_tags(session, CATALOGUE, SETTINGS)
    group_ids = (await session.scalars(select(ProductGroup.id).order_by(ProductGroup.id))).all()
    for start in range(0, len(group_ids), _GROUPS_AT_ONCE):
        emit_groups(session, group_ids[start : start + _GROUPS_AT_ONCE])


BACKUP = ServiceBackup(
    Settings,
    # Orders and refunds are looked for under their keys: those that the backup has are not to be made a second time.
    [Part("shop", key_scopes=[stock.SCOPE, bulk.SCOPE], complete=_reconcile_shop)],
    # How many orders came of late from where; imports, whose files are in no backup; what people have read of late; and
    # what cms tells of files it tells anew once they are restored.
    left_out=[CheckoutCount, File, Folder, NotificationRead, ProductImport, ImportRow, ImportImages],
)
router = backup_router(BACKUP)

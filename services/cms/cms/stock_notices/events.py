"""What the shop tells of stock that runs low."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.stock_notices.schemas import LowStock
from cms.stock_notices.tasks import MAIL_LOW_STOCK
from kit.events import Event, on_event
from kit.jobs import enqueue


@on_event("ecom.stock_low", LowStock)
async def mail(session: AsyncSession, event: Event[LowStock]) -> None:
    """Have it mailed, once for each fall, unless the shop wants no such emails."""
    if not event.payload.is_mailed:
        return
    await enqueue(session, MAIL_LOW_STOCK, event.payload.model_dump(mode="json", by_alias=True), key=str(event.id))

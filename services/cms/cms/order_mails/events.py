"""What the shop asks to have mailed."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.order_mails.schemas import RequestedOrderMail
from cms.order_mails.tasks import MAIL_ORDER
from kit.events import Event, on_event
from kit.jobs import enqueue


@on_event("ecom.mail_requested", RequestedOrderMail)
async def mail(session: AsyncSession, event: Event[RequestedOrderMail]) -> None:
    """Have it mailed. A job, because its template is drawn in a sandbox."""
    args = {"mail": event.payload.model_dump(mode="json", by_alias=True)}
    await enqueue(session, MAIL_ORDER, args, key=str(event.id))

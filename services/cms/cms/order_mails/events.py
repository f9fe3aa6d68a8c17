"""What the shop asks to have mailed."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.order_mails import readdressing
from cms.order_mails.schemas import ReaddressedOrder, RequestedOrderMail
from cms.order_mails.tasks import MAIL_ORDER
from kit.events import Event, on_event
from kit.jobs import enqueue


@on_event("ecom.mail_requested", RequestedOrderMail)
async def mail(session: AsyncSession, event: Event[RequestedOrderMail]) -> None:
    """Have it mailed. A job, because its template is drawn in a sandbox."""
    args = {"mail": event.payload.model_dump(mode="json", by_alias=True)}
    await enqueue(session, MAIL_ORDER, args, key=str(event.id))


@on_event("ecom.order_readdressed", ReaddressedOrder)
async def readdress(session: AsyncSession, event: Event[ReaddressedOrder]) -> None:
    """Redirects unsent mails to the new address with the new link, so that no mail is sent with a dead link."""
    await readdressing.readdress(session, event.payload)

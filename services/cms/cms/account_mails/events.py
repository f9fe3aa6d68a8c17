"""What auth asks to have mailed."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.account_mails.schemas import RequestedMail
from cms.account_mails.tasks import MAIL_LINK
from kit.events import Event, on_event
from kit.jobs import enqueue


@on_event("auth.mail_requested", RequestedMail)
async def mail(session: AsyncSession, event: Event[RequestedMail]) -> None:
    """Have it mailed. A job, because auth is asked for the token, and content for the page that the link leads to."""
    args = {"mail": event.payload.model_dump(mode="json", by_alias=True)}
    await enqueue(session, MAIL_LINK, args, key=str(event.id))

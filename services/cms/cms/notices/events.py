"""What auth tells about accounts, which their owners are told by mail."""

from sqlalchemy.ext.asyncio import AsyncSession

from cms.notices.schemas import AccountNotice
from cms.notices.tasks import MAIL_NOTICE
from kit.events import Event, on_event
from kit.jobs import enqueue


@on_event("auth.notice_requested", AccountNotice)
async def mail(session: AsyncSession, event: Event[AccountNotice]) -> None:
    """Have it mailed. A job, because the mail leads to a page that content is asked for."""
    await enqueue(session, MAIL_NOTICE, event.payload.model_dump(mode="json", by_alias=True), key=str(event.id))

"""The pages that links in emails to subscribers lead to: a button, and what became of it.

A program that looks at the links of a mail asks for the page and presses nothing.
"""

from typing import Literal

from fastapi.responses import HTMLResponse
from sqlalchemy.ext.asyncio import AsyncSession

from cms.mailing_lists.repository import ListRepository
from cms.site_page import site_page
from cms.subscribers.models import Subscriber

Step = Literal["confirm", "confirmed", "unsubscribe", "unsubscribed", "dead"]
_NOT_FOUND = 404


async def page(session: AsyncSession, step: Step, subscriber: Subscriber | None) -> HTMLResponse:
    """A page in the site's language; for a link of nobody it is the one for dead links."""
    if subscriber is None:
        step = "dead"
    mailing_list = None if subscriber is None else await ListRepository(session).get(subscriber.list_id)
    values = {
        "step": step,
        "listName": mailing_list.name if mailing_list else "",
        "emailAddress": subscriber.email_address if subscriber else "",
    }
    status = _NOT_FOUND if step == "dead" else 200
    return await site_page(session, "newsletter_page.html.liquid", values, status=status)

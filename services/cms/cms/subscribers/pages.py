"""The pages that links in emails to subscribers lead to: a button, and what became of it. They need no script.

A program that looks at the links of a mail asks for the page and presses nothing.
"""

from typing import Literal

from fastapi.responses import HTMLResponse
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import LANGUAGE, entries
from cms.email_templates.service import values_for
from cms.emails.rendering import environment
from cms.emails.words import language_for
from cms.mailing_lists.repository import ListRepository
from cms.subscribers.models import Subscriber
from kit.state import state_of

Step = Literal["confirm", "confirmed", "unsubscribe", "unsubscribed", "dead"]
_TEMPLATE = "newsletter_page.html.liquid"
# It has a style and a form, and is to tell nobody its address.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    # With none at all, browsers send the form without its origin.
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}
_NOT_FOUND = 404


async def page(session: AsyncSession, step: Step, subscriber: Subscriber | None) -> HTMLResponse:
    """A page in the site's language; for a link of nobody it is the one for dead links."""
    site = await entries.values(session)
    if subscriber is None:
        step = "dead"
    mailing_list = None if subscriber is None else await ListRepository(session).get(subscriber.list_id)
    state = state_of(session)
    values = values_for(state, {}, site) | {
        "step": step,
        "listName": mailing_list.name if mailing_list else "",
        "emailAddress": subscriber.email_address if subscriber else "",
        "siteUrl": settings_of(state).public_url,
    }
    template = environment(language_for(site.get(LANGUAGE.key)), autoescape=True).get_template(_TEMPLATE)
    return HTMLResponse(template.render(**values), status_code=_NOT_FOUND if step == "dead" else 200, headers=_HEADERS)

"""Small pages that the service itself shows people, where a problem would be no answer. They need no script."""

from collections.abc import Mapping

from fastapi.responses import HTMLResponse
from sqlalchemy.ext.asyncio import AsyncSession

from cms.config_entries.entries import LANGUAGE, entries
from cms.email_templates.service import values_for
from cms.emails.rendering import environment
from cms.emails.words import language_for
from kit.state import state_of

# They have a style and a form, and are to tell no other site their address.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    # With none at all, browsers send the form without its origin.
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
}


async def site_page(
    session: AsyncSession, template: str, values: Mapping[str, str], *, status: int = 200
) -> HTMLResponse:
    """Returns the page of a template, in the site's language."""
    site = await entries.values(session)
    drawing = environment(language_for(site.get(LANGUAGE.key)), autoescape=True).get_template(template)
    html = drawing.render(**values_for(state_of(session), dict(values), site))
    return HTMLResponse(html, status_code=status, headers=_HEADERS)

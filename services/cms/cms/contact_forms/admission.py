"""What forms of visitors ask of whoever sends one: a ticket, and its puzzle or the captcha's provider."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

from cms.config import settings_of
from cms.config_entries.entries import CAPTCHA_PROVIDER, CAPTCHA_SECRET, CAPTCHA_SITE_KEY, entries
from cms.contact_forms import tickets
from cms.contact_forms.errors import ScriptNeeded
from cms.contact_forms.incoming import CAPTCHA, SOLUTION, TICKET
from cms.contact_forms.tickets import Ticket
from cms.email_requests import captcha
from kit.db import release_connection
from kit.state import KitState, state_of

SCOPE = "contact-forms"
"""Of the idempotency keys that tickets are: one is good once, whichever form it came with."""


def ticket_of(state: KitState, own: Mapping[str, str], cookie: str) -> Ticket:
    """The ticket of the script, where there is one; else that of the cookie. Raises `TicketMissing`, `TicketExpired`."""
    text = own.get(TICKET)
    return tickets.read(state, text, "script") if text else tickets.read(state, cookie, "plain")


async def chosen_captcha(session: AsyncSession) -> tuple[str, str]:
    """The captcha's provider and its site key; both are empty without one, and while it lacks a key.

    Nobody could solve its captcha then, and every form of the site would be shut.
    """
    provider = await entries.get(session, CAPTCHA_PROVIDER)
    site_key = await entries.get(session, CAPTCHA_SITE_KEY) if provider else ""
    if not provider or not site_key or not await entries.get(session, CAPTCHA_SECRET):
        return "", ""
    return provider, site_key


async def admit(session: AsyncSession, ticket: Ticket, own: Mapping[str, str]) -> None:
    """Have the captcha's provider look at it where there is one, else at what the ticket asked for.

    Raises `ProofInvalid`, `TooQuick`, `ScriptNeeded`, CaptchaFailed, CaptchaNotConfigured and CaptchaUnavailable.
    """
    state = state_of(session)
    provider, _ = await chosen_captcha(session)
    if not provider:
        await release_connection(session)
        if ticket.way == "script":
            tickets.check_proof(ticket, own.get(SOLUTION, ""))
        else:
            tickets.check_age(ticket)
        return
    if ticket.way == "plain":
        raise ScriptNeeded("This form needs JavaScript.")
    asked = await captcha.configured(session, settings_of(state).captcha_url)
    await release_connection(session)
    await captcha.verify(state, asked, own.get(CAPTCHA, ""), CAPTCHA)

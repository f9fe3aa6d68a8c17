"""Checks what a sender of a visitors' form has to show: a ticket, and its puzzle or the captcha's answer."""

from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncSession

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


async def admit(session: AsyncSession, ticket: Ticket, own: Mapping[str, str]) -> None:
    """Have the captcha's provider look at it where there is one, else at what the ticket asked for.

    Raises `ProofInvalid`, `TooQuick`, `ScriptNeeded`, CaptchaFailed and CaptchaUnavailable.
    """
    asked = await captcha.chosen(session)
    await release_connection(session)
    if asked is None:
        if ticket.way == "script":
            tickets.check_proof(ticket, own.get(SOLUTION, ""))
        else:
            tickets.check_age(ticket)
        return
    if ticket.way == "plain":
        raise ScriptNeeded("This form needs JavaScript.")
    await captcha.verify(state_of(session), asked, own.get(CAPTCHA, ""), CAPTCHA)

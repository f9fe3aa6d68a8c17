"""What the web host passes on for visitors who fill in a newsletter's form, as it does with contact forms."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, Request

from cms.contact_forms import incoming, tickets
from cms.contact_forms.endpoints import complete
from cms.contact_forms.events import EnquiryPage
from cms.contact_forms.service import Visit, read_fields
from cms.subscribers import service
from cms.subscribers.form import REF, form_of
from cms.subscribers.schemas import SubscriptionAccepted
from kit.auth import Internal
from kit.db import Session
from kit.errors import DomainError
from kit.multipart import parts_of
from kit.networks import client_address
from kit.state import state_of

router = APIRouter(prefix="/private")

_MAX_BODY = 256 * 1024
_Text = Annotated[str, Query(max_length=2_048)]


@router.post("/newsletter-sign-ups", max_body_size=_MAX_BODY, include_in_schema=False)
async def sign_up(
    request: Request,
    session: Session,
    _: Annotated[str, Internal("web")],
    plugin: uuid.UUID,
    url: _Text,
    title: _Text = "",
) -> SubscriptionAccepted:
    """Take a form that a visitor has sent to a page, as its browser sent it."""
    newsletter = form_of(str(plugin), await read_fields(state_of(session), plugin, REF))
    visit = Visit(
        page=EnquiryPage(url=url, title=title),
        address=client_address(request),
        cookie=request.cookies.get(tickets.COOKIE, ""),
    )
    async with incoming.read(parts_of(request), newsletter.form) as given:
        try:
            await service.receive(session, newsletter, given, visit)
        except DomainError as error:
            complete(error, given, state_of(session))
            raise
    return SubscriptionAccepted()

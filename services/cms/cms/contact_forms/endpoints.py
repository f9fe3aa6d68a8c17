"""Contact forms: what the web host passes on for visitors, and the tickets that messages need."""

import base64
import uuid
from collections.abc import AsyncIterator
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from cms.contact_forms import incoming, service, tickets
from cms.contact_forms.errors import TicketExpired, TicketMissing, TicketUsed
from cms.contact_forms.events import EnquiryPage
from cms.contact_forms.models import ContactFile
from cms.contact_forms.schemas import MessageAccepted, TicketOut
from cms.email_requests import captcha
from kit.auth import Caller, Internal, Public
from kit.db import Session
from kit.errors import DomainError, NotFound
from kit.multipart import parts_of
from kit.networks import client_address
from kit.state import KitState, state_of

router = APIRouter(prefix="/cms/contact-forms")
private_router = APIRouter(prefix="/private")

_PICTURE = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
_Text = Annotated[str, Query(max_length=2_048)]


class ContactFileNotFound(NotFound):
    """404: there is no such file, or not any more."""

    code = "contact_file_not_found"


@router.post("/tickets")
async def create_ticket(session: Session, _: Annotated[Caller, Public], response: Response) -> TicketOut:
    """Get a ticket, which a message by a contact form needs: it is good once, for two hours."""
    response.headers["Cache-Control"] = "no-store"
    asked = await captcha.chosen(session)
    return TicketOut(
        ticket=tickets.issue(state_of(session), "script"),
        difficulty=0 if asked else tickets.DIFFICULTY,
        captcha_provider=asked.provider if asked else "",
        captcha_site_key=asked.site_key if asked else "",
    )


@router.get("/ticket.gif", response_class=Response, responses={200: {"content": {"image/gif": {}}}})
async def get_ticket_picture(request: Request, session: Session, _: Annotated[Caller, Public]) -> Response:
    """Get a picture of nothing, with a ticket in a cookie: for browsers that run no script."""
    response = Response(_PICTURE, media_type="image/gif", headers={"Cache-Control": "no-store"})
    if not await service.is_good(session, request.cookies.get(tickets.COOKIE, "")):
        _set_ticket(response, state_of(session))
    return response


@private_router.post("/contact-messages", max_body_size=incoming.MAX_BODY, include_in_schema=False)
async def create_message(
    request: Request,
    session: Session,
    _: Annotated[str, Internal("web")],
    plugin: uuid.UUID,
    url: _Text,
    title: _Text = "",
) -> MessageAccepted:
    """Take a form that a visitor has sent to a page, as its browser sent it."""
    form = await service.read_form(state_of(session), plugin)
    visit = service.Visit(
        page=EnquiryPage(url=url, title=title),
        address=client_address(request),
        cookie=request.cookies.get(tickets.COOKIE, ""),
    )
    async with incoming.read(parts_of(request), form) as received:
        try:
            await service.receive(session, form, received, visit)
        except DomainError as error:
            complete(error, received, state_of(session))
            raise
    return MessageAccepted()


def complete(error: DomainError, received: incoming.Incoming, state: KitState) -> None:
    """Give a refusal what was typed, which is shown again, and another ticket where that is what was wrong."""
    error.extensions["values"] = received.texts
    if isinstance(error, (TicketMissing, TicketExpired, TicketUsed)):
        cookies = Response()
        _set_ticket(cookies, state)
        error.headers["Set-Cookie"] = cookies.headers["set-cookie"]


@private_router.get("/contact-files/{id}", response_class=StreamingResponse, include_in_schema=False)
async def get_file(id: uuid.UUID, session: Session, _: Annotated[str, Internal("crm")]) -> StreamingResponse:
    """Get a file that came with an enquiry."""
    file = await session.get(ContactFile, id)
    if file is None:
        raise ContactFileNotFound("There is no such file.")
    headers = {
        "Content-Length": str(file.size),
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(file.name)}",
    }
    return StreamingResponse(
        _bytes_of(state_of(session), file.storage_key), media_type=file.media_type, headers=headers
    )


async def _bytes_of(state: KitState, key: str) -> AsyncIterator[bytes]:
    async with state.storage.reading(key) as pieces:
        async for piece in pieces:
            yield piece


def _set_ticket(response: Response, state: KitState) -> None:
    response.set_cookie(
        tickets.COOKIE,
        tickets.issue(state, "plain"),
        max_age=tickets.LIFETIME_SECONDS,
        path="/",
        secure=state.settings.public_url.startswith("https:"),
        httponly=True,
        samesite="lax",
    )

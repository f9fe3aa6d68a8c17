"""``/cms/newsletter/…``: what links in emails to subscribers lead to. Only the button does something."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from cms.subscribers import confirming, links
from cms.subscribers.pages import page
from kit.auth import Caller, Public
from kit.db import Session

router = APIRouter(prefix="/cms/newsletter", default_response_class=HTMLResponse)

_Anybody = Annotated[Caller, Public]
_DEAD: dict[int | str, dict[str, Any]] = {
    404: {"description": "The link is dead", "content": {"text/html": {"schema": {"type": "string"}}}}
}
_Token = Annotated[str, Query(max_length=200)]


@router.get("/confirmation", responses=_DEAD)
async def get_confirmation(session: Session, _: _Anybody, token: _Token = "") -> HTMLResponse:
    """The page on which somebody confirms that they want to be on a list."""
    subscriber = await links.find_confirmable(session, token)
    # A subscriber who opens the link again, or whose browser does so, reads that the subscription is confirmed.
    is_on = subscriber is not None and subscriber.state == "confirmed"
    return await page(session, "confirmed" if is_on else "confirm", subscriber)


@router.post("/confirmation", responses=_DEAD)
async def confirm(session: Session, _: _Anybody, token: _Token = "") -> HTMLResponse:
    """Put whom the link belongs to on the list. A second time changes nothing."""
    return await page(session, "confirmed", await confirming.confirm(session, token))


@router.get("/unsubscription", responses=_DEAD)
async def get_unsubscription(session: Session, _: _Anybody, token: _Token = "") -> HTMLResponse:
    """The page on which somebody unsubscribes."""
    subscriber = await links.find_by_token(session, token)
    is_off = subscriber is not None and subscriber.state == "unsubscribed"
    return await page(session, "unsubscribed" if is_off else "unsubscribe", subscriber)


@router.post("/unsubscription", responses=_DEAD)
async def unsubscribe(session: Session, _: _Anybody, token: _Token = "") -> HTMLResponse:
    """Unsubscribe the owner of the link; also for mail programs (RFC 8058)."""
    return await page(session, "unsubscribed", await confirming.unsubscribe(session, token))

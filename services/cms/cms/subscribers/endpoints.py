"""``/cms/subscribers``, and the calls by which visitors and programs put somebody on a provider's list."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from cms.contact_forms import tickets
from cms.contact_forms.events import EnquiryPage
from cms.contact_forms.service import Visit
from cms.mailing_lists.models import ListProvider
from cms.subscribers import service
from cms.subscribers.models import Subscriber
from cms.subscribers.resource import subscribers
from cms.subscribers.schemas import (
    ListedSubscriberOut,
    SubscriberIn,
    SubscriberOut,
    SubscriptionAccepted,
    SubscriptionIn,
)
from kit import preconditions
from kit.auth import Caller, Principal, PublicWrite, requires
from kit.crud_routes import crud_router
from kit.db import Session
from kit.networks import client_address
from kit.preconditions import IfMatch
from kit.schemas import EmailAddress, Key

router = crud_router(subscribers, "/cms/subscribers", without=["create", "update", "delete"])
calls_router = APIRouter(prefix="/cms", tags=["subscribers"])

_Admin = Annotated[Principal, requires("admin")]
_Anybody = Annotated[Caller, PublicWrite]
_ListKey = Annotated[Key | None, Query(alias="list-key", description="The list's key; without one, the oldest list.")]


@router.post("", response_model=SubscriberOut, status_code=201)
async def create(data: SubscriberIn, session: Session, principal: _Admin, response: Response) -> Subscriber:
    """Add a subscriber. With the state `pending` they are asked by email; those of a provider's list are asked there."""
    row = await service.create(session, principal, data)
    preconditions.tag_version(response, row.version)
    return row


@router.put("/{id}", response_model=SubscriberOut)
async def update(
    id: uuid.UUID, data: SubscriberIn, session: Session, principal: _Admin, response: Response, if_match: IfMatch = None
) -> Subscriber:
    """Replace name and state. Who has unsubscribed, or has not confirmed, is not put on the list by others."""
    row = await service.update(session, principal, data, id, if_match)
    preconditions.tag_version(response, row.version)
    return row


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Admin, if_match: IfMatch = None) -> None:
    """Erase a subscriber, and the emails to them that asked for the confirmation."""
    await service.delete(session, principal, id, if_match)


@calls_router.post("/mailchimp", status_code=202)
async def create_at_mailchimp(
    data: SubscriptionIn, request: Request, session: Session, caller: _Anybody, list_key: _ListKey = None
) -> SubscriptionAccepted:
    """Put somebody on a list at Mailchimp, which asks them to confirm. Visitors need a ticket of `/cms/contact-forms/tickets`."""
    return await _subscribe("mailchimp", data, request, session, caller, list_key)


@calls_router.get("/mailchimp/{emailAddress}")
async def get_at_mailchimp(
    email_address: Annotated[EmailAddress, Path(alias="emailAddress")],
    session: Session,
    _: _Admin,
    list_key: _ListKey = None,
) -> ListedSubscriberOut:
    """What Mailchimp says of an address on a list."""
    return await service.look_up(session, email_address, list_key)


@calls_router.post("/campaign-monitor", status_code=202)
async def create_at_campaign_monitor(
    data: SubscriptionIn, request: Request, session: Session, caller: _Anybody
) -> SubscriptionAccepted:
    """Put somebody on a list at Campaign Monitor. Visitors need a ticket of `/cms/contact-forms/tickets`."""
    return await _subscribe("campaignMonitor", data, request, session, caller, None)


async def _subscribe(
    provider: ListProvider,
    data: SubscriptionIn,
    request: Request,
    session: Session,
    caller: Caller,
    list_key: str | None,
) -> SubscriptionAccepted:
    visit = Visit(
        page=EnquiryPage(url="", title=""),
        address=client_address(request),
        cookie=request.cookies.get(tickets.COOKIE, ""),
    )
    await service.receive_call(session, data, caller, provider, list_key, visit)
    return SubscriptionAccepted()

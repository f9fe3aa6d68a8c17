"""``/cms/emails``, the mail log."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Response

from cms.emails import service
from cms.emails.models import Email, State
from cms.emails.period import PartParams
from cms.emails.repository import EmailRepository
from cms.emails.schemas import EmailDetail, EmailOut, EmailUpdate
from kit.auth import Principal, requires
from kit.db import Session
from kit.pagination import Order, Page, Slice, sortable
from kit.preconditions import IdempotencyKey, IfMatch, tag_version
from kit.search import SearchText

router = APIRouter(prefix="/cms/emails")

_sort = sortable(
    createdAt=Email.created_at,
    sentAt=Email.sent_at,
    subject=Email.subject,
    state=Email.state,
    to=Email.to_address,
    default="-createdAt",
)
_Admin = Annotated[Principal, requires("admin")]


@router.get("", response_model=Page[EmailOut])
async def list(
    session: Session,
    part: PartParams,
    order: Annotated[Order, _sort],
    principal: _Admin,
    q: SearchText = None,
    state: State | None = None,
) -> Slice[Email]:
    """The mail log, newest first. Days are those of the caller's time zone."""
    written = (None, None) if part.period is None else part.period.moments(principal.timezone)
    repository = EmailRepository(session)
    return await repository.page(part.window, order, repository.search(q, state, written))


@router.get("/{id}")
async def get(id: uuid.UUID, session: Session, principal: _Admin, response: Response) -> EmailDetail:
    """One email with its body; a body with a secret link is for super."""
    email = await service.get(session, principal, id)
    tag_version(response, email.version)
    return email


@router.put("/{id}", response_model=EmailOut)
async def update(
    id: uuid.UUID,
    data: EmailUpdate,
    session: Session,
    principal: _Admin,
    response: Response,
    if_match: IfMatch = None,
) -> Email:
    """Change the recipient of an email that failed or was not sent; `sending` sends it. 409 `email_not_changeable`."""
    email = await service.update(session, principal, data, id, if_match)
    tag_version(response, email.version)
    return email


@router.post("/{id}/sending", status_code=202, response_model=EmailOut)
async def send(
    id: uuid.UUID,
    session: Session,
    principal: _Admin,
    idempotency_key: IdempotencyKey,
    if_match: IfMatch = None,
) -> Email:
    """Send an email that failed or was not sent, once for each Idempotency-Key.

    409 `no_mail_server`; `email_not_sendable` with `obstacle`: `sent`, `waiting`, or `lapsed` as its link is dead.
    """
    return await service.resend(session, principal, id, idempotency_key, if_match)


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Admin, if_match: IfMatch = None) -> None:
    """Delete an email from the log; a waiting one is not sent. 409 `email_being_sent`.

    One that was sent less than ten minutes ago is only deleted with If-Match: it may have been read while it waited. 428
    `precondition_required`.
    """
    await service.delete(session, principal, id, if_match)

"""``/private/emails``, by which other services have mail sent."""

from typing import Annotated

from fastapi import APIRouter, Request

from cms.emails.models import Email
from cms.emails.schemas import EmailAccepted, EmailRequest
from cms.emails.service import EmailService
from kit.auth import Internal
from kit.db import Session
from kit.state import state_of

private_router = APIRouter(prefix="/private/emails")


@private_router.post("", status_code=202, response_model=EmailAccepted, include_in_schema=False)
async def create(request: EmailRequest, http: Request, session: Session, service: Annotated[str, Internal]) -> Email:
    """Have an email sent; without an SMTP server it is kept."""
    return await EmailService(state_of(http), session).write(request)

"""Invitations."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.accounts import invitations
from auth.accounts.schemas import Acceptance, Invited
from auth.credentials.schemas import TokenForm
from auth.dependencies import Client
from kit.auth import Caller, Principal, Public, requires
from kit.db import Session

router = APIRouter(tags=["invitations"])


@router.post("/auth/users/{id}/invitation", status_code=204)
async def create(
    id: uuid.UUID, principal: Annotated[Principal, requires("admin", in_session=True)], session: Session, device: Client
) -> None:
    """Mail a user a link to choose a password, valid for seven days. An older link stops working.

    409 `cannot_be_invited`.
    """
    await invitations.invite(session, principal, id, device=device)


@router.post("/auth/invitations/inspection", max_body_size=16_384)
async def inspect(caller: Annotated[Caller, Public], data: TokenForm, session: Session, device: Client) -> Invited:
    """Whom an invitation is for; it stays usable. 404 `token_unusable`."""
    user = await invitations.inspect(session, data.token, device=device)
    return Invited(first_name=user.person.first_name, email_address=user.person.email_address)


@router.post("/auth/invitations/acceptance", status_code=204, max_body_size=16_384)
async def accept(caller: Annotated[Caller, Public], data: Acceptance, session: Session, device: Client) -> None:
    """Choose a password, to log in with from now on. 404 `token_unusable`, 422 `password_too_common`, 503 `busy`."""
    await invitations.accept(session, data.token, data.password, device=device)

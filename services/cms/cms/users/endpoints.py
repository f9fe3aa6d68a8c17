"""``/cms/users``: what people may ask for who cannot log in."""

from typing import Annotated

from fastapi import APIRouter, Request

from cms.users.schemas import Accepted, ResetRequest
from cms.users.tasks import MAIL_RESET
from kit.auth import Caller, Public
from kit.db import Session
from kit.http import InternalClient
from kit.jobs import enqueue
from kit.networks import client_address
from kit.state import state_of

router = APIRouter(prefix="/cms/users")


@router.post("/reset-password", status_code=202, max_body_size=16_384)
async def reset_password(
    data: ResetRequest, request: Request, session: Session, caller: Annotated[Caller, Public]
) -> Accepted:
    """Ask for a link to choose a new password. The answer does not tell whether there is such an account.

    It cannot: whether there is one is only looked up afterwards, by a job. 429 after too many requests for one
    account, known or not, or from one address.
    """
    # The connection's, or X-Forwarded-For's where the connection is the gateway's, which discards what clients claim.
    address = client_address(request) or "unknown"
    asked = {"emailAddress": data.email_address, "address": address}
    await InternalClient(state_of(request), "auth").post("/private/password-resets/attempts", json=asked)
    await enqueue(session, MAIL_RESET, {"emailAddress": data.email_address})
    return Accepted()

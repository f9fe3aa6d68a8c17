"""Confirming that it is still oneself."""

from typing import Annotated

from fastapi import APIRouter

from auth.dependencies import Client
from auth.login import confirmation
from auth.login.schemas import ConfirmationForm, ConfirmationOut, ConfirmByCode, ConfirmByPasskey
from auth.sessions.errors import SessionNotFound
from auth.sessions.freshness import confirmed_until
from kit.auth import InSession, Principal
from kit.db import Session

router = APIRouter(tags=["sessions"])

_Own = Annotated[Principal, InSession]


@router.post("/auth/sessions/current/confirmation", max_body_size=65_536)
async def confirm(principal: _Own, data: ConfirmationForm, device: Client, session: Session) -> ConfirmationOut:
    """Show that it is still oneself, as at a login; for 15 minutes the account's credentials can be changed.

    By a passkey; or by the password, and where there is a second factor by a code after it. 403
    `wrong_password`, `second_factor_needed` (with `challenge` and `methods`), 422 `wrong_code`,
    `challenge_expired` or `passkey_refused`, 429 `too_many_attempts`, 503 `busy`.
    """
    if isinstance(data, ConfirmByPasskey):
        await confirmation.by_passkey(session, principal, data.challenge, data.passkey)
    elif isinstance(data, ConfirmByCode):
        await confirmation.by_code(session, principal, data.challenge, data.code, device=device)
    else:
        await confirmation.by_password(session, principal, data.password, device=device)
    until = await confirmed_until(session, principal)
    if until is None:
        raise SessionNotFound
    return ConfirmationOut(confirmed_until=until)

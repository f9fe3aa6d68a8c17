"""Confirming that it is still oneself."""

from typing import Annotated

from fastapi import APIRouter

from auth.login.confirmation import Confirmation
from auth.login.schemas import ConfirmationForm, ConfirmationOut, ConfirmByCode, ConfirmByPasskey
from auth.sessions.errors import SessionNotFound
from auth.sessions.freshness import confirmed_until
from kit.auth import InSession, Principal
from kit.db import Session

router = APIRouter(tags=["sessions"])

_Own = Annotated[Principal, InSession]


@router.post("/auth/sessions/current/confirmation", max_body_size=65_536)
async def confirm(
    principal: _Own, form: ConfirmationForm, confirmation: Confirmation, session: Session
) -> ConfirmationOut:
    """Show that it is still oneself, as at a login; for 15 minutes the account's credentials can be changed.

    By a passkey; or by the password, and where there is a second factor by a code after it. 403
    `wrong_password`, `second_factor_needed` (with `challenge` and `methods`), 422 `wrong_code`,
    `challenge_over` or `passkey_refused`, 429 `too_many_attempts`, 503 `busy`.
    """
    if isinstance(form, ConfirmByPasskey):
        await confirmation.by_passkey(principal, form.challenge, form.passkey)
    elif isinstance(form, ConfirmByCode):
        await confirmation.by_code(principal, form.challenge, form.code)
    else:
        await confirmation.by_password(principal, form.password)
    until = await confirmed_until(session, principal)
    if until is None:
        raise SessionNotFound
    return ConfirmationOut(confirmed_until=until)

"""One's own account."""

from typing import Annotated

from fastapi import APIRouter

from auth.accounts import address, own_account
from auth.accounts.schemas import AccountOut, NewEmailAddress, OtherAccess
from auth.credentials.schemas import Mailed, TokenForm
from auth.dependencies import Client
from auth.sessions.dependencies import Confirmed, Cookies
from kit.auth import InSession, LoggedIn, Principal
from kit.db import Session

router = APIRouter(prefix="/auth/account", tags=["account"])


@router.get("")
async def get(principal: Annotated[Principal, LoggedIn], session: Session) -> AccountOut:
    """One's own account: person, scopes, and what it is logged in with."""
    return await own_account.get(session, principal)


@router.delete("", status_code=204)
async def delete(
    principal: Annotated[Principal, Confirmed], session: Session, device: Client, cookies: Cookies
) -> None:
    """Delete one's own account and person; all sessions end. 403 `confirmation_needed`, 409 `last_super`."""
    await own_account.delete(session, principal, device=device)
    cookies.clear_cookies()


@router.delete("/other-access")
async def delete_other_access(
    principal: Annotated[Principal, Confirmed], session: Session, device: Client
) -> OtherAccess:
    """End all other sessions, revoke all API tokens and remove all passkeys, at once. 403 `confirmation_needed`.

    The password and the authenticator app stay. Passkeys do too where a scope needs a second factor
    and there is no other: `passkeysKept`.
    """
    return await own_account.end_other_access(session, principal, device=device)


@router.post("/email-address", status_code=202, max_body_size=16_384)
async def change_address(
    principal: Annotated[Principal, Confirmed], data: NewEmailAddress, session: Session, device: Client
) -> Mailed:
    """Request another address: it gets a link, valid for a day, and the present one a notice.

    403 `confirmation_needed`, 429 `too_many_attempts`.
    """
    await address.request(session, principal, data.email_address, device=device)
    return Mailed()


@router.post("/email-address/confirmation", status_code=204, max_body_size=16_384)
async def confirm_address(
    principal: Annotated[Principal, InSession], data: TokenForm, session: Session, device: Client
) -> None:
    """Confirm the new address of one's own account with the mailed link.

    403 `other_account` for a link that another account asked for, 404 `token_unusable`, 409 `email_address_taken`.
    """
    await address.confirm(session, principal, data.token, device=device)

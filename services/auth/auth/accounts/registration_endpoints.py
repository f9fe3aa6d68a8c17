"""Registering."""

from typing import Annotated

from fastapi import APIRouter

from auth.accounts import registrations
from auth.accounts.schemas import Registrant, RegistrationConfirmation, RegistrationIn
from auth.credentials.schemas import Mailed, TokenForm
from auth.dependencies import Client
from auth.sessions.dependencies import Cookies
from auth.sessions.schemas import TokenAnswer
from kit.auth import Caller, Public
from kit.db import Session

router = APIRouter(prefix="/auth/registrations", tags=["registrations"])


@router.post("", status_code=202, max_body_size=16_384)
async def create(caller: Annotated[Caller, Public], data: RegistrationIn, session: Session, device: Client) -> Mailed:
    """Register: the address is mailed a link by which its owner chooses a password and so gets the account.

    403 `registration_closed` unless the site allows it, 429 `too_many_attempts`.
    """
    await registrations.begin(session, data, device=device)
    return Mailed()


@router.post("/inspection", max_body_size=16_384)
async def inspect(caller: Annotated[Caller, Public], data: TokenForm, session: Session, device: Client) -> Registrant:
    """Whom a registration's link is for; it stays usable. 403 `registration_closed`, 404 `token_unusable`."""
    return await registrations.inspect(session, data.token, device=device)


@router.post("/confirmation", status_code=201, max_body_size=16_384)
async def confirm(
    caller: Annotated[Caller, Public],
    data: RegistrationConfirmation,
    session: Session,
    device: Client,
    cookies: Cookies,
) -> TokenAnswer:
    """Create the account of a link with this password and name; the answer's cookies log its user in, without any scope.

    403 `registration_closed`, 404 `token_unusable`, 422 `password_too_common`, 503 `busy`: the link stays usable.
    """
    return cookies.set_cookies(await registrations.confirm(session, data, cookies.refresh, device=device))

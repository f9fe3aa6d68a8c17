"""Registering."""

from typing import Annotated

from fastapi import APIRouter

from auth.accounts.registrations import Registrations
from auth.accounts.schemas import RegistrationIn
from auth.credentials.schemas import Mailed, TokenForm
from auth.sessions.cookies import Cookies
from auth.sessions.schemas import TokenAnswer
from kit.auth import Caller, Public

router = APIRouter(prefix="/auth/registrations", tags=["registrations"])


@router.post("", status_code=202, max_body_size=16_384)
async def create(caller: Annotated[Caller, Public], form: RegistrationIn, registrations: Registrations) -> Mailed:
    """Register: the address is mailed a link by which the account comes to be.

    403 `registration_closed` unless the site allows it, 422 `password_too_common`, 429 `too_many_attempts`.
    """
    await registrations.begin(form)
    return Mailed()


@router.post("/confirmation", status_code=201, max_body_size=16_384)
async def confirm(
    caller: Annotated[Caller, Public], form: TokenForm, registrations: Registrations, cookies: Cookies
) -> TokenAnswer:
    """Make the account of a link; the answer's cookies log its user in, who holds no scope.

    403 `registration_closed`, 404 `token_unusable`.
    """
    return cookies.hand_over(await registrations.confirm(form.token, cookies.refresh))

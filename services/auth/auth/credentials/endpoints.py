"""One's own authenticator app and recovery codes, and taking somebody's second factors away."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.credentials import factors
from auth.credentials.errors import CodeRefused
from auth.credentials.schemas import AuthenticatorConfirmation, AuthenticatorSecret, RecoveryCodes
from auth.dependencies import Client
from auth.people.ownership import own_user
from auth.sessions.dependencies import Confirmed
from kit.auth import Principal, requires
from kit.db import Session

router = APIRouter(prefix="/auth", tags=["factors"])


@router.post("/account/totp")
async def begin_authenticator(principal: Annotated[Principal, Confirmed], session: Session) -> AuthenticatorSecret:
    """Begin to set an authenticator app up, in place of the one that there may be."""
    return await factors.begin_authenticator(session, await own_user(session, principal))


@router.put("/account/totp", max_body_size=16_384)
async def enable_authenticator(
    principal: Annotated[Principal, Confirmed], data: AuthenticatorConfirmation, session: Session, device: Client
) -> RecoveryCodes:
    """Ask for the app at every login from now on; 422 `wrong_code`.

    The recovery codes are empty where the account has some already, which stay good.
    """
    codes = await factors.enable_authenticator(session, await own_user(session, principal), data.code, device=device)
    if codes is None:
        raise CodeRefused
    return RecoveryCodes(recovery_codes=codes)


@router.delete("/account/totp", status_code=204)
async def remove_authenticator(principal: Annotated[Principal, Confirmed], session: Session, device: Client) -> None:
    """Ask for no app any more; 409 `second_factor_needed` when it is the last factor and a scope requires one."""
    await factors.remove_authenticator(session, await own_user(session, principal), device=device)


@router.post("/account/recovery-codes")
async def renew_recovery_codes(
    principal: Annotated[Principal, Confirmed], session: Session, device: Client
) -> RecoveryCodes:
    """New recovery codes in place of the older ones; 409 `no_second_factor`."""
    codes = await factors.renew_recovery_codes(session, await own_user(session, principal), device=device)
    return RecoveryCodes(recovery_codes=codes)


@router.delete("/users/{id}/second-factors", status_code=204)
async def remove_all(
    id: uuid.UUID, principal: Annotated[Principal, requires("admin", in_session=True)], session: Session, device: Client
) -> None:
    """Remove all second factors of a user who has lost them, and end their sessions.

    404 `user_not_found`, 403 `scope_missing` for a super unless one is it too, 409 `own_account`.
    """
    await factors.remove_all(session, user_id=id, principal=principal, device=device)

"""Passwords that are forgotten, or changed."""

from typing import Annotated

from fastapi import APIRouter, Response

from auth.accounts import password_resets
from auth.accounts.reset_schemas import (
    PasswordForm,
    PasswordReset,
    ResetAttempt,
    ResetByToken,
    ResetRequest,
    ResetSubject,
)
from auth.credentials.schemas import TokenForm
from auth.dependencies import Client
from kit.auth import Anonymous, Caller, Internal, NeedsSession, Public
from kit.db import Session
from kit.errors import Unauthorized

router = APIRouter(tags=["resets"])


@router.put("/auth/users/reset-password", status_code=204, max_body_size=16_384)
async def update(caller: Annotated[Caller, Public], data: PasswordForm, session: Session, device: Client) -> None:
    """Choose a new password: by the token of a link, or, when logged in, by the present one.

    By a link all sessions of the account end, and its API tokens if `revokeApiTokens`; otherwise all
    sessions but the present one. Passkeys stay: `DELETE /auth/account/other-access`. 404 `token_unusable`, 403
    `wrong_password`, 422 `password_too_common`, 429 `too_many_attempts`, 503 `busy`.
    """
    if isinstance(data, ResetByToken):
        await password_resets.by_token(
            session, data.token, data.password, revokes_api_tokens=data.revoke_api_tokens, device=device
        )
        return
    if isinstance(caller, Anonymous):
        raise Unauthorized("Log in first.")
    if caller.is_api_token:
        raise NeedsSession("An API token cannot do this: log in.")
    await password_resets.own(session, caller, data.current_password, data.password, device=device)


@router.post("/auth/users/reset-password/inspection", max_body_size=16_384)
async def inspect(caller: Annotated[Caller, Public], data: TokenForm, session: Session, device: Client) -> ResetSubject:
    """Whose password a link changes, and what else opens the account; the link stays good. 404 `token_unusable`."""
    return await password_resets.inspect(session, data.token, device=device)


@router.post("/private/password-resets/attempts", status_code=204, include_in_schema=False)
async def attempt(service: Annotated[str, Internal("cms")], data: ResetAttempt, session: Session) -> None:
    """Count a request for a link. 429 `too_many_attempts`, known account or not."""
    await password_resets.attempt(session, data.email_address, data.address)


@router.post("/private/password-resets", response_model=PasswordReset, include_in_schema=False)
async def create(
    service: Annotated[str, Internal("cms")], data: ResetRequest, session: Session
) -> PasswordReset | Response:
    """A new token for the account with this address; 204 when there is none that may log in."""
    return await password_resets.begin(session, data.email_address) or Response(status_code=204)

"""Passwords that are forgotten, or changed."""

from typing import Annotated

from fastapi import APIRouter, Response

from auth.accounts.password_resets import Resets
from auth.accounts.reset_schemas import (
    PasswordForm,
    PasswordReset,
    ResetAttempt,
    ResetByToken,
    ResetRequest,
    ResetSubject,
)
from auth.credentials.schemas import TokenForm
from kit.auth import Anonymous, Caller, Internal, NeedsSession, Public
from kit.errors import Unauthorized

router = APIRouter(tags=["resets"])


@router.put("/auth/users/reset-password", status_code=204, max_body_size=16_384)
async def update(caller: Annotated[Caller, Public], form: PasswordForm, resets: Resets) -> None:
    """Choose a new password: by the token of a link, or, when logged in, by the present one.

    By a link all sessions of the account end, and its API tokens if `revokeApiTokens`; otherwise all
    sessions but the present one. Passkeys stay: `DELETE /auth/account/other-access`. 404 `token_unusable`, 403
    `wrong_password`, 422 `password_too_common`, 429 `too_many_attempts`, 503 `busy`.
    """
    if isinstance(form, ResetByToken):
        await resets.by_token(form.token, form.password, revokes_api_tokens=form.revoke_api_tokens)
        return
    if isinstance(caller, Anonymous):
        raise Unauthorized("Log in first.")
    if caller.is_api_token:
        raise NeedsSession("An API token cannot do this: log in.")
    await resets.own(caller, form.current_password, form.password)


@router.post("/auth/users/reset-password/inspection", max_body_size=16_384)
async def inspect(caller: Annotated[Caller, Public], form: TokenForm, resets: Resets) -> ResetSubject:
    """Whose password a link changes, and what else opens the account; the link stays good. 404 `token_unusable`."""
    return await resets.inspect(form.token)


@router.post("/private/password-resets/attempts", status_code=204, include_in_schema=False)
async def attempt(service: Annotated[str, Internal("cms")], form: ResetAttempt, resets: Resets) -> None:
    """Count a request for a link. 429 `too_many_attempts`, known account or not."""
    await resets.attempt(form.email_address, form.address)


@router.post("/private/password-resets", response_model=PasswordReset, include_in_schema=False)
async def create(
    service: Annotated[str, Internal("cms")], form: ResetRequest, resets: Resets
) -> PasswordReset | Response:
    """A new token for the account with this address; 204 when there is none that may log in."""
    return await resets.begin(form.email_address) or Response(status_code=204)

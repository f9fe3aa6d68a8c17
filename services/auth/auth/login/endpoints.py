"""Login, refresh and logout."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.credentials.schemas import AuthenticatorSecret
from auth.dependencies import Client
from auth.login import second_step
from auth.login import service as login
from auth.login.schemas import Login, LoginAnswer, LoginByCode, Refresh, SetUpRequest, TokenRequest
from auth.sessions.dependencies import Cookies
from auth.sessions.repository import SessionRepository
from auth.sessions.schemas import ActiveSession
from kit.auth import Caller, Internal, Public
from kit.db import Session

router = APIRouter(tags=["tokens"])


@router.post("/auth/tokens", response_model_exclude_none=True, max_body_size=16_384)
async def create(
    caller: Annotated[Caller, Public], data: TokenRequest, session: Session, device: Client, cookies: Cookies
) -> LoginAnswer:
    """Log in, or renew the access token; the answer's cookies carry the tokens.

    Login: 401 `invalid_credentials`, `account_disabled`, `second_factor_needed` (with `challenge` and `methods`),
    `second_factor_setup_needed` (with `challenge`), 429 `too_many_attempts`, 503 `busy`. Its second
    step: 401 `wrong_code`, `passkey_refused`, `challenge_expired`, 429. Refresh: 401
    `session_expired`, `refresh_reused`.
    """
    if isinstance(data, Refresh):
        with cookies.clear_when_expired():
            issued, codes = await login.refresh(session, cookies.refresh, device=device), None
    elif isinstance(data, Login):
        issued, codes = await login.login(session, data.email, data.password, cookies.refresh, device=device), None
    else:
        proven = await (
            second_step.by_code(session, data.challenge, data.code, device=device)
            if isinstance(data, LoginByCode)
            else second_step.by_passkey(session, data.challenge, data.passkey, device=device)
        )
        issued, codes = await login.enter(session, proven, cookies.refresh, device=device), proven.recovery_codes
    return LoginAnswer(public=cookies.set_cookies(issued).public, recovery_codes=codes)


@router.post("/auth/tokens/setup", max_body_size=16_384)
async def set_up(
    caller: Annotated[Caller, Public], data: SetUpRequest, session: Session, device: Client
) -> AuthenticatorSecret:
    """What to give an authenticator app where a login may not be finished without one; 401 `challenge_expired`.

    A code of the app, sent to `POST /auth/tokens` with the challenge, sets it up and logs in.
    """
    return await second_step.set_up(session, data.challenge, device=device)


@router.delete("/auth/tokens", status_code=204)
async def delete(caller: Annotated[Caller, Public], session: Session, cookies: Cookies) -> None:
    """Log out. The session's tokens stop working at once, in every service."""
    await login.logout(session, caller, cookies.refresh)
    cookies.clear_cookies()


@router.get("/private/sessions/{id}", include_in_schema=False)
async def get_session(
    id: uuid.UUID, service: Annotated[str, Internal("auth", "cms", "content", "crm", "ecom", "web")], session: Session
) -> ActiveSession:
    """Whether a session is active: 200, or 404 `session_not_found` when there is none or it has been ended.

    Services ask when Redis, which usually tells, is away.
    """
    row = await SessionRepository(session).get_active(id)
    return ActiveSession(id=row.id)

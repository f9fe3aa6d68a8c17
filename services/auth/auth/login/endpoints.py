"""Login, refresh and logout."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.credentials.schemas import AuthenticatorSecret
from auth.login.schemas import Login, LoginAnswer, LoginByCode, Refresh, SetUpRequest, TokenRequest
from auth.login.second_step import SecondStep
from auth.login.service import Tokens
from auth.sessions.cookies import Cookies
from auth.sessions.repository import SessionRepository
from auth.sessions.schemas import SessionStands
from kit.auth import Caller, Internal, Public
from kit.db import Session

router = APIRouter(tags=["tokens"])


@router.post("/auth/tokens", response_model_exclude_none=True, max_body_size=16_384)
async def create(
    caller: Annotated[Caller, Public], body: TokenRequest, tokens: Tokens, second_step: SecondStep, cookies: Cookies
) -> LoginAnswer:
    """Log in, or renew the access token; the answer's cookies carry the tokens.

    Login: 401 `invalid_credentials`, `account_disabled`, `second_factor_needed` (with `challenge` and `methods`),
    `second_factor_setup_needed` (with `challenge`), 429 `too_many_attempts`, 503 `busy`. Its second
    step: 401 `wrong_code`, `passkey_refused`, `challenge_over`, 429. Refresh: 401
    `session_expired`, `refresh_reused`.
    """
    if isinstance(body, Refresh):
        with cookies.forgotten_when_over():
            issued, codes = await tokens.refresh(cookies.refresh), None
    elif isinstance(body, Login):
        issued, codes = await tokens.login(body.email, body.password, cookies.refresh), None
    else:
        proven = await (
            second_step.by_code(body.challenge, body.code)
            if isinstance(body, LoginByCode)
            else second_step.by_passkey(body.challenge, body.passkey)
        )
        issued, codes = await tokens.enter(proven, cookies.refresh), proven.recovery_codes
    return LoginAnswer(public=cookies.hand_over(issued).public, recovery_codes=codes)


@router.post("/auth/tokens/setup", max_body_size=16_384)
async def set_up(caller: Annotated[Caller, Public], body: SetUpRequest, second_step: SecondStep) -> AuthenticatorSecret:
    """What to give an authenticator app where a login may not be finished without one; 401 `challenge_over`.

    A code of the app, sent to `POST /auth/tokens` with the challenge, sets it up and logs in.
    """
    return await second_step.set_up(body.challenge)


@router.delete("/auth/tokens", status_code=204)
async def delete(caller: Annotated[Caller, Public], tokens: Tokens, cookies: Cookies) -> None:
    """Log out. The session's tokens stop working at once, in every service."""
    await tokens.logout(caller, cookies.refresh)
    cookies.take_back()


@router.get("/private/sessions/{id}", include_in_schema=False)
async def get_session(
    id: uuid.UUID, service: Annotated[str, Internal("auth", "cms", "content", "crm", "ecom", "web")], session: Session
) -> SessionStands:
    """Whether a session stands: 200, or 404 `session_not_found` when there is none or it has been ended.

    Services ask when Redis, which usually tells, is away.
    """
    row = await SessionRepository(session).standing_by_id(id)
    return SessionStands(id=row.id)

"""Login, refresh and logout."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.challenges.errors import ChallengeOver
from auth.tokens.cookies import Cookies
from auth.tokens.repository import SessionRepository
from auth.tokens.schemas import Login, LoginAnswer, LoginByCode, LoginByPasskey, SessionStands, TokenRequest
from auth.tokens.service import Tokens
from kit.auth import Caller, Internal, Public
from kit.db import Session

router = APIRouter(tags=["tokens"])


@router.post("/auth/tokens", response_model_exclude_none=True, max_body_size=16_384)
async def create(
    caller: Annotated[Caller, Public], body: TokenRequest, tokens: Tokens, cookies: Cookies
) -> LoginAnswer:
    """Log in, or renew the access token; the answer's cookies carry the tokens.

    Login: 401 `invalid_credentials`, `second_factor_needed` (with `challenge` and `methods`),
    `second_factor_setup_needed` (with `challenge`), 429 `too_many_attempts`, 503 `busy`. Its second
    step: 401 `wrong_code`, `passkey_refused`, `challenge_over`, 429. Refresh: 401
    `session_expired`, `refresh_reused`.
    """
    if isinstance(body, (LoginByCode, LoginByPasskey)):
        raise ChallengeOver
    if isinstance(body, Login):
        issued = await tokens.login(body.email, body.password, cookies.refresh)
    else:
        issued = await tokens.refresh(cookies.refresh)
    return LoginAnswer(public=cookies.hand_over(issued).public)


@router.delete("/auth/tokens", status_code=204)
async def delete(caller: Annotated[Caller, Public], tokens: Tokens, cookies: Cookies) -> None:
    """Log out. The session's tokens stop working at once, in every service."""
    await tokens.logout(caller, cookies.refresh)
    cookies.take_back()


@router.get("/private/sessions/{id}", include_in_schema=False)
async def get_session(id: uuid.UUID, service: Annotated[str, Internal], session: Session) -> SessionStands:
    """Whether a session stands: 200, or 404 `session_not_found` when there is none or it has been ended.

    Services ask when Redis, which usually tells, is away.
    """
    row = await SessionRepository(session).standing_by_id(id)
    return SessionStands(id=row.id)

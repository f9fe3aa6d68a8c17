"""Login, refresh and logout."""

import uuid
from typing import Annotated

from fastapi import APIRouter

from auth.tokens.cookies import Cookies
from auth.tokens.repository import SessionRepository
from auth.tokens.schemas import Login, SessionStands, TokenAnswer, TokenRequest
from auth.tokens.service import Tokens
from kit.auth import Caller, Internal, Public
from kit.db import Session

router = APIRouter(tags=["tokens"])


@router.post("/auth/tokens", max_body_size=16_384)
async def create(
    caller: Annotated[Caller, Public], body: TokenRequest, tokens: Tokens, cookies: Cookies
) -> TokenAnswer:
    """Log in, or renew the access token; the answer's cookies carry the tokens.

    Login: 401 `invalid_credentials`, 429 `too_many_attempts`, 503 `busy`. Refresh: 401
    `session_expired`, 401 `refresh_reused`.
    """
    if isinstance(body, Login):
        return cookies.hand_over(await tokens.login(body.email, body.password, cookies.refresh))
    return cookies.hand_over(await tokens.refresh(cookies.refresh))


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

import uuid
from typing import Annotated

from fastapi import APIRouter, Cookie, Request, Response
from kit.auth import REFRESH_COOKIE, Caller, Internal, Public
from kit.db import Session

from auth.config import settings_of
from auth.tokens.cookies import clear_cookies, set_cookies
from auth.tokens.repository import SessionRepository
from auth.tokens.schemas import Login, SessionStands, TokenAnswer, TokenRequest
from auth.tokens.service import Tokens

router = APIRouter(tags=["tokens"])

RefreshCookie = Annotated[str | None, Cookie(alias=REFRESH_COOKIE, include_in_schema=False)]


@router.post("/auth/tokens", max_body_size=16_384)
async def create(
    caller: Annotated[Caller, Public],
    body: TokenRequest,
    tokens: Tokens,
    request: Request,
    response: Response,
    refresh: RefreshCookie = None,
) -> TokenAnswer:
    """Log in, or renew the access token; the answer's cookies carry the tokens.

    Login: 401 `invalid_credentials`, 429 `too_many_attempts`. Refresh: 401 `session_expired`,
    401 `refresh_reused`.
    """
    if isinstance(body, Login):
        issued = await tokens.login(body.email, body.password, refresh)
    else:
        issued = await tokens.refresh(refresh)
    set_cookies(response, issued, secure=settings_of(request).secure_cookies)
    return issued.answer()


@router.delete("/auth/tokens", status_code=204)
async def delete(
    caller: Annotated[Caller, Public],
    tokens: Tokens,
    request: Request,
    response: Response,
    refresh: RefreshCookie = None,
) -> None:
    """Log out. The session's tokens stop working at once, in every service."""
    await tokens.logout(caller, refresh)
    clear_cookies(response, secure=settings_of(request).secure_cookies)


@router.get("/private/sessions/{id}", include_in_schema=False)
async def get_session(id: uuid.UUID, service: Annotated[str, Internal], session: Session) -> SessionStands:
    """Whether a session stands: 200, or 404 `session_not_found` when there is none or it has been ended.

    Services ask when Redis, which usually tells, is away.
    """
    row = await SessionRepository(session).standing_by_id(id)
    return SessionStands(id=row.id)

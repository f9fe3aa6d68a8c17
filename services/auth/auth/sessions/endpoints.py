"""Where somebody is logged in."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter

from auth.dependencies import Client
from auth.sessions import service as sessions
from auth.sessions.dependencies import Cookies
from auth.sessions.schemas import SessionOut
from kit.auth import InSession, Principal, requires
from kit.db import Session

router = APIRouter(tags=["sessions"])

_Own = Annotated[Principal, InSession]
_Administrator = Annotated[Principal, requires("admin", in_session=True)]


@router.get("/auth/sessions")
async def list(principal: _Own, session: Session) -> Sequence[SessionOut]:
    """One's own sessions, the one used last first; the latest 100."""
    return await sessions.list(session, principal, uuid.UUID(principal.user_id))


@router.delete("/auth/sessions/{id}", status_code=204)
async def delete(id: uuid.UUID, principal: _Own, session: Session, device: Client, cookies: Cookies) -> None:
    """End one of one's own sessions at once. The present one: a logout. 404 `session_not_found`."""
    await sessions.end_own(session, principal, id, device=device)
    if principal.session_id == str(id):
        cookies.clear_cookies()


@router.delete("/auth/sessions", status_code=204)
async def delete_others(principal: _Own, session: Session, device: Client) -> None:
    """End all of one's own sessions but the present one, at once."""
    await sessions.end_others(session, principal, device=device)


@router.get("/auth/users/{id}/sessions")
async def list_of_user(id: uuid.UUID, principal: _Administrator, session: Session) -> Sequence[SessionOut]:
    """Where somebody is logged in, the session used last first; the latest 100."""
    return await sessions.list_of(session, principal, id)


@router.delete("/auth/users/{id}/sessions", status_code=204)
async def delete_of_user(id: uuid.UUID, principal: _Administrator, session: Session, device: Client) -> None:
    """End all of somebody's sessions at once."""
    await sessions.end_all_of(session, principal, id, device=device)


@router.delete("/auth/users/{id}/sessions/{session_id}", status_code=204)
async def delete_one_of_user(
    id: uuid.UUID, session_id: uuid.UUID, principal: _Administrator, session: Session, device: Client
) -> None:
    """End one of somebody's sessions at once. 404 `session_not_found`."""
    await sessions.end_one_of(session, principal, id, session_id, device=device)

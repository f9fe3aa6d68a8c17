"""Where somebody is logged in."""

import uuid
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter

from auth.sessions.cookies import Cookies
from auth.sessions.schemas import SessionOut
from auth.sessions.service import Sessions
from kit.auth import InSession, Principal, requires

router = APIRouter(tags=["sessions"])

_Own = Annotated[Principal, InSession]
_Administrator = Annotated[Principal, requires("admin", in_session=True)]


@router.get("/auth/sessions")
async def list(principal: _Own, sessions: Sessions) -> Sequence[SessionOut]:
    """One's own sessions, the one used last first; the latest 100."""
    return await sessions.list(uuid.UUID(principal.user_id), principal)


@router.delete("/auth/sessions/{id}", status_code=204)
async def delete(id: uuid.UUID, principal: _Own, sessions: Sessions, cookies: Cookies) -> None:
    """End one of one's own sessions at once. The present one: a logout. 404 `session_not_found`."""
    await sessions.end_own(principal, id)
    if principal.session_id == str(id):
        cookies.take_back()


@router.delete("/auth/sessions", status_code=204)
async def delete_others(principal: _Own, sessions: Sessions) -> None:
    """End all of one's own sessions but the present one, at once."""
    await sessions.end_others(principal)


@router.get("/auth/users/{id}/sessions")
async def list_of_user(id: uuid.UUID, principal: _Administrator, sessions: Sessions) -> Sequence[SessionOut]:
    """Where somebody is logged in, the session used last first; the latest 100."""
    return await sessions.list_of(id, principal)


@router.delete("/auth/users/{id}/sessions", status_code=204)
async def delete_of_user(id: uuid.UUID, principal: _Administrator, sessions: Sessions) -> None:
    """End all of somebody's sessions at once."""
    await sessions.end_all_of(id, principal)


@router.delete("/auth/users/{id}/sessions/{session_id}", status_code=204)
async def delete_one_of_user(
    id: uuid.UUID, session_id: uuid.UUID, principal: _Administrator, sessions: Sessions
) -> None:
    """End one of somebody's sessions at once. 404 `session_not_found`."""
    await sessions.end_one_of(id, session_id, principal)

"""``/cms/trackers``: a resource that pages hear of, and what visitors load of it."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from cms.trackers import service
from cms.trackers.models import Tracker
from cms.trackers.schemas import ActiveTrackersOut, TrackerIn, TrackerOut
from kit import preconditions
from kit.auth import Caller, Principal, Public, requires
from kit.crud_routes import crud_router
from kit.db import Session
from kit.preconditions import IfMatch

router = crud_router(service.trackers, "/cms/trackers", without=["create", "update", "delete"])
site_router = APIRouter()

_Super = Annotated[Principal, requires("super")]
_Anybody = Annotated[Caller, Public]
_Version = Annotated[
    str | None, Query(alias="v", max_length=100, description="The tracker's version: it may be kept for ever.")
]
_FOR_GOOD = "public, max-age=31536000, immutable"
_FOR_A_WHILE = "public, max-age=60"


@router.post("", response_model=TrackerOut, status_code=201)
async def create(data: TrackerIn, session: Session, principal: _Super, response: Response) -> Tracker:
    """Add a tracker. Pages load it from then on, for those who agree to its category."""
    tracker = await service.create(session, principal, data)
    preconditions.tag_version(response, tracker.version)
    return tracker


@router.put("/{id}", response_model=TrackerOut)
async def update(
    id: uuid.UUID, data: TrackerIn, session: Session, principal: _Super, response: Response, if_match: IfMatch = None
) -> Tracker:
    """Replace a tracker's fields."""
    tracker = await service.update(session, principal, data, id, if_match)
    preconditions.tag_version(response, tracker.version)
    return tracker


@router.delete("/{id}", status_code=204)
async def delete(id: uuid.UUID, session: Session, principal: _Super, if_match: IfMatch = None) -> None:
    """Delete a tracker. Pages no longer load it."""
    await service.delete(session, principal, id, if_match)


@router.get("/{id}/scripts/{number}", response_class=PlainTextResponse)
async def get_script(
    id: uuid.UUID,
    number: Annotated[int, Path(ge=0, le=100)],
    session: Session,
    caller: _Anybody,
    v: _Version = None,
) -> Response:
    """An inline script of a tracker as a file of its own. Its address changes with what it says."""
    text, version = await service.script(session, id, number)
    # Asked for by a version to come, it would be kept in place of what it says then.
    caching = _FOR_GOOD if v == str(version) else _FOR_A_WHILE
    return Response(text, media_type="text/javascript; charset=utf-8", headers={"Cache-Control": caching})


@site_router.get("/cms/site/trackers")
async def list_active(session: Session, caller: _Anybody, response: Response) -> ActiveTrackersOut:
    """List the active trackers as elements. Pages add the version that they were made for: it makes another address."""
    response.headers["Cache-Control"] = "public, max-age=86400"
    return await service.active(session)

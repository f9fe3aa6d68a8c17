"""The rules of trackers: a snippet is taken apart when it is saved, and pages hear of every change."""

import uuid
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.trackers.events import TrackerDeleted, announce
from cms.trackers.models import Tracker
from cms.trackers.schemas import ActiveTrackerOut, ActiveTrackersOut, ElementOut, TrackerIn, TrackerOut
from cms.trackers.snippets import take_apart
from kit.auth import Principal
from kit.crud import Resource
from kit.errors import NotFound
from kit.events import emit

trackers = Resource(
    Tracker,
    name="tracker",
    data=TrackerIn,
    out=TrackerOut,
    read=("admin",),
    # A snippet runs in every visitor's browser as the site's own code, as a template's script does.
    write=("super",),
    search=(Tracker.name,),
    filters={"category": Tracker.category, "is-on-all-pages": Tracker.is_on_all_pages},
    sort={"name": Tracker.name, "category": Tracker.category, "createdAt": Tracker.created_at},
    default_sort="name",
)


class ScriptNotFound(NotFound):
    """404: there is no such script of a tracker that is on."""

    code = "tracker_script_not_found"


async def create(session: AsyncSession, principal: Principal, data: TrackerIn) -> Tracker:
    """Add a tracker. Raises what `Resource.create` raises."""
    row = await trackers.create(session, principal, data)
    await announce(session)
    return row


async def update(
    session: AsyncSession, principal: Principal, data: TrackerIn, identifier: uuid.UUID, if_match: str | None
) -> Tracker:
    """Replace a tracker's fields. Raises what `Resource.update` raises."""
    row = await trackers.update(session, principal, identifier, data, if_match)
    await announce(session)
    return row


async def delete(session: AsyncSession, principal: Principal, identifier: uuid.UUID, if_match: str | None) -> None:
    """Delete a tracker. Raises what `Resource.delete` raises."""
    await trackers.delete(session, principal, identifier, if_match)
    emit(session, TrackerDeleted(id=identifier))
    await announce(session)


async def active(session: AsyncSession) -> ActiveTrackersOut:
    """What pages load, in the order of the names."""
    found = await session.scalars(select(Tracker).where(Tracker.is_enabled).order_by(Tracker.name))
    return ActiveTrackersOut(trackers=[_as_loaded(tracker) for tracker in found])


async def script(session: AsyncSession, identifier: uuid.UUID, number: int) -> tuple[str, int]:
    """What an inline script of a tracker says, and the tracker's version. Raises `ScriptNotFound`."""
    tracker = await session.get(Tracker, identifier)
    scripts = take_apart(tracker.snippet).scripts if tracker is not None and tracker.is_enabled else ()
    if tracker is None or number >= len(scripts):
        raise ScriptNotFound
    return scripts[number], tracker.version


def _as_loaded(tracker: Tracker) -> ActiveTrackerOut:
    elements = [_element(tracker, element) for element in take_apart(tracker.snippet).elements]
    return ActiveTrackerOut(
        id=tracker.id,
        is_on_all_pages=tracker.is_on_all_pages,
        category=tracker.category,
        place=tracker.place,
        elements=elements,
    )


def _element(tracker: Tracker, element: dict[str, Any]) -> ElementOut:
    attributes = dict(element["attributes"])
    if "script" in element:
        attributes["src"] = f"/cms/trackers/{tracker.id}/scripts/{element['script']}?v={tracker.version}"
    return ElementOut(tag=element["tag"], attributes=attributes, text=element.get("text", ""))

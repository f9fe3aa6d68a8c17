"""What other services tell that pages name."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from content.pages import trackers
from kit.events import Event, Payload, on_event


class TrackerDeleted(Payload):
    """A tracker is gone, as cms announces it."""

    id: uuid.UUID


@on_event("cms.tracker_deleted", TrackerDeleted)
async def detach_tracker(session: AsyncSession, event: Event[TrackerDeleted]) -> None:
    """Take it off the pages that have it."""
    await trackers.detach(session, event.payload.id)

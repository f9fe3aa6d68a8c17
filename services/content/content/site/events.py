"""What other services tell about the site: cms owns its settings, and renders show some of them."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.site import service
from content.site.schemas import SiteChanged, TrackersChanged
from kit.events import Event, on_event


@on_event("cms.site_changed", SiteChanged)
async def keep_equal(session: AsyncSession, event: Event[SiteChanged]) -> None:
    """Take over the site's settings as cms announces them."""
    await service.apply_event(session, event.payload)


@on_event("cms.trackers_changed", TrackersChanged)
async def keep_trackers(session: AsyncSession, event: Event[TrackersChanged]) -> None:
    """Take over what pages load of others."""
    await service.apply_trackers(session, event.payload)

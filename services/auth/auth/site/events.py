"""What cms tells about the site."""

from sqlalchemy.ext.asyncio import AsyncSession

from auth.site.schemas import SITE_CHANGED, SiteChanged
from auth.site.service import update_site
from kit.events import Event, on_event


@on_event(SITE_CHANGED, SiteChanged)
async def keep_settings(session: AsyncSession, event: Event[SiteChanged]) -> None:
    """Take over the settings as cms announces them."""
    await update_site(session, event.payload)

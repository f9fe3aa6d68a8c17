"""The site's settings, kept equal to what cms calls them."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.site import dark_mode
from content.site.models import Site
from content.site.repository import SiteRepository
from content.site.schemas import SiteChanged, TrackersChanged
from kit.locks import lock_named


async def lock(session: AsyncSession) -> Site | None:
    """The site, once it is set up; nobody else sets it up or changes its settings before this transaction ends.

    By name: before the set-up there is no row that a second set-up could wait for.
    """
    await lock_named(session, "content.site")
    return await SiteRepository(session).one_or_none()


async def apply_event(session: AsyncSession, data: SiteChanged) -> None:
    """Take over the settings that cms announced, unless later ones are there already.

    Before the set-up there is no site to change; set-up brings the settings of its own.
    """
    site = await lock(session)
    if site is None or data.version <= site.settings_version:
        return
    await change(session, site, data.settings())
    site.settings_version = data.version
    await session.flush()


async def apply_trackers(session: AsyncSession, data: TrackersChanged) -> None:
    """Take over what cms announced of trackers, unless something later is there already."""
    site = await lock(session)
    if site is None or data.version <= site.trackers.get("version", 0):
        return
    await change(session, site, {"trackers": data.model_dump(by_alias=True)})


async def change(session: AsyncSession, site: Site, settings: Mapping[str, Any]) -> None:
    """Give the site these settings; every page shows some of them."""
    changed = {name: value for name, value in settings.items() if getattr(site, name) != value}
    if changed:
        await changes.record(session, ["site"], user_id=None)
        for name, value in changed.items():
            setattr(site, name, value)
        await session.flush()
        await dark_mode.refresh(session)
        await session.refresh(site)

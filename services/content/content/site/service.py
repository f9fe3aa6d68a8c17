from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from content import templates
from content.changes import service as changes
from content.site.first_layout import default_layout
from content.site.first_pages import first_pages
from content.site.models import Site
from content.site.repository import SiteRepository
from content.site.schemas import SiteChanged, SiteIn
from content.templates.models import Template
from kit.db import new_id

_DEFAULT_CSS = Path(templates.__file__).with_name("default") / "inline.css"
# Two set-ups at once take turns: there is no row yet that the second could wait for.
_ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(1)")


async def put(session: AsyncSession, data: SiteIn) -> Site:
    """Set the site up with its first look, layout and pages; later, change its settings only.

    Sending the same again changes nothing.
    """
    await session.execute(_ONE_AT_A_TIME)
    site = await SiteRepository(session).one_or_none()
    if site is None:
        return await _set_up(session, data)
    await _change(session, site, data.model_dump())
    return site


async def follow(session: AsyncSession, told: SiteChanged) -> None:
    """Take over the settings that cms announced, unless later ones are there already.

    Before the set-up there is no site to change; set-up brings the settings of its own.
    """
    await session.execute(_ONE_AT_A_TIME)
    site = await SiteRepository(session).one_or_none()
    if site is None or told.version <= site.settings_version:
        return
    await _change(session, site, told.model_dump(exclude={"version"}, by_alias=False))
    site.settings_version = told.version
    await session.flush()


async def _change(session: AsyncSession, site: Site, settings: Mapping[str, Any]) -> None:
    """Give the site these settings; every page shows some of them."""
    changed = {name: value for name, value in settings.items() if getattr(site, name) != value}
    if changed:
        await changes.record(session, ["site"], user_id=None)
        for name, value in changed.items():
            setattr(site, name, value)
        await session.flush()
        await session.refresh(site)


async def _set_up(session: AsyncSession, data: SiteIn) -> Site:
    css = _DEFAULT_CSS.read_text(encoding="utf-8")
    template = Template(id=new_id(), name="Default", inline_scss=css, inline_css=css, version=1)
    layout, layout_plugins = default_layout(data.name, version=1)
    session.add_all([template, layout, *layout_plugins])
    await session.flush()
    site = Site(default_template_id=template.id, default_layout_id=layout.id, version=0, **data.model_dump())
    session.add(site)
    await session.flush()
    rows = first_pages(data.name, template, layout, version=1)
    session.add_all(rows)
    await changes.record(session, ["menu", "site"], user_id=None)
    await session.flush()
    await session.refresh(site)
    return site

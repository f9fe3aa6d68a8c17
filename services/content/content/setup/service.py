"""Setting the site up."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.changes import service as changes
from content.setup.first_layout import default_layout
from content.setup.first_pages import first_pages
from content.setup.first_templates import first_templates
from content.setup.first_words import words_for
from content.site import service as site_service
from content.site.models import Site
from content.site.schemas import SiteIn


async def put(session: AsyncSession, data: SiteIn) -> Site:
    """Set the site up with its first look, layout and pages; later, change its settings only.

    Sending the same again changes nothing.
    """
    site = await site_service.lock(session)
    if site is None:
        return await _set_up(session, data)
    await site_service.change(session, site, data.model_dump())
    return site


async def _set_up(session: AsyncSession, data: SiteIn) -> Site:
    words = words_for(data.language)
    templates = first_templates(version=1)
    template = templates[0]
    layout, layout_plugins = default_layout(words, version=1)
    session.add_all([*templates, layout, *layout_plugins])
    await session.flush()
    site = Site(default_template_id=template.id, default_layout_id=layout.id, version=0, **data.model_dump())
    session.add(site)
    await session.flush()
    rows = first_pages(words, template, layout, version=1)
    session.add_all(rows)
    await changes.record(session, ["menu", "site"], user_id=None)
    await session.flush()
    await session.refresh(site)
    return site

"""Minifying templates that were saved while the web host was away, at the site's set-up, or by an earlier release."""

from typing import Any

from sqlalchemy import select

from content.changes.events import emit_changed
from content.site.models import Site
from content.templates.compiled import minify_stored
from content.templates.models import Template
from content.templates.repository import TemplateRepository
from kit.jobs import Run, task
from kit.state import KitState

MINIFY = "templates.minify"
_HOUR = 3600


@task(MINIFY, timeout=600, attempts=10, every=_HOUR)
async def minify(run: Run, args: dict[str, Any]) -> dict[str, int]:
    """Minify every template that is not; gives how many there were. Raises Unavailable while the web host is away."""
    async with run.state.database.reading() as session:
        waiting = await TemplateRepository(session).not_minified()
    written = [await _minify_one(run.state, template) for template in waiting]
    return {"templates": sum(written)}


async def _minify_one(state: KitState, template: Template) -> bool:
    """Whether it was still to be done; what was saved meanwhile has a form of its own, or waits for it."""
    minified = await minify_stored(state, template)
    async with state.database.transaction() as session:
        if not await TemplateRepository(session).store_minified(template, minified):
            return False
        version: int = (await session.scalars(select(Site.version))).one()
        # Pages that were rendered with the sources say the same in more bytes.
        emit_changed(session, version, [f"template:{template.id}"])
    return True

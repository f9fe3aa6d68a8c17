"""`content.changed`: told after every commit that changed what a page shows."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from kit.events import emit

CONTENT_CHANGED = "content.changed"


def emit_changed(session: AsyncSession, version: int, tags: Iterable[str]) -> None:
    """Announce that renders with any of these tags (PageRender.tags) are stale from this site version on."""
    emit(session, CONTENT_CHANGED, {"version": version, "tags": sorted(tags)})

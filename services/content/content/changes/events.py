"""`content.pages_changed`: emitted with every commit that changes what a page shows."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from kit.events import Payload, emit, event


@event("content.pages_changed", formerly=["content.changed"])
class PagesChanged(Payload):
    """Renders with any of these tags (`PageRender.tags`) are stale from this version of the site on."""

    version: int
    tags: list[str]


def emit_changed(session: AsyncSession, version: int, tags: Iterable[str]) -> None:
    """Announce that renders with any of these tags are stale from this site version on."""
    emit(session, PagesChanged(version=version, tags=sorted(tags)))

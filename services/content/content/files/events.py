"""What cms tells of the library: pages show its files."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.files import service
from content.files.tasks import ADOPT
from kit.events import Event, on_event
from kit.jobs import enqueue
from kit.known_files.facts import FilesChanged


@on_event("cms.files_changed", FilesChanged)
async def keep_equal(session: AsyncSession, event: Event[FilesChanged]) -> None:
    """Take over what pages show of files."""
    await service.apply_event(session, event.payload, event.at)
    span = event.payload.span
    if span is not None and span.of == "files" and span.until is None:
        # Now all files are known.
        await enqueue(session, ADOPT, {})

"""What cms tells of the library: pages show its files."""

from sqlalchemy.ext.asyncio import AsyncSession

from content.files import service
from content.files.schemas import FilesChanged
from kit.events import Event, on_event


@on_event("cms.files_changed", FilesChanged)
async def keep_equal(session: AsyncSession, event: Event[FilesChanged]) -> None:
    """Take over what pages show of files."""
    await service.apply_event(session, event.payload, event.at)

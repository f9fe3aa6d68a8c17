"""What cms tells of the library: products show its images."""

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.events import emit_tags
from ecom.files.models import File, Folder
from kit.events import Event, on_event
from kit.known_files.facts import FilesChanged
from kit.known_files.keeping import keep


@on_event("cms.files_changed", FilesChanged)
async def keep_equal(session: AsyncSession, event: Event[FilesChanged]) -> None:
    """Take over what products show of files.

    Content tells of the same change, and a page may be drawn between the two: so this is told once more.
    """
    changed = await keep(session, File, Folder, event.payload, event.at)
    if changed:
        emit_tags(session, *sorted(changed))

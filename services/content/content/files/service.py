"""The library's files, kept equal to what cms tells of them."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from content.changes.events import emit_changed
from content.documents.loading import connection_of
from content.files.models import File, Folder
from content.search.indexing import note_changed_files
from content.site.models import Site
from kit.known_files.facts import FilesChanged
from kit.known_files.keeping import keep


async def apply_event(session: AsyncSession, data: FilesChanged, at: datetime) -> None:
    """Take over what cms announced, unless something later is there already, and tell which renders are stale.

    The site's version stays: nothing that somebody edits has changed.
    """
    changed = await keep(session, File, Folder, data, at)
    await note_changed_files(await connection_of(session), changed)
    version = await session.scalar(select(Site.version))
    # Before the set-up no page shows anything.
    if changed and version is not None:
        emit_changed(session, version, changed)

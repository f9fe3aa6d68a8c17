"""What cms tells of files."""

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.models import Bucket, Entity
from kit.events import Payload, emit, event

_TAGS_AT_ONCE = 1000


@event("cms.files_changed")
class FilesChanged(Payload):
    """Files have other contents, names, settings or readers, or are gone.

    What shows a file carries the tags ``file:<id>`` and, since all in a folder changes with it, ``folder:<id>``.
    """

    tags: list[str]


def announce(session: AsyncSession, rows: Iterable[Entity | Bucket]) -> None:
    """Tell of files and folders that have been changed, once the transaction is committed."""
    tags = [f"{'file' if isinstance(row, Entity) else 'folder'}:{row.id}" for row in rows]
    for begin in range(0, len(tags), _TAGS_AT_ONCE):
        emit(session, FilesChanged(tags=tags[begin : begin + _TAGS_AT_ONCE]))

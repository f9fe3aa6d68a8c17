"""What cms tells of files: that they changed, and what those have to know of them who show them."""

import uuid
from collections.abc import Iterable, Sequence
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.content_versions import content_version_of, focal_point_of
from cms.files.models import Bucket, Entity
from kit.events import Payload, emit, event, restates
from kit.jobs import enqueue
from kit.known_files.protected import is_protected

RESTATE = "files.restate"
AT_ONCE = 200
"""Files and folders that one event tells of."""
_FOR_ADMINS = ["admin"]


class FileFacts(Payload):
    """A file as it is now. Its readers are those of `cms.files.access.may_read`; later facts have higher versions."""

    id: uuid.UUID
    version: int
    folder_id: uuid.UUID | None
    name: str
    is_public: bool
    scope_whitelist: list[str]
    is_deleted: bool
    mime_type: str
    size: int
    width: int | None
    height: int | None
    has_sizes: bool
    """Whether it is an image that there are sizes of."""
    alt: str
    title: str
    focal_x: float
    focal_y: float
    content_version: str
    """What its address says to mean this content."""


class FolderFacts(Payload):
    """A folder as it is now; what is in it is deleted with it, and is for those alone whom the whitelist names."""

    id: uuid.UUID
    version: int
    name: str
    scope_whitelist: list[str]
    is_deleted: bool


class Span(Payload):
    """All ids after one up to another; None is the beginning or the end."""

    of: Literal["files", "folders"]
    after: uuid.UUID | None
    until: uuid.UUID | None


@event("cms.files_changed")
class FilesChanged(Payload):
    """Files and folders as they are now, those ``removed`` for good, and the tags of what shows any of them.

    What shows a file carries the tags ``file:<id>`` and, since all in a folder changes with it, ``folder:<id>``: what
    becomes of a folder is told of it and of those below it, not of each file. With a ``span`` these are all that there
    are of its ids.
    """

    tags: list[str]
    files: list[FileFacts] = []
    folders: list[FolderFacts] = []
    removed: list[uuid.UUID] = []
    span: Span | None = None


def announce(session: AsyncSession, rows: Iterable[Entity | Bucket]) -> None:
    """Tell of files and folders that have been changed, once the transaction is committed."""
    rows = list(rows)
    for begin in range(0, len(rows), AT_ONCE):
        some = rows[begin : begin + AT_ONCE]
        tags = [f"{'file' if isinstance(row, Entity) else 'folder'}:{row.id}" for row in some]
        emit(session, event_of(some, tags))


def announce_removed(session: AsyncSession, ids: Sequence[uuid.UUID]) -> None:
    """Tell which files and folders cannot be brought back any more."""
    for begin in range(0, len(ids), AT_ONCE):
        emit(session, FilesChanged(tags=[], removed=[*ids[begin : begin + AT_ONCE]]))


def event_of(rows: Iterable[Entity | Bucket], tags: Sequence[str] = (), span: Span | None = None) -> FilesChanged:
    """The event about these rows. Records of JSON are no files: nothing of them is told."""
    rows = list(rows)
    return FilesChanged(
        tags=[*tags],
        files=[_file(row) for row in rows if isinstance(row, Entity) and row.storage_key is not None],
        folders=[_folder(row) for row in rows if isinstance(row, Bucket)],
        span=span,
    )


@restates(FilesChanged)
async def restate(session: AsyncSession) -> None:
    """Have a job tell all that there is, some at a time: a site may have very many files."""
    await enqueue(session, RESTATE, {})


def _file(entity: Entity) -> FileFacts:
    meta, focal = entity.meta_data, focal_point_of(entity.meta_data.get("focalPoint"))
    return FileFacts(
        id=entity.id,
        version=entity.version,
        folder_id=entity.bucket_id,
        name=entity.name,
        is_public=entity.is_public,
        scope_whitelist=meta.get("scopeWhitelist") or [],
        is_deleted=entity.deleted_at is not None,
        mime_type=entity.mime_type or "",
        size=entity.size or 0,
        width=entity.width,
        height=entity.height,
        has_sizes=entity.image is not None,
        alt=meta.get("alt") or "",
        title=meta.get("title") or "",
        focal_x=focal[0],
        focal_y=focal[1],
        content_version=content_version_of(entity),
    )


def _folder(bucket: Bucket) -> FolderFacts:
    return FolderFacts(
        id=bucket.id,
        version=bucket.version,
        name=bucket.name,
        scope_whitelist=_FOR_ADMINS if is_protected(bucket.name) else bucket.meta_data.get("scopeWhitelist") or [],
        is_deleted=bucket.deleted_at is not None,
    )

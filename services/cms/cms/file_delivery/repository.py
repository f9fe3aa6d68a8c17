"""Finding the file at an address, in one statement."""

import unicodedata
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import asyncpg

from cms.files.content_versions import content_version, focal_point_of
from cms.files.errors import FileNotFound
from cms.files.kinds import UNKNOWN
from cms.files.models import Entity, FormerContent
from cms.files.names import LONGEST_NAME, LONGEST_PATH, parents_of
from cms.images.found import picture_of
from cms.images.variants import CENTRE, DEFAULT_QUALITY, Picture
from kit.known_files.protected import is_protected

_COLUMNS = """
SELECT e.id, e.storage_key, e.size, e.sha256, e.mime_type, e.is_public, coalesce(e.content_at, e.created_at) AS changed_at,
    e.meta_data -> 'scopeWhitelist' AS own, e.width, e.height, e.image, e.meta_data -> 'jpegQuality' AS quality,
    e.meta_data -> 'focalPoint' AS focal_point
"""
_AT_TOP = f"""{_COLUMNS}, NULL::jsonb AS above
FROM entities e
WHERE e.name = $1 AND e.bucket_id IS NULL AND e.deleted_at IS NULL AND e.storage_key IS NOT NULL
"""  # of constants
_IN_FOLDER = f"""{_COLUMNS}, (
    SELECT jsonb_agg(b.meta_data -> 'scopeWhitelist') FROM buckets b
    WHERE b.name = ANY($3::text[]) AND b.deleted_at IS NULL
) AS above
FROM entities e
WHERE e.name = $1 AND e.deleted_at IS NULL AND e.storage_key IS NOT NULL
    AND e.bucket_id = (SELECT f.id FROM buckets f WHERE f.name = $2 AND f.deleted_at IS NULL)
"""  # noqa: S608  # of constants


@dataclass(frozen=True, slots=True)
class DeliveredFile:
    """What delivery knows of a file. ``whitelists`` are its own and those of all folders above it."""

    id: uuid.UUID
    name: str
    bucket_name: str
    storage_key: str
    etag: str
    size: int
    sha256: str
    mime_type: str
    is_public: bool
    changed_at: datetime
    whitelists: Sequence[Sequence[str]]
    picture: Picture | None
    quality: int
    focal_point: tuple[float, float]

    @property
    def content_version(self) -> str:
        """What an address says to mean this content, as it is shown now."""
        return content_version(self.sha256, None if self.picture is None else self.quality, self.focal_point)

    @property
    def is_open(self) -> bool:
        """Whether everybody is shown it."""
        return self.is_public and not any(self.whitelists) and not is_protected(self.bucket_name)


def delivered_former(file: Entity, content: FormerContent) -> DeliveredFile:
    """A content that a file had, as the file was delivered with it; for those who manage the file alone."""
    picture = picture_of(content.width, content.height, content.image)
    return replace(
        _for_managers(file, content, content.replaced_at),
        picture=picture,
        quality=file.meta_data.get("jpegQuality") or DEFAULT_QUALITY,
        focal_point=focal_point_of(file.meta_data.get("focalPoint")),
    )


def as_uploaded(file: Entity) -> DeliveredFile:
    """A file with the very bytes that were uploaded, for those who manage it alone: an image is none to be converted."""
    return _for_managers(file, file, file.content_at or file.created_at)


def _for_managers(file: Entity, content: Entity | FormerContent, changed_at: datetime) -> DeliveredFile:
    """A content of a file as it is stored, shown to nobody by its address."""
    assert content.storage_key is not None  # what has none is no file
    assert content.sha256 is not None
    return DeliveredFile(
        id=file.id,
        name=file.name,
        bucket_name=file.bucket_name,
        storage_key=content.storage_key,
        etag=content.sha256[:32],
        size=content.size or 0,
        sha256=content.sha256,
        mime_type=content.mime_type or UNKNOWN,
        is_public=False,
        changed_at=changed_at,
        whitelists=(),
        picture=None,
        quality=DEFAULT_QUALITY,
        focal_point=CENTRE,
    )


async def find(pool: asyncpg.Pool, path: str) -> DeliveredFile:
    """The file at this path below ``/files/``. Raises `FileNotFound`."""
    # As names are stored: some systems write "ä" as two characters.
    bucket_name, _, name = unicodedata.normalize("NFC", path).rpartition("/")
    row = None
    if 0 < len(name) <= LONGEST_NAME and len(bucket_name) <= LONGEST_PATH:
        folders = [*parents_of(bucket_name), bucket_name]
        row = await (
            pool.fetchrow(_IN_FOLDER, name, bucket_name, folders) if bucket_name else pool.fetchrow(_AT_TOP, name)
        )
    if row is None:
        raise FileNotFound("There is no such file.")
    return DeliveredFile(
        id=row["id"],
        name=name,
        bucket_name=bucket_name,
        storage_key=row["storage_key"],
        etag=row["sha256"][:32],
        size=row["size"],
        sha256=row["sha256"],
        mime_type=row["mime_type"],
        is_public=row["is_public"],
        changed_at=row["changed_at"],
        whitelists=[each or [] for each in (row["own"], *(row["above"] or ()))],
        picture=picture_of(row["width"], row["height"], row["image"]),
        quality=row["quality"] or DEFAULT_QUALITY,
        focal_point=focal_point_of(row["focal_point"]),
    )

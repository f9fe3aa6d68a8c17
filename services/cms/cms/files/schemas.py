"""Files, folders and entities on the wire."""

import uuid
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from cms.files.content_versions import content_version_of
from cms.files.models import Bucket, Entity
from cms.files.names import extension_of, label_of
from cms.files.types import FileType, type_of
from kit.json_bounds import check_bounds
from kit.schemas import Out, RecordIn, RecordOut, Schema, Version

MOST_AT_ONCE = 1000
"""Files and folders that one call moves, deletes or restores."""


def _bounded(value: Any) -> Any:
    fault = check_bounds(value, "payload", max_depth=20, max_values=10_000)
    if fault is not None:
        raise PydanticCustomError("json_bounds", "{detail}", {"detail": fault.detail})
    return value


Json = Annotated[Any, AfterValidator(_bounded)]
"""JSON of any form, at most 20 levels deep and of 10,000 values."""
GivenName = Annotated[str, StringConstraints(max_length=2000)]
"""A name as somebody types it; `cms.files.names` says what becomes of it."""
ScopeWhitelist = Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=100)]], Field(max_length=100)]
Share = Annotated[float, Field(ge=0, le=1)]


class FocalPoint(Schema):
    """What has to be seen of an image, as shares of its width and height."""

    x: Share
    y: Share


class FileMeta(Schema):
    """What editors say of a file. ``exif``, ``folder`` and ``name`` are told and cannot be set."""

    alt: Annotated[str, StringConstraints(max_length=1000)] | None = None
    title: Annotated[str, StringConstraints(max_length=500)] | None = None
    jpeg_quality: Annotated[int, Field(strict=True, ge=1, le=100)] | None = None
    scope_whitelist: ScopeWhitelist = []
    focal_point: FocalPoint | None = None
    exif: Json = Field(default=None, description="Ignored.")
    folder: GivenName | None = Field(default=None, description="Ignored.")
    name: GivenName | None = Field(default=None, description="Ignored.")

    def stored(self) -> dict[str, Any]:
        """What is kept of it."""
        derived = {"exif", "folder", "name"}
        return self.model_dump(mode="json", by_alias=True, exclude=derived, exclude_none=True)


class BucketMeta(Schema):
    """What administrators of files say of a folder."""

    scope_whitelist: ScopeWhitelist = []


class BucketIn(RecordIn):
    """A folder as it is to be; its name is its path."""

    name: GivenName
    meta_data: BucketMeta | None = Field(default=None, description="As it is, where it is not given.")
    label: GivenName | None = Field(default=None, description="Ignored.")
    path: GivenName | None = Field(default=None, description="Ignored.")


class BucketMetaOut(Out):
    """Metadata of a folder."""

    scope_whitelist: list[str] = []


class BucketOut(RecordOut):
    """A folder. ``label`` is the last part of its name, ``path`` the address that its files are below."""

    name: str
    label: str
    path: str
    meta_data: BucketMetaOut


class BucketListed(BucketOut):
    """A folder in a list. ``files`` counts those right in it."""

    files: int


class FileUpdate(Schema):
    """What of a file is to be otherwise; what is not given stays."""

    bucket_name: GivenName | None = None
    name: GivenName | None = None
    is_public: bool | None = None
    meta_data: FileMeta | None = None
    payload: Json = None
    version: Annotated[
        Version | None, Field(description="The version that was read; it counts where there is no If-Match.")
    ] = None


class EntityIn(RecordIn):
    """A record of JSON in a folder."""

    bucket_name: GivenName
    name: GivenName
    payload: Json = {}
    is_public: bool = True
    meta_data: FileMeta = FileMeta()


class FocalPointOut(Out):
    """See `FocalPoint`."""

    x: float
    y: float


class FileMetaOut(Out):
    """Metadata of a file."""

    alt: str | None = None
    title: str | None = None
    jpeg_quality: int | None = None
    scope_whitelist: list[str] = []
    focal_point: FocalPointOut | None = None
    exif: dict[str, Any] | None = None
    folder: str
    name: str


class EntityOut(RecordOut):
    """A record of JSON in a folder."""

    name: str
    bucket_name: str
    payload: Any
    is_public: bool
    meta_data: FileMetaOut


class AbsolutePath(Out):
    """An address with the site's own before it."""

    raw: str
    uri: str


class FilePath(Out):
    """Where a file is delivered: as people read it, and as an address. ``versioned`` may be cached for ever."""

    raw: str
    uri: str
    versioned: str
    absolute: AbsolutePath


class FileOut(EntityOut):
    """A file. Width and height are known of images."""

    bucket_id: uuid.UUID | None
    ext: str
    type: FileType
    mime_type: str
    size: int
    width: int | None
    height: int | None
    path: FilePath
    alt: str
    title: str
    scope_whitelist: list[str]


class FolderListing(Out):
    """The contents of a folder. ``total`` counts the files; folders are not paged."""

    folder: BucketOut | None
    folders: list[BucketOut]
    files: list[FileOut]
    total: int
    start: int
    limit: int


class Selection(Schema):
    """Files and folders, by their ids."""

    files: Annotated[list[uuid.UUID], Field(max_length=MOST_AT_ONCE)] = []
    folders: Annotated[list[uuid.UUID], Field(max_length=MOST_AT_ONCE)] = []


class Move(Selection):
    """Files and folders that are to be in another folder; empty for the top of the library."""

    bucket_name: GivenName


class ItemProblem(Out):
    """Why something was not done with one of several."""

    status: int
    code: str
    detail: str


class Moved(Out):
    """The result for each item."""

    files: list[FileOut]
    folders: list[BucketOut]
    failed: dict[str, ItemProblem]


class Removed(Out):
    """What was deleted, by ids, and why something was not."""

    success: list[uuid.UUID]
    failed: dict[str, ItemProblem]


class AddressRequest(Schema):
    """For how long an address is to open a private file."""

    seconds: Annotated[int, Field(strict=True, ge=1, le=30 * 86_400)] = 3600


class SignedAddress(Out):
    """A signed address that opens a private file until it expires."""

    uri: str
    absolute_uri: str
    expires_at: int


def bucket_out(bucket: Bucket) -> BucketOut:
    """A folder as the wire has it."""
    return BucketOut(
        **_record(bucket),
        name=bucket.name,
        label=label_of(bucket.name),
        path=f"/files/{bucket.name}",
        meta_data=BucketMetaOut.model_validate(bucket.meta_data),
    )


def bucket_listed(bucket: Bucket, files: int) -> BucketListed:
    """A folder as lists have it."""
    return BucketListed(**bucket_out(bucket).model_dump(), files=files)


def entity_out(entity: Entity) -> EntityOut:
    """An entity as the wire has it. Its folder has to be loaded."""
    return EntityOut(**_entity(entity))


def file_out(entity: Entity, public_url: str) -> FileOut:
    """A file as the wire has it. Its folder has to be loaded."""
    meta: Mapping[str, Any] = entity.meta_data
    return FileOut(
        **_entity(entity),
        bucket_id=entity.bucket_id,
        ext=extension_of(entity.name),
        type=type_of(entity.mime_type or ""),
        mime_type=entity.mime_type or "",
        size=entity.size or 0,
        width=entity.width,
        height=entity.height,
        path=path_out(entity, public_url),
        alt=meta.get("alt") or "",
        title=meta.get("title") or "",
        scope_whitelist=meta.get("scopeWhitelist") or [],
    )


def path_out(entity: Entity, public_url: str) -> FilePath:
    """Where a file is delivered."""
    raw = f"/files/{entity.path}"
    uri = quote(raw)
    absolute = AbsolutePath(raw=f"{public_url}{raw}", uri=f"{public_url}{uri}")
    return FilePath(raw=raw, uri=uri, versioned=f"{uri}?v={content_version_of(entity)}", absolute=absolute)


def _record(row: Bucket | Entity) -> dict[str, Any]:
    return {"id": row.id, "version": row.version, "created_at": row.created_at, "updated_at": row.updated_at}


def _entity(entity: Entity) -> dict[str, Any]:
    derived = {"exif": entity.exif, "folder": entity.bucket_name, "name": entity.name}
    return {
        **_record(entity),
        "name": entity.name,
        "bucket_name": entity.bucket_name,
        "payload": entity.payload,
        "is_public": entity.is_public,
        "meta_data": FileMetaOut.model_validate({**entity.meta_data, **derived}),
    }

"""Files and entities: added, changed, moved, deleted and restored."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.access import check_manages
from cms.files.errors import NameTaken
from cms.files.events import announce
from cms.files.kinds import kind_of
from cms.files.models import Bucket, Entity
from cms.files.names import file_name, place_name
from cms.files.repository import EntityRepository, FileRepository, FolderRepository, free_name
from cms.files.schemas import EntityIn, FileUpdate
from cms.images.found import Found
from kit import audit
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError
from kit.preconditions import check_new, check_replaced, check_version, version_read


@dataclass(frozen=True, slots=True)
class Content:
    """What lies in the storage and is to become a file.

    ``head`` are its first bytes, which tell its kind; ``image`` is what was found in one of those that are shown in sizes.
    """

    storage_key: str
    size: int
    sha256: str
    head: bytes
    image: Found | None = None

    def columns(self, name: str) -> dict[str, Any]:
        """What the row of a file of this name says of it."""
        nothing = dict.fromkeys(("width", "height", "exif", "image"))
        return {
            "storage_key": self.storage_key,
            "size": self.size,
            "sha256": self.sha256,
            "mime_type": kind_of(name, self.head),
            **(self.image.columns() if self.image else nothing),
        }


async def add_file(
    session: AsyncSession,
    principal: Principal,
    bucket_name: str,
    name: str,
    content: Content,
    *,
    is_public: bool,
    id: uuid.UUID | None = None,
) -> Entity:
    """Make a file of what was stored, under a name that is free in its folder.

    Raises NameInvalid, `FolderUnknown`, `FolderProtected`.
    """
    check_manages(principal, bucket_name)
    bucket = await FolderRepository(session, principal).target(bucket_name)
    entity = Entity(
        id=id or new_id(),
        bucket_id=bucket.id if bucket else None,
        bucket=bucket,
        name=await free_name(session, bucket.id if bucket else None, file_name(name)),
        payload={},
        is_public=is_public,
        meta_data={},
        content_at=datetime.now(UTC),
        **content.columns(name),
    )
    session.add(entity)
    await session.flush()
    record(session, principal, "file.created", entity)
    announce(session, [entity])
    return entity


async def update_file(
    session: AsyncSession, principal: Principal, data: FileUpdate, id: uuid.UUID, if_match: str | None
) -> Entity:
    """Rename or move a file, or change what is said of it, on sight of its present version.

    Raises `FileNotFound`, NameInvalid, `NameTaken`, `FolderUnknown`, `PreconditionFailed`, `PreconditionRequired`.
    """
    # The folder before the file, as all do: two calls never wait for each other.
    into = None if data.bucket_name is None else await _target(session, principal, data.bucket_name)
    file = await FileRepository(session, principal).get_for_update(id)
    check_version(version_read(if_match, data.version), file.version, required=True)
    if data.bucket_name is not None or data.name is not None:
        await _place(session, file, file.bucket if data.bucket_name is None else into, data.name)
    if data.is_public is not None:
        file.is_public = data.is_public
    if data.meta_data is not None:
        file.meta_data = data.meta_data.stored()
    if "payload" in data.model_fields_set:
        file.payload = data.payload
    await _changed(session, principal, file)
    return file


async def delete_file(session: AsyncSession, principal: Principal, id: uuid.UUID, if_match: str | None = None) -> None:
    """Delete a file. It can be restored. Raises `FileNotFound`, `PreconditionFailed`."""
    await _delete(session, principal, await FileRepository(session, principal).get_for_update(id), if_match)


async def create_entity(session: AsyncSession, principal: Principal, data: EntityIn) -> Entity:
    """Add a record of JSON. Raises ValidationFailed, NameInvalid, `NameTaken`, `FolderUnknown`, `FolderProtected`."""
    check_new(data)
    entity = Entity(id=new_id(), name="", **_values(data))
    await _place(session, entity, await _target(session, principal, data.bucket_name), data.name)
    session.add(entity)
    await session.flush()
    record(session, principal, "entity.created", entity)
    return entity


async def update_entity(
    session: AsyncSession, principal: Principal, data: EntityIn, id: uuid.UUID, if_match: str | None
) -> Entity:
    """Replace a record of JSON.

    Raises `EntityNotFound`, ValidationFailed, NameInvalid, `NameTaken`, `FolderUnknown`, `PreconditionFailed`,
    `PreconditionRequired`.
    """
    into = await _target(session, principal, data.bucket_name)
    entity = await EntityRepository(session, principal).get_for_update(id)
    check_replaced(data, id, entity.version, if_match)
    await _place(session, entity, into, data.name)
    for name, value in _values(data).items():
        setattr(entity, name, value)
    await _changed(session, principal, entity)
    return entity


async def delete_entity(session: AsyncSession, principal: Principal, id: uuid.UUID, if_match: str | None) -> None:
    """Delete a record of JSON. Raises `EntityNotFound`, `PreconditionFailed`."""
    await _delete(session, principal, await EntityRepository(session, principal).get_for_update(id), if_match)


async def _target(session: AsyncSession, principal: Principal, bucket_name: str) -> Bucket | None:
    """The folder of this name, for something that is put into it; None for the top of the library.

    Raises NameInvalid, FolderProtected, `FolderUnknown`.
    """
    into = place_name(bucket_name)
    check_manages(principal, into)
    return await FolderRepository(session, principal).target(into)


async def _place(session: AsyncSession, entity: Entity, bucket: Bucket | None, name: str | None) -> None:
    """Put an entity into a folder under a name; None for the name that it has. Raises `NameTaken`."""
    wanted = entity.name if name is None else file_name(name)
    bucket_id = bucket.id if bucket else None
    if (bucket_id, wanted) == (entity.bucket_id, entity.name):
        return
    if await free_name(session, bucket_id, wanted) != wanted:
        raise name_taken(wanted)
    entity.name, entity.bucket_id, entity.bucket = wanted, bucket_id, bucket


def name_taken(name: str) -> NameTaken:
    """The fault that a folder has something of this name."""
    detail = f"There is something called {name!r} in that folder already."
    return NameTaken(detail, errors=[FieldError("name", NameTaken.code, detail)])


async def _changed(session: AsyncSession, principal: Principal, entity: Entity) -> None:
    before = entity.version
    await session.flush()
    if entity.version != before:
        record(session, principal, f"{_kind(entity)}.updated", entity)
        announce(session, [entity])


async def _delete(session: AsyncSession, principal: Principal, entity: Entity, if_match: str | None) -> None:
    check_version(if_match, entity.version)
    entity.mark_deleted(uuid.UUID(principal.user_id), new_id())
    await session.flush()
    record(session, principal, f"{_kind(entity)}.deleted", entity)
    announce(session, [entity])


def _values(data: EntityIn) -> Mapping[str, Any]:
    return {"payload": data.payload, "is_public": data.is_public, "meta_data": data.meta_data.stored()}


def _kind(entity: Entity) -> str:
    return "file" if entity.storage_key is not None else "entity"


def record(session: AsyncSession, principal: Principal, action: str, entity: Entity) -> None:
    """Note in the audit log what was done to a file or an entity."""
    audit.record(session, principal, action, subject=(_kind(entity), entity.id, entity.path))

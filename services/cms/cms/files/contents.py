"""Other contents for files that are there: their address, name, settings and uses stay."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.files.errors import ContentOfAnotherKind, FormerContentNotFound
from cms.files.events import announce
from cms.files.kinds import kind_of
from cms.files.models import Entity, FormerContent
from cms.files.repository import FileRepository
from cms.files.service import Content, record
from cms.files.tasks import RESTORABLE
from cms.images.service import EXAMINED
from kit.auth import Principal
from kit.db import new_id
from kit.errors import PreconditionFailed
from kit.preconditions import check_version

_COLUMNS = ("storage_key", "size", "sha256", "mime_type", "width", "height", "exif", "image")


async def get_replaceable(session: AsyncSession, principal: Principal, id: uuid.UUID, if_match: str | None) -> Entity:
    """The file that is to get another content. Raises `FileNotFound`, `PreconditionFailed`, `PreconditionRequired`."""
    file = await FileRepository(session, principal).get(id)
    check_version(if_match, file.version, required=True)
    return file


def check_kind(present: str, name: str, head: bytes) -> None:
    """Raise `ContentOfAnotherKind` where a content with this beginning cannot stand in place of one of this kind.

    Images that are shown in sizes stand for one another: visitors get each in the format that suits them, whatever its
    address ends with.
    """
    kind = kind_of(name, head)
    if kind != present and not {kind, present} <= EXAMINED:
        raise ContentOfAnotherKind(f"This file is {present}, and what you sent is {kind}. Upload it as a new file.")


async def replace(
    session: AsyncSession, principal: Principal, id: uuid.UUID, content: Content, replaced_key: str
) -> Entity:
    """Give a file another content in place of the one under this key, which is kept for some weeks.

    Raises `FileNotFound`, `ContentOfAnotherKind`, and `PreconditionFailed` where the file has got another one meanwhile.
    """
    file = await FileRepository(session, principal).get_for_update(id)
    if file.storage_key != replaced_key:
        raise PreconditionFailed("Somebody else has replaced this file meanwhile.", version=file.version)
    check_kind(file.mime_type or "", file.name, content.head)
    await _put(session, principal, file, content.columns(file.name))
    record(session, principal, "file.content_replaced", file)
    return file


async def restore(
    session: AsyncSession, principal: Principal, id: uuid.UUID, content_id: uuid.UUID | None, if_match: str | None
) -> Entity:
    """Give a file a content that it had; without an id the one before. The present one can be brought back likewise.

    Raises `FileNotFound`, `FormerContentNotFound`, `PreconditionFailed`, `PreconditionRequired`.
    """
    file = await FileRepository(session, principal).get_for_update(id)
    check_version(if_match, file.version, required=True)
    # Locked: what is being deleted for good at this moment is not brought back.
    former = _one_of(await _former(session, file, for_update=True), content_id)
    columns = {name: getattr(former, name) for name in _COLUMNS}
    await session.delete(former)
    await session.flush()
    await _put(session, principal, file, columns)
    record(session, principal, "file.content_restored", file)
    return file


async def former_contents(session: AsyncSession, principal: Principal, id: uuid.UUID) -> Sequence[FormerContent]:
    """What can be brought back, the latest first. Raises `FileNotFound`."""
    return await _former(session, await FileRepository(session, principal).get(id))


async def former_content(
    session: AsyncSession, principal: Principal, id: uuid.UUID, content_id: uuid.UUID
) -> tuple[Entity, FormerContent]:
    """A file, and a content that it had. Raises `FileNotFound`, `FormerContentNotFound`."""
    file = await FileRepository(session, principal).get(id)
    return file, _one_of(await _former(session, file), content_id)


def _one_of(former: Sequence[FormerContent], content_id: uuid.UUID | None) -> FormerContent:
    found = next((each for each in former if content_id in (None, each.id)), None)
    if found is None:
        raise FormerContentNotFound("This version does not exist, or has been permanently deleted.")
    return found


async def _former(session: AsyncSession, file: Entity, *, for_update: bool = False) -> Sequence[FormerContent]:
    is_restorable = FormerContent.replaced_at >= datetime.now(UTC) - RESTORABLE
    query = select(FormerContent).where(FormerContent.entity_id == file.id, is_restorable)
    query = query.order_by(FormerContent.replaced_at.desc(), FormerContent.id.desc())
    return (await session.scalars(query.with_for_update() if for_update else query)).all()


async def _put(session: AsyncSession, principal: Principal, file: Entity, columns: Mapping[str, Any]) -> None:
    now = datetime.now(UTC)
    session.add(
        FormerContent(
            id=new_id(),
            entity_id=file.id,
            replaced_at=now,
            replaced_by=uuid.UUID(principal.user_id),
            **{name: getattr(file, name) for name in _COLUMNS},
        )
    )
    for name, value in columns.items():
        setattr(file, name, value)
    # Also of one that was here before: caches ask whether it is newer than what they have.
    file.content_at = now
    await session.flush()
    announce(session, [file])

"""The contents of attachments, kept until everybody has them.

They are in Postgres, in pieces of `PIECE` bytes, so that they are in the transaction of their mailing and a retry days later
finds them. This module alone knows that: when the site's files have their storage, they can move there.
"""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from cms.emails.models import AttachmentPiece, Mailing
from kit.database import Database

PIECE = 256 * 1024
MOST = 20
"""Attachments of one request."""
MOST_BYTES = 15 * 1024 * 1024
"""Of all attachments of one request; mail servers mostly take 25 MB, and SMTP makes them a third larger."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that is to be attached; ``file`` is read from its beginning."""

    name: str
    media_type: str
    size: int
    file: BinaryIO


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file as an email carries it."""

    name: str
    media_type: str
    content: bytes


def described(uploads: Sequence[Upload]) -> list[dict[str, Any]]:
    """What a mailing says of its attachments."""
    return [{"name": each.name, "mediaType": each.media_type, "size": each.size} for each in uploads]


async def store(session: AsyncSession, mailing_id: uuid.UUID, uploads: Sequence[Upload]) -> None:
    """Keep the contents, a piece at a time. The mailing's row is there."""
    for number, upload in enumerate(uploads):
        for piece, content in enumerate(_pieces(upload.file)):
            values = {"mailing_id": mailing_id, "attachment": number, "piece": piece, "content": content}
            await session.execute(insert(AttachmentPiece).values(values))


async def read_attachments(database: Database, mailing: Mailing) -> list[Attachment]:
    """The attachments of a mailing, in their order."""
    contents = [bytearray() for _ in mailing.attachments]
    query = select(AttachmentPiece).where(AttachmentPiece.mailing_id == mailing.id)
    async with database.reading() as session:
        for row in await session.scalars(query.order_by(AttachmentPiece.attachment, AttachmentPiece.piece)):
            contents[row.attachment] += row.content
    return [
        Attachment(described["name"], described["mediaType"], bytes(content))
        for described, content in zip(mailing.attachments, contents, strict=True)
    ]


async def drop(session: AsyncSession, mailing_ids: Sequence[uuid.UUID]) -> None:
    """Delete the contents of the attachments of mailings."""
    await session.execute(delete(AttachmentPiece).where(AttachmentPiece.mailing_id.in_(mailing_ids)))


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece

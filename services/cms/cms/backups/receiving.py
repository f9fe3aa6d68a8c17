"""Archives that arrive: streamed into the storage, and a row once they are whole."""

import secrets
import uuid
from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from typing import NoReturn

from sqlalchemy import update

from cms.backups.contents import PARTS
from cms.backups.making import discard, note
from cms.backups.models import Backup
from cms.backups.watching import Watch
from cms.uploads.errors import UploadNotFound
from cms.uploads.parts import drop_parts, joined, parts_of
from kit.errors import FieldError, ValidationFailed
from kit.multipart import Part
from kit.state import KitState
from kit.storage import Written

FIELD = "backup-archive"
UPLOADED = "backups/upload-"
"""How the keys of archives begin that were uploaded."""


@dataclass(slots=True)
class Received:
    """What a request brought: the archive's key in the storage, and which parts of it are wanted."""

    key: str
    written: Written
    parts: list[str] = field(default_factory=list)


async def receive(state: KitState, parts: AsyncIterable[Part]) -> Received:
    """Store the archive of a request. Raises `ValidationFailed` where there is none; then nothing is left of it."""
    key, written, wanted = f"{UPLOADED}{secrets.token_hex(16)}", None, list[str]()
    try:
        async for part in parts:
            if part.name == FIELD and part.filename is not None and written is None:
                written = await state.storage.put(key, part.pieces())
            elif part.name == "parts" and part.filename is None:
                wanted = _wanted(await part.text())
            else:
                _refuse(part.name[:100], "unknown_field", f"There is no field {part.name[:100]!r}.")
        if written is None or not written.size:
            _refuse(FIELD, "missing", "Choose a backup to import.")
    except BaseException:
        if written is not None:
            await state.storage.delete([key])
        raise
    return Received(key, written, wanted)


async def stored(state: KitState, pieces: AsyncIterator[bytes]) -> Received:
    """Store an archive that is no part of a request."""
    key = f"{UPLOADED}{secrets.token_hex(16)}"
    return Received(key, await state.storage.put(key, pieces))


async def join(state: KitState, backup: Backup, upload_id: uuid.UUID, watch: Watch) -> None:
    """Make the archive of a backup of the pieces that it came in, which go then. Does nothing where that is done.

    Raises `BackupCancelled`, UploadNotFound, and what the storage raises; of an attempt that breaks off nothing is left.
    """
    if backup.sha256 is not None:
        return
    async with state.database.reading() as session:
        parts = (await session.scalars(parts_of(upload_id))).all()
    if not parts:
        raise UploadNotFound("The upload has expired. Start it again.")
    if backup.storage_key is not None:
        await discard(state, backup.storage_key)
    key = f"{UPLOADED}{secrets.token_hex(16)}"
    await note(state, backup.id, storage_key=key)
    written = await state.storage.put(key, joined(state, parts, partial(watch.report, message="Storing the archive")))
    async with state.database.transaction() as session:
        values = {"size": written.size, "sha256": written.sha256}
        await session.execute(update(Backup).where(Backup.id == backup.id).values(**values))
        await drop_parts(session, [upload_id])


def _wanted(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if unknown := [name for name in names if name not in PARTS]:
        _refuse("parts", "unknown_part", f"There is no part {unknown[0][:50]!r}.")
    return names


def _refuse(field: str, code: str, detail: str) -> NoReturn:
    raise ValidationFailed(detail, errors=[FieldError(field, code, detail)])

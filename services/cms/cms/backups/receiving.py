"""Archives that arrive: streamed into the storage, and a row once they are whole."""

import secrets
from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass, field
from typing import NoReturn

from cms.backups.contents import PARTS
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


def _wanted(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if unknown := [name for name in names if name not in PARTS]:
        _refuse("parts", "unknown_part", f"There is no part {unknown[0][:50]!r}.")
    return names


def _refuse(field: str, code: str, detail: str) -> NoReturn:
    raise ValidationFailed(detail, errors=[FieldError(field, code, detail)])

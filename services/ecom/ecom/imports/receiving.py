"""Files that arrive to be imported: stored as they come, and looked into before there is an import."""

import asyncio
import uuid
from collections.abc import AsyncIterable, AsyncIterator

from sqlalchemy.ext.asyncio import AsyncSession

from ecom.imports.columns import Kind, recognised
from ecom.imports.errors import ImportTooLarge
from ecom.imports.models import ProductImport
from ecom.imports.reading import MAX_BYTES, Table, read
from ecom.imports.remembering import columns_for
from kit.audit import record
from kit.auth import Principal
from kit.db import new_id
from kit.errors import FieldError, ValidationFailed
from kit.multipart import Part
from kit.state import KitState
from kit.storage import kept_unless_refused, new_key

FIELD = "file"
PREFIX = "imports"
_SAMPLES = 3
_LONGEST_SAMPLE = 80
_SAMPLED_ROWS = 50


async def receive(state: KitState, principal: Principal, parts: AsyncIterable[Part], kind: Kind) -> ProductImport:
    """Store the file of a request. What is no table is refused, and nothing is left of it.

    Raises `ImportTooLarge`, `ImportUnreadable`, `ValidationFailed` without a file, and what the storage raises.
    """
    async for part in parts:
        if part.name == FIELD and part.filename is not None:
            key = new_key(PREFIX)
            content = bytearray()
            written = await state.storage.put(key, _counted(part.pieces(), content))
            async with kept_unless_refused(state.storage, key):
                table = await asyncio.to_thread(read, bytes(content))
                row = _import_of(principal, kind, part.filename, table)
                row.size, row.storage_key = written.size, key
                async with state.database.transaction() as session:
                    row.columns = [*await columns_for(session, kind, table.headers)]
                    await _add(session, principal, row)
            return row
    detail = "Choose a CSV file."
    raise ValidationFailed(detail, errors=[FieldError(FIELD, "missing", detail)])


async def load(state: KitState, row: ProductImport) -> Table:
    """The table in an import's file. Raises `ImportUnreadable`, and what the storage raises."""
    assert row.storage_key is not None
    content = bytearray()
    async with state.storage.reading(row.storage_key) as pieces:
        async for piece in pieces:
            content += piece
    return await asyncio.to_thread(read, bytes(content))


async def _counted(pieces: AsyncIterable[bytes], content: bytearray) -> AsyncIterator[bytes]:
    async for piece in pieces:
        content += piece
        if len(content) > MAX_BYTES:
            largest = f"{MAX_BYTES // 1024**2} MB"
            raise ImportTooLarge(f"The file is larger than {largest}. Split it into several.", limit=MAX_BYTES)
        yield piece


async def _add(session: AsyncSession, principal: Principal, row: ProductImport) -> None:
    session.add(row)
    await session.flush()
    record(session, principal, "shop_import.created", subject=("shop_import", row.id, row.name))


def _import_of(principal: Principal, kind: Kind, name: str, table: Table) -> ProductImport:
    found, _ = recognised(kind, table.headers)
    return ProductImport(
        id=new_id(),
        kind=kind,
        state="uploaded",
        name="".join(character for character in name if character.isprintable())[:255] or "file.csv",
        created_by=uuid.UUID(principal.user_id),
        timezone=principal.timezone,
        format=found,
        encoding=table.encoding,
        delimiter=table.delimiter,
        headers=[*table.headers],
        samples=[_samples(table, place) for place in range(len(table.headers))],
        counts={},
        image_faults=[],
    )


def _samples(table: Table, place: int) -> list[str]:
    texts = [row.cells[place].strip() for row in table.rows[:_SAMPLED_ROWS] if place < len(row.cells)]
    return [text[:_LONGEST_SAMPLE] for text in dict.fromkeys(text for text in texts if text)][:_SAMPLES]

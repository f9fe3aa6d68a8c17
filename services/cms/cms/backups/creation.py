"""Making an archive: the rows of all services under one snapshot, then the objects that the rows name.

Where nobody can write meanwhile, objects come first: all but those of the last moment are copied before anybody waits.
"""

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import select

from cms.backups.checking import Report, encoded
from cms.backups.contents import (
    FORMAT,
    HEAD,
    MANIFEST,
    OBJECT,
    OBJECTS,
    PARTS,
    WITH_OBJECTS,
    FileNames,
    parts_at,
)
from cms.backups.tar import TarWriter
from cms.config_entries.entries import SITE_NAME, entries
from cms.files.models import Entity, FormerContent
from kit.backups.lines import lines_of, row_of
from kit.backups.reading import exported_snapshot
from kit.http import InternalClient
from kit.state import KitState
from kit.storage import ObjectMissing, StorageUnavailable

_MEMBER = 4 * 1024 * 1024
"""Bytes of rows in one member, before they are compressed."""
_LEVEL = 3
_ROWS_SHARE = 0.2
"""How much of the progress are the rows; they are fewer bytes, and take longer."""
_AHEAD_SHARE = 0.5
"""How much of the progress are objects that are copied ahead of the rows. Between the two is what `before_rows` does."""
_READ_ATTEMPTS = 3
_UNREADABLE_IN_A_ROW = 3
"""Objects one after the other that cannot be read: with so many the storage is away, and not a part of a disk broken."""
_ZEROS = 1024 * 1024


@dataclass(slots=True)
class ArchiveMaker:
    """Makes one archive. What it says of itself is there once its bytes have been read.

    ``before_rows`` is awaited before the snapshot of the rows; the objects that there are by then have been copied.
    """

    state: KitState
    created_at: datetime
    report: Report
    before_rows: Callable[[], Awaitable[None]] | None = None
    manifest: dict[str, Any] = field(default_factory=dict)
    _writer: TarWriter = field(default_factory=TarWriter)
    _parts: dict[str, dict[str, Any]] = field(default_factory=dict)
    _objects: dict[str, tuple[int, str]] = field(default_factory=dict)
    _looked_at: set[str] = field(default_factory=set)
    _faults: dict[str, str] = field(default_factory=dict)
    _unreadable: int = 0
    _file_names: FileNames = field(default_factory=FileNames)

    @property
    def faulty_names(self) -> list[str]:
        """The paths of the files that were missing or damaged."""
        return self._file_names.of(self._faults)

    async def pieces(self) -> AsyncIterator[bytes]:
        """The bytes of the archive."""
        head = {
            "format": FORMAT,
            "release": self.state.settings.release,
            "createdAt": self.created_at.isoformat(),
            "site": await self._site(),
        }
        async for piece in self._writer.add_bytes(HEAD, encoded(head)):
            yield piece
        rows_from, objects_from = 0.0, _ROWS_SHARE
        if self.before_rows is not None:
            rows_from = objects_from = 1 - _ROWS_SHARE
            await self._find_objects()
            async for piece in self._all_objects(0, _AHEAD_SHARE):
                yield piece
            self._objects.clear()
            await self.before_rows()
        async with exported_snapshot(self.state.database) as snapshot:
            parts = parts_at(self.state.settings)
            for number, part in enumerate(parts):
                await self.report(rows_from + _ROWS_SHARE * number / len(parts), "Reading the database")
                async for piece in self._part(part, snapshot):
                    yield piece
        async for piece in self._all_objects(objects_from, 1):
            yield piece
        self.manifest = self._described(head)
        async for piece in self._writer.add_bytes(MANIFEST, encoded(self.manifest)):
            yield piece
        yield self._writer.end()

    async def _site(self) -> str:
        async with self.state.database.reading() as session:
            try:
                return await entries.get(session, SITE_NAME)
            except LookupError:
                return ""

    async def _part(self, part: str, snapshot: str) -> AsyncIterator[bytes]:
        client = InternalClient(self.state, PARTS[part])
        number, waiting, size = 0, list[bytes](), 0
        async with client.reading(f"/private/backup/parts/{part}", params={"snapshot": snapshot}) as pieces:
            async for line in lines_of(pieces):
                self._look(part, line)
                waiting.append(line)
                size += len(line)
                if size >= _MEMBER:
                    number += 1
                    async for piece in self._rows(part, number, waiting):
                        yield piece
                    waiting, size = [], 0
        if waiting:
            async for piece in self._rows(part, number + 1, waiting):
                yield piece
        # Without its last line the service broke off; the attempt fails and another one begins.
        assert "counts" in self._parts[part], f"{part} was cut off"

    async def _rows(self, part: str, number: int, lines: list[bytes]) -> AsyncIterator[bytes]:
        content = await asyncio.to_thread(_compressed, lines)
        async for piece in self._writer.add_bytes(f"{part}/{number:04}.jsonl.gz", content):
            yield piece

    def _look(self, part: str, line: bytes) -> None:
        table, row = row_of(line)
        if table is None:
            described = orjson.loads(line)
            if part not in self._parts:
                self._parts[part] = {name: described[name] for name in ("service", "revision", "keys")}
            else:
                self._parts[part]["counts"] = described["counts"]
        elif table == "buckets" or table in WITH_OBJECTS:
            found = orjson.loads(row)
            self._file_names.look(table, found)
            if found.get("storage_key"):
                self._objects[found["storage_key"]] = found["size"], found["sha256"]

    async def _find_objects(self) -> None:
        """Find the objects that rows name by now. Objects never change, and an archive may have some too many."""
        async with self.state.database.reading() as session:
            for model in (Entity, FormerContent):
                named = select(model.storage_key, model.size, model.sha256).where(model.storage_key.is_not(None))
                rows: Any = await session.execute(named)
                self._objects |= {key: (size, sha256) for key, size, sha256 in rows}

    async def _all_objects(self, first: float, last: float) -> AsyncIterator[bytes]:
        """The objects that are not in the archive yet; reports between these shares of the progress."""
        wanted = {key: described for key, described in self._objects.items() if key not in self._looked_at}
        total = sum(size for size, _ in wanted.values())
        copied = 0
        for number, (key, (size, sha256)) in enumerate(wanted.items()):
            share = copied / total if total else 1.0
            await self.report(first + (last - first) * share, f"Copying files: {number:,} of {len(wanted):,}")
            async for piece in self._object(key, size, sha256):
                yield piece
            self._looked_at.add(key)
            copied += size

    async def _object(self, key: str, size: int, sha256: str) -> AsyncIterator[bytes]:
        """An object; one that is missing, or has another size than its row says, is noted and left out."""
        name = f"{OBJECTS}{key}"
        stored = await self.state.storage.stat(key)
        if stored is None or stored.size != size or not OBJECT.fullmatch(name):
            self._faults[key] = "missing" if stored is None else "damaged"
            return
        try:
            async for piece in self._writer.add(name, size, self._bytes_of(key, size)):
                yield piece
        except ObjectMissing:
            # It was there a moment ago, and nobody deletes while this goes on.
            raise AssertionError(f"{key} went away while it was copied") from None
        if self._writer.members[name].sha256 != sha256:
            self._faults[key] = "damaged"

    async def _bytes_of(self, key: str, size: int) -> AsyncIterator[bytes]:
        """The bytes of an object, and zeros for those that cannot be read: one bad sector does no harm to all other files."""
        done = 0
        for attempt in range(1, _READ_ATTEMPTS + 1):
            try:
                async with self.state.storage.reading(key, done, size - done) as pieces:
                    async for piece in pieces:
                        done += len(piece)
                        yield piece
                self._unreadable = 0
                return
            except StorageUnavailable:
                if attempt == _READ_ATTEMPTS and self._unreadable + 1 >= _UNREADABLE_IN_A_ROW:
                    raise
        self._unreadable += 1
        for begin in range(done, size, _ZEROS):
            yield bytes(min(_ZEROS, size - begin))

    def _described(self, head: dict[str, Any]) -> dict[str, Any]:
        members = self._writer.members
        copied = [members[name] for key in self._objects if (name := f"{OBJECTS}{key}") in members]
        return {
            **head,
            "parts": self._parts,
            "files": {"count": len(copied), "bytes": sum(written.size for written in copied)},
            "faults": {key: fault for key, fault in self._faults.items() if key in self._objects},
            "members": {name: [written.size, written.sha256] for name, written in members.items()},
        }


def _compressed(lines: list[bytes]) -> bytes:
    return gzip.compress(b"\n".join(lines) + b"\n", _LEVEL, mtime=0)

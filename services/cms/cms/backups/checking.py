"""Checking an archive: all of it, before anything of the site changes."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import orjson

from cms.backups.contents import (
    FORMAT,
    HEAD,
    LONGEST_HEAD,
    LONGEST_MANIFEST,
    MANIFEST,
    OBJECT,
    PARTS,
    ROWS,
    WITH_OBJECTS,
    Contents,
    FileNames,
    Inflating,
    Place,
)
from cms.backups.errors import BackupTooNew
from cms.backups.tar import Member, TarReader
from kit.backups import BackupInvalid
from kit.backups.lines import LONGEST_LINE, parsed, row_of
from kit.storage import Storage

Report = Callable[[float, str], Awaitable[None]]
_DAMAGED = "The archive is damaged."


async def check(storage: Storage, key: str, report: Report) -> Contents:
    """Read an archive and compare all that is in it with what it says of itself.

    Raises `BackupInvalid`, `BackupTooNew` and what the storage raises.
    """
    stored = await storage.stat(key)
    size = stored.size if stored is not None else 0
    async with storage.reading(key) as pieces:
        reader = TarReader(pieces)
        checking = _Checking()
        async for member in reader.members():
            await checking.read(member)
            await report(reader.position / max(size, 1), "Checking the archive")
    return checking.finished()


class _Checking:
    def __init__(self) -> None:
        self._head: dict[str, Any] | None = None
        self._manifest: dict[str, Any] | None = None
        self._seen: dict[str, list[Any]] = {}
        self._rows: dict[str, _Rows] = {}
        self._places: dict[str, list[Place]] = {}
        self._objects: dict[str, Place] = {}

    async def read(self, member: Member) -> None:
        if self._manifest is not None or member.name in self._seen:
            raise BackupInvalid(_DAMAGED)
        if self._head is None:
            self._head = await _read_head(member, self._seen)
        elif member.name == MANIFEST:
            self._manifest = parsed(await member.content(LONGEST_MANIFEST))
        elif match := ROWS.fullmatch(member.name):
            await self._read_rows(member, match[1], int(match[2]))
        elif match := OBJECT.fullmatch(member.name):
            self._objects[match[1]] = Place(member.start, member.size)
            await self._digest(member, member.pieces())
        else:
            # A name is never that of a file on a disk, so one that leads out of somewhere leads nowhere.
            raise BackupInvalid("The archive contains a file that is not part of a backup.")

    async def _read_rows(self, member: Member, part: str, number: int) -> None:
        if part not in PARTS:
            raise BackupInvalid(f"The archive has a part {part[:50]!r} that this release does not know.")
        rows = self._rows.setdefault(part, _Rows(part))
        places = self._places.setdefault(part, [])
        if number != len(places) + 1:
            raise BackupInvalid(_DAMAGED)
        places.append(Place(member.start, member.size))
        inflating = Inflating()

        async def looked_at() -> AsyncIterator[bytes]:
            async for piece in member.pieces():
                await asyncio.to_thread(rows.add, inflating, piece)
                yield piece

        await self._digest(member, looked_at())
        inflating.end()

    async def _digest(self, member: Member, pieces: AsyncIterator[bytes]) -> None:
        digest = hashlib.sha256()
        async for piece in pieces:
            digest.update(piece)
        self._seen[member.name] = [member.size, digest.hexdigest()]

    def finished(self) -> Contents:
        """The contents. Raises `BackupInvalid` where the manifest lies, or is missing."""
        head, manifest = self._head, self._manifest
        if head is None or manifest is None:
            raise BackupInvalid("The archive was cut off.")
        if manifest.get("members") != self._seen or not isinstance(manifest.get("faults"), dict):
            raise BackupInvalid("The archive does not match its manifest.")
        summary = {name: rows.summary() for name, rows in self._rows.items()}
        if manifest.get("parts") != summary or not summary:
            raise BackupInvalid("The archive does not match its manifest.")
        digests = self._check_objects(manifest)
        if not isinstance(manifest.get("files"), dict) or not isinstance(manifest.get("site"), str):
            raise BackupInvalid(_DAMAGED)
        names = self._rows["files"].file_names.of(manifest["faults"]) if "files" in self._rows else []
        # Of files that went while an archive was made it has some that no row names any more.
        objects = {key: place for key, place in self._objects.items() if key in digests}
        return Contents(head, manifest, self._places, objects, digests, names)

    def _check_objects(self, manifest: dict[str, Any]) -> dict[str, Any]:
        """Compare the objects with the rows that name them; gives the digests of those."""
        named = self._rows["files"].objects if "files" in self._rows else {}
        for key, written in named.items():
            if key in manifest["faults"]:
                continue
            if self._seen.get(f"objects/{key}") != written:
                raise BackupInvalid("A file in the archive is missing or has changed.")
        return {key: sha256 for key, (_, sha256) in named.items()}


class _Rows:
    """The rows of a part as they go by."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._head: dict[str, Any] | None = None
        self._counts: dict[str, int] = {}
        self._waiting = bytearray()
        self._is_over = False
        self.file_names = FileNames()
        self.objects: dict[str, list[Any]] = {}
        """Size and SHA-256 of each object that a row names."""

    def add(self, inflating: Inflating, piece: bytes) -> None:
        for inflated in inflating.add(piece):
            self._waiting += inflated
            if b"\n" in inflated:
                *lines, rest = bytes(self._waiting).split(b"\n")
                self._waiting = bytearray(rest)
                for line in lines:
                    self._look(line)
            if len(self._waiting) > LONGEST_LINE:
                raise BackupInvalid("The archive has a line that is too long.")

    def summary(self) -> dict[str, Any]:
        """Returns the description that the manifest has to have of the part."""
        if self._head is None or not self._is_over or self._waiting:
            raise BackupInvalid("The archive was cut off.")
        names = ("service", "revision", "keys")
        return {**{name: self._head.get(name) for name in names}, "counts": self._counts}

    def _look(self, line: bytes) -> None:
        if self._is_over:
            raise BackupInvalid(_DAMAGED)
        value = parsed(line)
        if self._head is None:
            if value.get("part") != self._part or value.get("service") != PARTS[self._part]:
                raise BackupInvalid(_DAMAGED)
            self._head = value
            self._counts = dict.fromkeys(value.get("tables") or [], 0)
            return
        table, _ = row_of(line)
        if table is None:
            if value.get("counts") != self._counts:
                raise BackupInvalid("Rows of the archive are missing.")
            self._is_over = True
        elif table in self._counts and isinstance(value.get("row"), dict):
            self._counts[table] += 1
            if self._part == "files":
                self.file_names.look(table, value["row"])
            if table in WITH_OBJECTS and self._part == "files" and value["row"].get("storage_key"):
                row = value["row"]
                self.objects[row["storage_key"]] = [row.get("size"), row.get("sha256")]
        else:
            raise BackupInvalid(_DAMAGED)


async def _read_head(member: Member, seen: dict[str, list[Any]]) -> dict[str, Any]:
    if member.name != HEAD:
        raise BackupInvalid("This file is not a backup.")
    content = await member.content(LONGEST_HEAD)
    head = parsed(content)
    found = head.get("format")
    if not isinstance(found, int) or not isinstance(head.get("createdAt"), str):
        raise BackupInvalid("This file is not a backup.")
    if found > FORMAT:
        release = str(head.get("release"))[:50]
        raise BackupTooNew(f"This backup was made by Pagewright {release}, which is newer. Update Pagewright first.")
    seen[member.name] = [member.size, hashlib.sha256(content).hexdigest()]
    return head


def encoded(value: Any) -> bytes:
    """A value as JSON that people can read."""
    return orjson.dumps(value, option=orjson.OPT_INDENT_2)

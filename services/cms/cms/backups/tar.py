"""Tar archives that are written and read while they stream.

`tarfile` itself wants files that block. Its headers are used, in GNU's form, in which a member may be larger than 8 GB.
Members are plain files and nothing else; their names are never names of files on a disk.
"""

import hashlib
import tarfile
import time
from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass
from typing import Any

from kit.backups import BackupInvalid

BLOCK = tarfile.BLOCKSIZE
_RECORD = tarfile.RECORDSIZE
_PLAIN = frozenset({tarfile.REGTYPE, tarfile.AREGTYPE})
_LONGEST_NAME = 99


@dataclass(frozen=True, slots=True)
class Written:
    """A member that is in the archive: its size in bytes, and its SHA-256 in hexadecimal."""

    size: int
    sha256: str


class TarWriter:
    """Gives the bytes of an archive, a member after the other. ``members`` are those that are in it."""

    def __init__(self) -> None:
        self.members: dict[str, Written] = {}
        self._position = 0

    async def add(self, name: str, size: int, pieces: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
        """A member. Raises ValueError where the pieces are not ``size`` bytes."""
        if len(name) > _LONGEST_NAME:
            raise ValueError(f"{name} is too long a name")
        info = tarfile.TarInfo(name)
        info.size, info.mode, info.mtime = size, 0o600, int(time.time())
        yield self._counted(info.tobuf(tarfile.GNU_FORMAT))
        digest, written = hashlib.sha256(), 0
        async for piece in pieces:
            digest.update(piece)
            written += len(piece)
            if written > size:
                break
            yield self._counted(piece)
        if written != size:
            raise ValueError(f"{name} was to have {size} bytes")
        if rest := -size % BLOCK:
            yield self._counted(bytes(rest))
        self.members[name] = Written(size, digest.hexdigest())

    async def add_bytes(self, name: str, content: bytes) -> AsyncIterator[bytes]:
        """A member that is in memory."""

        async def whole() -> AsyncIterator[bytes]:
            yield content

        async for piece in self.add(name, len(content), whole()):
            yield piece

    def end(self) -> bytes:
        """What ends the archive."""
        return bytes(2 * BLOCK + -(self._position + 2 * BLOCK) % _RECORD)

    def _counted(self, piece: bytes) -> bytes:
        self._position += len(piece)
        return piece


@dataclass(slots=True)
class Member:
    """A member while it is read: where its bytes begin in the archive, and how many they are."""

    name: str
    start: int
    size: int
    _reader: "TarReader"

    async def pieces(self) -> AsyncIterator[bytes]:
        """Its bytes, once."""
        async for piece in self._reader.take(self.size):
            yield piece

    async def content(self, longest: int) -> bytes:
        """All of it. Raises `BackupInvalid` beyond ``longest`` bytes."""
        if self.size > longest:
            raise BackupInvalid(f"{self.name} is too long.")
        return b"".join([piece async for piece in self.pieces()])


class TarReader:
    """Reads an archive as it comes. Raises `BackupInvalid` for what is none, was cut off, or has links or devices in it."""

    def __init__(self, pieces: AsyncIterator[bytes]) -> None:
        self._pieces = pieces
        self._waiting = b""
        self.position = 0

    async def members(self) -> AsyncIterator[Member]:
        """The members, each of which has to be read before the next one is asked for."""
        while any(header := await self._exactly(BLOCK)):
            info = _header(header)
            member = Member(info.name, self.position, info.size, self)
            yield member
            if self.position != member.start + member.size:
                raise ValueError(f"{member.name} was not read")
            await self._exactly(-member.size % BLOCK)
        async for piece in self._rest():
            if any(piece):
                raise BackupInvalid("The archive has extra data after its end.")

    async def take(self, count: int) -> AsyncIterator[bytes]:
        """The next ``count`` bytes."""
        while count:
            if not self._waiting:
                await self._more()
            piece, self._waiting = self._waiting[:count], self._waiting[count:]
            count -= len(piece)
            self.position += len(piece)
            yield piece

    async def _exactly(self, count: int) -> bytes:
        return b"".join([piece async for piece in self.take(count)])

    async def _more(self) -> None:
        piece = await anext(self._pieces, None)
        if piece is None:
            raise BackupInvalid("The archive was cut off.")
        self._waiting = piece

    async def _rest(self) -> AsyncIterator[bytes]:
        yield self._waiting
        async for piece in self._pieces:
            yield piece


def _header(header: bytes) -> Any:
    try:
        info = tarfile.TarInfo.frombuf(header, "utf-8", "strict")
    except (tarfile.HeaderError, UnicodeDecodeError):
        raise BackupInvalid("This file is not a backup.") from None
    if info.type not in _PLAIN or info.size < 0 or info.linkname:
        raise BackupInvalid("The archive contains something that is not a file.")
    return info

"""What the two storages have in common: the interface, its faults, and how keys look."""

import asyncio
import re
import uuid
from abc import ABC, abstractmethod
from collections.abc import AsyncIterable, AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

from kit.errors import DomainError, InsufficientStorage, Unavailable
from kit.outside import check_no_transaction

PIECE = 128 * 1024
"""Bytes that are read from a storage at a time."""

_KEY = re.compile(r"[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*")
_LONGEST_KEY = 200


class StorageFull(InsufficientStorage):
    """507: the storage has no room left for what is to be kept."""

    code = "storage_full"


class StorageUnavailable(Unavailable):
    """503: the storage cannot be reached, or refuses to work."""

    code = "storage_unavailable"


class ObjectMissing(Unavailable):
    """503: the storage lacks an object that the database names."""

    code = "object_missing"


@dataclass(frozen=True, slots=True)
class Written:
    """An object that has been stored whole: its size in bytes, and its SHA-256 in hexadecimal."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Stored:
    """An object that is there."""

    key: str
    size: int
    changed_at: datetime


class Storage(ABC):
    """Bytes under opaque keys. An object is there whole or not at all, and is never changed, only replaced.

    No call is made while a transaction is open: a storage may be slow, or far away.
    """

    async def put(self, key: str, pieces: AsyncIterable[bytes]) -> Written:
        """Store the pieces under ``key``, in place of what was there.

        Nothing is left when ``pieces`` raises, or the storage does. Raises `StorageFull`, `StorageUnavailable`.
        """
        return await self._put(_checked(key), pieces)

    def reading(
        self, key: str, start: int = 0, length: int | None = None
    ) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """Open an object and give its bytes from ``start`` on in pieces, ``length`` of them or all.

        For ``async with``. Raises `ObjectMissing` and `StorageUnavailable` when it is entered, and the latter later too.
        """
        return self._reading(_checked(key), start, length)

    async def stat(self, key: str) -> Stored | None:
        """The size and time of an object; None where there is none. Raises `StorageUnavailable`."""
        return await self._stat(_checked(key))

    async def delete(self, keys: Sequence[str]) -> None:
        """Delete objects; one that is not there is no fault. Raises `StorageUnavailable`."""
        await self._delete([_checked(key) for key in keys])

    @abstractmethod
    def list(self, prefix: str = "") -> AsyncIterator[Stored]:
        """All objects whose keys begin with ``prefix``, in no order. Raises `StorageUnavailable`."""

    @abstractmethod
    async def _put(self, key: str, pieces: AsyncIterable[bytes]) -> Written: ...

    @abstractmethod
    def _reading(
        self, key: str, start: int, length: int | None
    ) -> AbstractAsyncContextManager[AsyncIterator[bytes]]: ...

    @abstractmethod
    async def _stat(self, key: str) -> Stored | None: ...

    @abstractmethod
    async def _delete(self, keys: Sequence[str]) -> None: ...

    @abstractmethod
    async def clean(self, older_than: datetime, prefix: str = "") -> int:
        """Remove what writers left that were killed before that moment, under keys that begin with ``prefix``.

        Gives how many there were. Who gives a moment that is not long ago knows that nobody writes such keys.
        """

    @abstractmethod
    async def close(self) -> None:
        """Close its connections."""


@asynccontextmanager
async def kept_unless_refused(storage: Storage, key: str) -> AsyncIterator[None]:
    """Delete an object where the block, which writes its row, is refused: where it raises a `DomainError` below 500.

    With any other error nobody knows whether there is a row: a connection may be lost behind its commit. Then the object
    stays, and is swept where no row names it.
    """
    try:
        yield
    except DomainError as error:
        if error.status < 500:  # what the server is to blame for begins here
            await storage.delete([key])
        raise


def new_key(prefix: str) -> str:
    """A key that nobody can guess and nothing was stored under: ``<prefix>/<two characters>/<32 characters>``."""
    identifier = uuid.uuid4().hex
    return f"{prefix}/{identifier[:2]}/{identifier}"


async def pieces_in(file: BinaryIO, size: int = PIECE) -> AsyncIterator[bytes]:
    """The bytes of an open file from its beginning, so many at a time, read in a thread: a disk may be slow."""
    await asyncio.to_thread(file.seek, 0)
    while piece := await asyncio.to_thread(file.read, size):
        yield piece


def _checked(key: str) -> str:
    if len(key) > _LONGEST_KEY or not _KEY.fullmatch(key):
        raise ValueError(f"{key!r} is no key")
    check_no_transaction(f"the storage ({key})")
    return key


async def buffered(pieces: AsyncIterable[bytes], sizes: Iterator[int]) -> AsyncIterator[bytes]:
    """The same bytes in pieces of these sizes, one after the other; the last is shorter, and there is none of no bytes.

    The sizes have no end.
    """
    waiting, size = bytearray(), next(sizes)
    async for piece in pieces:
        rest = memoryview(piece)
        while len(rest) >= size - len(waiting):
            missing = size - len(waiting)
            waiting += rest[:missing]
            yield bytes(waiting)
            waiting.clear()
            rest = rest[missing:]
            size = next(sizes)
        waiting += rest
    if waiting:
        yield bytes(waiting)

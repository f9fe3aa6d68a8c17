"""A folder of this machine as a storage."""

import asyncio
import errno
import hashlib
import os
import uuid
from collections.abc import AsyncIterable, AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice, repeat
from pathlib import Path
from typing import IO, Any

from kit.storage.base import PIECE, ObjectMissing, Storage, StorageFull, StorageUnavailable, Stored, Written, buffered

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_WRITTEN_AT_ONCE = 1024 * 1024
_LISTED_AT_ONCE = 1000
_UNFINISHED = ".unfinished"
_NOWAIT: int | None = getattr(os, "RWF_NOWAIT", None)
"""Linux alone has it."""


class LocalStorage(Storage):
    """Objects as files below ``root``; its folders are made when they are needed.

    Where ``root`` is of somebody else, it has to be there: a disk that is not mounted is not written beside,
    and what is on it is not taken for deleted.
    """

    def __init__(self, root: Path, *, is_own: bool = True) -> None:
        self._root = root
        self._is_own = is_own

    async def _put(self, key: str, pieces: AsyncIterable[bytes]) -> Written:
        unfinished = self._root / _UNFINISHED / f"{_flat(key)}.{uuid.uuid4().hex}"
        digest, size = hashlib.sha256(), 0
        await self._check_root()
        try:
            with named_faults():
                file = await asyncio.to_thread(_create, unfinished)
            try:
                async for piece in buffered(pieces, repeat(_WRITTEN_AT_ONCE)):
                    with named_faults():
                        await asyncio.to_thread(_append, file, digest, piece)
                    size += len(piece)
                with named_faults():
                    await asyncio.to_thread(_finish, file, unfinished, self._root / key)
            finally:
                # Of a file that could not be written, closing may report the same once more.
                with suppress(OSError):
                    file.close()
        except BaseException:
            # Also of a caller that was cancelled: nobody else would ever look for this file.
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise
        return Written(size, digest.hexdigest())

    @asynccontextmanager
    async def _reading(self, key: str, start: int, length: int | None) -> AsyncIterator[AsyncIterator[bytes]]:
        with named_faults():
            file, first = await _opened(self._root / key, start, length)
        try:
            yield _pieces(file, first, start, length)
        finally:
            file.close()

    async def _stat(self, key: str) -> Stored | None:
        with named_faults():
            return await asyncio.to_thread(_stat, self._root / key, key)

    async def _delete(self, keys: Sequence[str]) -> None:
        # Of a disk that is away nothing is gone: who believed so would never delete it.
        await self._check_root()
        with named_faults():
            await asyncio.to_thread(_unlink, [self._root / key for key in keys])

    async def list(self, prefix: str = "") -> AsyncIterator[Stored]:
        """All objects whose keys begin with ``prefix``."""
        found = _walk(self._root, prefix)
        while True:
            with named_faults():
                some = await asyncio.to_thread(_some, found)
            for each in some:
                yield each
            if len(some) < _LISTED_AT_ONCE:
                return

    async def close(self) -> None:
        """Nothing is open between calls."""

    async def clean(self, older_than: datetime, prefix: str = "") -> int:
        """Remove unfinished files that nobody has written to since."""
        await self._check_root()
        with named_faults():
            return await asyncio.to_thread(_clean, self._root / _UNFINISHED, older_than.timestamp(), _flat(prefix))

    async def _check_root(self) -> None:
        if not self._is_own and not await asyncio.to_thread(self._root.is_dir):
            raise StorageUnavailable(f"There is no folder {self._root} on the server. Is its disk mounted?")


@contextmanager
def named_faults() -> Iterator[None]:
    """Have the faults of a disk raised as those of a storage: `ObjectMissing`, `StorageFull`, `StorageUnavailable`."""
    try:
        yield
    except FileNotFoundError as error:
        raise ObjectMissing("The file is in the library, but its content is missing.") from error
    except OSError as error:
        if error.errno in _FULL:
            raise StorageFull("The server's disk is full. Free some space and try again.") from error
        raise StorageUnavailable("The server cannot read or write files. Try again later.") from error


def _create(path: Path) -> IO[bytes]:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0)


def _append(file: IO[bytes], digest: Any, piece: bytes) -> None:
    digest.update(piece)
    rest = memoryview(piece)
    while rest:
        rest = rest[file.write(rest) :]


def _finish(file: IO[bytes], unfinished: Path, path: Path) -> None:
    os.fsync(file.fileno())
    file.close()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished.replace(path)
    # The new name is safe once its folder has been written down as well.
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _open(path: Path, start: int, length: int | None) -> tuple[IO[bytes], bytes]:
    """The file, and its first piece already: most are no longer, and one turn of a thread is enough for these."""
    file = path.open("rb", buffering=0)
    try:
        return file, os.pread(file.fileno(), PIECE if length is None else min(PIECE, length), start)
    except BaseException:
        file.close()
        raise


async def _opened(path: Path, start: int, length: int | None) -> tuple[IO[bytes], bytes]:
    """What `_open` gives. For a caller that is cancelled meanwhile the thread opens it all the same: then it is closed."""
    opening = asyncio.ensure_future(asyncio.to_thread(_open, path, start, length))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        opening.add_done_callback(_close)
        raise


def _close(opening: asyncio.Future[tuple[IO[bytes], bytes]]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result()[0].close()


async def _pieces(file: IO[bytes], first: bytes, start: int, length: int | None) -> AsyncIterator[bytes]:
    reader = _Reader(file.fileno())
    piece, at = first, start
    while piece:
        yield piece
        at += len(piece)
        wanted = PIECE if length is None else min(PIECE, start + length - at)
        if wanted == 0:
            return
        with named_faults():
            piece = reader.cached(at, wanted) or await asyncio.to_thread(os.pread, reader.descriptor, wanted, at)


class _Reader:
    """Reads what the system has in memory at once, which most of a file is: a turn of a thread takes longer than the copy.

    With many readers the threads and the loop would stand in one another's way at every piece.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._buffer = bytearray()
        self._can_ask = _NOWAIT is not None

    def cached(self, at: int, size: int) -> bytes:
        """Some of the bytes from ``at`` on, at most ``size``; none where the disk has to be waited for, or at the end."""
        if not self._can_ask:
            return b""
        if not self._buffer:
            self._buffer = bytearray(PIECE)
        view = memoryview(self._buffer)[:size]
        try:
            count = os.preadv(self.descriptor, [view], at, _NOWAIT or 0)
        except BlockingIOError:
            return b""
        except OSError as error:
            if error.errno != errno.EOPNOTSUPP:
                raise
            self._can_ask = False
            return b""
        return bytes(view[:count])


def _stat(path: Path, key: str) -> Stored | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return Stored(key, found.st_size, datetime.fromtimestamp(found.st_mtime, UTC))


def _unlink(paths: Sequence[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _walk(root: Path, prefix: str) -> Iterator[Stored]:
    # Only the part of the tree that such keys are in: there may be a million others.
    for folder, folders, names in os.walk(root / prefix.rpartition("/")[0]):
        if _UNFINISHED in folders:
            folders.remove(_UNFINISHED)
        for name in names:
            path = Path(folder, name)
            key = path.relative_to(root).as_posix()
            # It may have been deleted since the folder was read.
            if key.startswith(prefix) and (found := _stat(path, key)) is not None:
                yield found


def _some(found: Iterator[Stored]) -> list[Stored]:
    return [*islice(found, _LISTED_AT_ONCE)]


def _flat(key: str) -> str:
    """A key as a name, by which its unfinished files are found; keys have no dots."""
    return key.replace("/", ".")


def _clean(folder: Path, before: float, prefix: str) -> int:
    removed = 0
    with suppress(FileNotFoundError):
        for path in folder.iterdir():
            with suppress(FileNotFoundError):
                if path.name.startswith(prefix) and path.stat().st_mtime < before:
                    path.unlink()
                    removed += 1
    return removed

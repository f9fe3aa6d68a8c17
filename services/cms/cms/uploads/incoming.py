"""Bytes on their way into the storage: counted, and their beginning kept to tell what they are."""

from collections.abc import AsyncIterable, AsyncIterator

from cms.files.kinds import HEAD
from cms.files.service import Content
from cms.uploads.errors import FileTooLarge
from kit.storage import Storage, new_key


class Incoming:
    """A file that is being stored."""

    def __init__(self, pieces: AsyncIterable[bytes], largest: int) -> None:
        self._pieces = pieces
        self._largest = largest
        self._head = bytearray()
        self._size = 0

    async def store(self, storage: Storage) -> Content:
        """Store it. Nothing is left when it breaks off. Raises `FileTooLarge`, and what the storage raises."""
        key = new_key("files")
        written = await storage.put(key, self._counted())
        return Content(key, written.size, written.sha256, bytes(self._head))

    async def _counted(self) -> AsyncIterator[bytes]:
        async for piece in self._pieces:
            self._size += len(piece)
            if self._size > self._largest:
                raise too_large(self._largest)
            if len(self._head) < HEAD:
                self._head += piece[: HEAD - len(self._head)]
            yield piece


def too_large(largest: int) -> FileTooLarge:
    """The fault of a file that is larger than ``largest`` bytes."""
    return FileTooLarge(f"A file can be at most {largest / 1024**2:,.1f} MB large.", limit=largest)

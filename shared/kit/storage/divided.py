"""Two storages as one: which of them has an object follows from its key."""

from collections.abc import AsyncIterable, AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from datetime import datetime

from kit.storage.base import Storage, StorageUnavailable, Stored, Written


class DividedStorage(Storage):
    """Objects whose keys begin with ``prefix`` are in ``other``, all others in ``main``."""

    def __init__(self, main: Storage, prefix: str, other: Storage) -> None:
        self._main, self._prefix, self._other = main, prefix, other

    async def _put(self, key: str, pieces: AsyncIterable[bytes]) -> Written:
        return await self._of(key).put(key, pieces)

    def _reading(self, key: str, start: int, length: int | None) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        return self._of(key).reading(key, start, length)

    async def _stat(self, key: str) -> Stored | None:
        return await self._of(key).stat(key)

    async def _delete(self, keys: Sequence[str]) -> None:
        for storage in (self._main, self._other):
            if own := [key for key in keys if self._of(key) is storage]:
                await storage.delete(own)

    async def list(self, prefix: str = "") -> AsyncIterator[Stored]:
        """All objects whose keys begin with ``prefix``."""
        for storage in self._with(prefix):
            async for each in storage.list(prefix):
                # The other one may be the same bucket.
                if self._of(each.key) is storage:
                    yield each

    async def clean(self, older_than: datetime, prefix: str = "") -> int:
        """Remove what killed writers left in both; where ``other`` is away, it waits for the next time."""
        cleaned = 0
        for storage in self._with(prefix):
            with suppress(StorageUnavailable) if storage is self._other else nullcontext():
                # All keys of the site begin so there; others may be those of another program.
                own = max(prefix, self._prefix, key=len) if storage is self._other else prefix
                cleaned += await storage.clean(older_than, own)
        return cleaned

    async def close(self) -> None:
        """Close both."""
        await self._main.close()
        await self._other.close()

    def _of(self, key: str) -> Storage:
        return self._other if key.startswith(self._prefix) else self._main

    def _with(self, prefix: str) -> Sequence[Storage]:
        """Those that may have keys which begin with this."""
        if prefix.startswith(self._prefix):
            return [self._other]
        return [self._main, self._other] if self._prefix.startswith(prefix) else [self._main]

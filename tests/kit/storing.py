"""Writing to storages, and reading them."""

from collections.abc import AsyncIterator

from kit.storage import Storage

MB = 1024 * 1024
CONTENT = bytes(range(256)) * 4096


async def pieces_of(*pieces: bytes) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def many(count: int, piece: bytes) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield piece


async def read(storage: Storage, key: str, start: int = 0, length: int | None = None) -> bytes:
    async with storage.reading(key, start, length) as pieces:
        return b"".join([piece async for piece in pieces])


async def keys_in(storage: Storage, prefix: str = "") -> list[str]:
    return sorted([each.key async for each in storage.list(prefix)])

"""The lines that a part is read as and restored from."""

from collections.abc import AsyncIterable, AsyncIterator
from typing import Any

import orjson

from kit.backups.errors import BackupInvalid

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line. No request is long enough for such a row."""


async def lines_of(pieces: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """The lines in a stream of bytes, without their ends. Raises `BackupInvalid` for one that is too long or has no end."""
    waiting = bytearray()
    async for piece in pieces:
        waiting += piece
        if b"\n" in piece:
            *lines, rest = bytes(waiting).split(b"\n")
            waiting = bytearray(rest)
            for line in lines:
                yield line
        if len(waiting) > LONGEST_LINE:
            raise BackupInvalid("This backup has a line that is too long.")
    if waiting:
        raise BackupInvalid("This backup was cut off.")


def row_of(line: bytes) -> tuple[str | None, bytes]:
    """The table and the row of a line, as they were written; no table for a line that is no row.

    The row is passed on as it is: reading its numbers and writing them anew would round those that are exact.
    """
    if not line.startswith(b'{"table":"') or not line.endswith(b"}"):
        return None, b""
    table, separator, rest = line[len(b'{"table":"') :].partition(b'","row":')
    if not separator:
        raise BackupInvalid("This backup is damaged.")
    return table.decode(errors="replace"), rest[:-1]


def parsed(line: bytes) -> dict[str, Any]:
    """A line that is an object. Raises `BackupInvalid`."""
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        raise BackupInvalid("This backup is damaged.") from None
    if not isinstance(value, dict):
        raise BackupInvalid("This backup is damaged.")
    return value

"""Has the virus scanner, where there is one, look at files that a request brought."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import BinaryIO

from cms.config import settings_of
from cms.scanning.clamd import scan
from kit.state import KitState

_PIECE = 256 * 1024


async def scan_files(state: KitState, files: Iterable[BinaryIO]) -> None:
    """Return if the scanner finds nothing in any of them, or if there is none. Needs no open transaction.

    Raises `FileInfected`, `FileNotScanned`, `ScannerUnavailable`.
    """
    scanner = settings_of(state).clamd_address
    if scanner is not None:
        for file in files:
            await scan(scanner, _pieces(file))


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    await asyncio.to_thread(file.seek, 0)
    while piece := await asyncio.to_thread(file.read, _PIECE):
        yield piece

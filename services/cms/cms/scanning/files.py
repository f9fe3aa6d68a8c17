"""Has the virus scanner, where there is one, look at files that a request brought."""

from collections.abc import Iterable
from typing import BinaryIO

from cms.config import settings_of
from cms.scanning.clamd import scan
from kit.state import KitState
from kit.storage import pieces_in


async def scan_files(state: KitState, files: Iterable[BinaryIO]) -> None:
    """Return if the scanner finds nothing in any of them, or if there is none. Needs no open transaction.

    Raises `FileInfected`, `FileNotScanned`, `ScannerUnavailable`.
    """
    scanner = settings_of(state).clamd_address
    if scanner is not None:
        for file in files:
            await scan(scanner, pieces_in(file))

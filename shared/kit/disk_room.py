"""How much room is left on the disk of a folder."""

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class DiskRoom:
    """``size`` is what is free, in bytes; ``share`` that of what we may use, and ``entries`` of its entries, 0 to 1."""

    size: int
    share: float
    entries: float


def room_of(folder: Path) -> DiskRoom:
    """The room on a folder's disk. Raises OSError where there is no such folder."""
    disk = os.statvfs(folder)
    # Of what we may use: some of it is kept back for root.
    usable = disk.f_blocks - disk.f_bfree + disk.f_bavail
    return DiskRoom(
        size=disk.f_bavail * disk.f_frsize,
        share=disk.f_bavail / usable if usable else 0.0,
        # Some file systems have no such number.
        entries=disk.f_favail / disk.f_files if disk.f_files else 1.0,
    )

"""Room on the disks that a site writes to."""

from collections.abc import Mapping
from pathlib import Path

from deploy.doctor.findings import Finding, fault, ok, warning
from kit.disk_room import room_of

_PART = "Disk"
_FULL, _NEARLY_FULL = 98.0, 90.0
_ADVICE = "delete what is not needed (old backups, logs), or give it a larger disk"


def check_disks(folders: Mapping[str, Path]) -> list[Finding]:
    """A line for each disk; folders on the same one are named together."""
    by_disk: dict[int, tuple[list[str], Path]] = {}
    for name, folder in folders.items():
        there = _existing(folder)
        by_disk.setdefault(there.stat().st_dev, ([], there))[0].append(name)
    return [_check(" and ".join(names), folder) for names, folder in by_disk.values()]


def _check(names: str, folder: Path) -> Finding:
    room = room_of(folder)
    used, entries = 100 * (1 - room.share), 100 * (1 - room.entries)
    free = f"{room.size / 1024**2:,.0f} MB are free"
    said = f"{used:.0f} % full, {free}: {names}"
    if entries >= max(used, _NEARLY_FULL):
        used, said = entries, f"{entries:.0f} % of its entries are in use: {names}"
    if used >= _FULL:
        return fault(_PART, said, _ADVICE)
    return warning(_PART, said, _ADVICE) if used >= _NEARLY_FULL else ok(_PART, said)


def _existing(folder: Path) -> Path:
    return folder if folder.exists() else _existing(folder.parent)

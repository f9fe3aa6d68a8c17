"""`make dev`: what changes on the disk is restarted."""

from collections.abc import Iterable
from pathlib import Path

from deploy.local.bootstrap import BUILD_STAMP
from deploy.local.data_folder import SERVICES
from deploy.local.processes import Process
from deploy.local.settings import ROOT
from deploy.local.supervision import Supervision

Snapshot = dict[Path, int]


class Watcher:
    """Compares the times of files and restarts whatever runs from a changed one.

    Rejected: uvicorn's own reloading. It runs each service in a process of a process, and knows
    neither the workers nor the web host.
    """

    def __init__(self, supervision: Supervision, processes: list[Process]) -> None:
        self._supervision = supervision
        self._processes = processes
        self._seen = {part: _snapshot(_sources(part)) for part in (*SERVICES, "kit", "web")}
        self._changed: set[str] = set()
        self._quiet = 0
        # From here on the web is built by its own watcher, from sources that the stamp does not know.
        BUILD_STAMP.unlink(missing_ok=True)

    def look(self) -> None:
        """Look once; what changed restarts after two looks that find nothing more to change."""
        changed = set()
        for part, seen in self._seen.items():
            now = _snapshot(_sources(part))
            if now != seen:
                self._seen[part] = now
                changed.add(part)
        self._changed |= changed
        self._quiet = 0 if changed else self._quiet + 1
        if self._quiet >= 2:
            self._restart(self._changed)
            self._changed = set()

    def _restart(self, changed: set[str]) -> None:
        for process in self._processes:
            part = process.name.removesuffix("-worker")
            if part in changed or ("kit" in changed and part in SERVICES):
                print(f"{process.name} restarts: its code has changed", flush=True)
                self._supervision.restart(process)


def _sources(part: str) -> Iterable[Path]:
    if part == "kit":
        return (ROOT / "shared").rglob("*.py")
    if part == "web":
        # What is built from web/app; the build itself is the process web-build.
        folders = (ROOT / "web" / "dist", ROOT / "web" / "server")
        return (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return (ROOT / "services" / part).rglob("*.py")


def _snapshot(paths: Iterable[Path]) -> Snapshot:
    found = {}
    for path in paths:
        try:
            found[path] = path.stat().st_mtime_ns
        except FileNotFoundError:
            continue
    return found

"""`make dev`: what changes on the disk is restarted."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

from deploy.local.data_folder import SERVICES
from deploy.local.processes import Process, node_folder
from deploy.local.settings import ROOT
from deploy.local.supervision import Supervision

Snapshot = dict[Path, int]


class Watcher:
    """Compares the times of the source files and restarts whatever is made of a changed one.

    Rejected: uvicorn's own reloading. It runs each service in a process of a process, and knows
    neither the workers nor the web host.
    """

    def __init__(self, supervision: Supervision, processes: list[Process]) -> None:
        self._supervision = supervision
        self._processes = processes
        self._seen = {part: _snapshot(_sources(part)) for part in (*SERVICES, "kit", "web")}

    def look(self) -> None:
        """Look once; blocks while things are restarted."""
        changed = []
        for part, seen in self._seen.items():
            now = _snapshot(_sources(part))
            if now != seen:
                self._seen[part] = now
                changed.append(part)
        if "web" in changed and not _build_web():
            changed.remove("web")
        for process in self._processes:
            part = process.name.removesuffix("-worker")
            if part in changed or ("kit" in changed and part in SERVICES):
                print(f"{process.name} restarts: its code has changed", flush=True)
                self._supervision.restart(process)


def _build_web() -> bool:
    """Whether the web builds; when it does not, what runs is left as it is."""
    result = subprocess.run(
        [str(node_folder() / "npm"), "run", "build"], cwd=ROOT / "web", capture_output=True, text=True, check=False
    )
    if result.returncode:
        print(f"the web does not build:\n{result.stdout}{result.stderr}", flush=True)
    return result.returncode == 0


def _sources(part: str) -> Iterable[Path]:
    if part == "kit":
        return (ROOT / "shared").rglob("*.py")
    if part == "web":
        folders = (ROOT / "web" / "app", ROOT / "web" / "server")
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

"""`make dev`: what changes on the disk is restarted, and what the build says is said again."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from deploy.local import migrations
from deploy.local.bootstrap import BUILD_STAMP
from deploy.local.data_folder import SERVICES, DataFolder
from deploy.local.errors import StartError
from deploy.local.processes import Process
from deploy.local.settings import ROOT
from deploy.local.supervision import Supervision

Snapshot = dict[Path, int]
_STILL_LOOKS = 2
_COLOURS = re.compile(r"\x1b\[[\d;]*m")


class Watcher:
    """Compares the times of files and restarts whatever runs from a changed one.

    ``migrate`` brings the tables up to date; it is called before a service restarts that has a new migration.

    Rejected: uvicorn's own reloading. It runs each service in a process of a process, and knows
    neither the workers nor the web host.
    """

    def __init__(
        self,
        supervision: Supervision,
        folder: DataFolder,
        processes: list[Process],
        migrate: Callable[[], None],
    ) -> None:
        self._supervision = supervision
        self._migrate = migrate
        self._migrated: dict[str, str] | None = migrations.expected()
        self._processes = processes
        self._seen = {part: snapshot(_sources(part)) for part in (*SERVICES, "kit", "web")}
        # What has changed: since how many looks it has not changed any further.
        self._quiet: dict[str, int] = {}
        self._build = NewLines(folder.logs / "web-build.log")
        # From here on the web is built by its own watcher, from sources that the stamp does not know.
        BUILD_STAMP.unlink(missing_ok=True)

    def look(self) -> None:
        """Look once; a part that changed restarts after two looks that find it as it was."""
        for line in self._build.read():
            print(f"web-build: {line}", flush=True)
        for part, seen in self._seen.items():
            now = snapshot(_sources(part))
            if now != seen:
                self._seen[part] = now
                self._quiet[part] = 0
            elif part in self._quiet:
                self._quiet[part] += 1
        still = {part for part, looks in self._quiet.items() if looks >= _STILL_LOOKS}
        if not _is_built():
            still.discard("web")
        if still & {*SERVICES}:
            self._apply_migrations()
        self._restart(still)
        for part in still:
            del self._quiet[part]

    def _apply_migrations(self) -> None:
        """Apply what is new. What cannot be is said and tried again at the next change."""
        try:
            expected = migrations.expected()
            if expected == self._migrated:
                return
            # Unknown until it has worked.
            self._migrated = None
            self._migrate()
        except (StartError, SyntaxError, ValueError) as error:
            print(f"migrations: {error}", flush=True)
        else:
            print("migrations: the tables are up to date", flush=True)
            self._migrated = expected

    def _restart(self, changed: set[str]) -> None:
        for process in self._processes:
            if changed.intersection((process.name, *process.runs)) or ("kit" in changed and process.runs):
                print(f"{process.name} restarts: its code has changed", flush=True)
                self._supervision.restart(process)


def _sources(part: str) -> Iterable[Path]:
    if part == "kit":
        return of_packages(ROOT / "shared")
    if part == "web":
        # What is built from web/app; the build itself is the process web-build.
        folders = (ROOT / "web" / "dist", ROOT / "web" / "server")
        return (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return of_packages(ROOT / "services" / part)


def _is_built() -> bool:
    """Whether the web host could start: a build begins by deleting what the last one made."""
    made = ("client/manifest.json", "server/server-entry.js")
    return all((ROOT / "web" / "dist" / name).exists() for name in made)


def of_packages(folder: Path) -> Iterator[Path]:
    """Code and what it reads when it is loaded: templates, styles, lists in JSON."""
    # What Python compiles has other names, too, while it is being written.
    return (path for path in folder.rglob("*.*") if path.parent.name != "__pycache__" and path.is_file())


def snapshot(paths: Iterable[Path]) -> Snapshot:
    """When each file was last changed.

    Where one goes meanwhile, or the folder that is being read, as a build empties its own, it ends there: the next
    look finds more, and so a change.
    """
    found: Snapshot = {}
    with suppress(FileNotFoundError):
        for path in paths:
            found[path] = path.stat().st_mtime_ns
    return found


class NewLines:
    """What is added to a log, which may begin anew."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = path.stat().st_size if path.exists() else 0

    def read(self) -> list[str]:
        """The lines since the last time, without colours and without empty ones."""
        try:
            with self._path.open("rb") as log:
                size = log.seek(0, 2)
                log.seek(self._read if self._read <= size else 0)
                added = log.read()
                self._read = log.tell()
        except FileNotFoundError:
            return []
        lines = _COLOURS.sub("", added.decode(errors="replace")).splitlines()
        return [line.rstrip() for line in lines if line.strip()]

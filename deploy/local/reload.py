"""`make dev`: what changes on the disk is restarted, and what the build says is said again."""

import re
from collections.abc import Callable
from pathlib import Path

from watchfiles import watch

from deploy.local import migrations
from deploy.local.bootstrap import BUILD_STAMP
from deploy.local.data_folder import SERVICES, DataFolder
from deploy.local.errors import StartError
from deploy.local.processes import Process
from deploy.local.settings import ROOT
from deploy.local.supervision import Supervision

# Milliseconds: how long nothing may change any further before something restarts, for how long that is waited for at
# most, and how long a look waits for a change to come.
_QUIET = 500
_LONGEST = 10_000
_PAUSE = 100
_COLOURS = re.compile(r"\x1b\[[\d;]*m")


class Watcher:
    """Watches the files and restarts whatever runs from a changed one.

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
        self._build = NewLines(folder.logs / "web-build.log")
        self._web_has_changed = False
        self._folders = {folder: part for part in (*SERVICES, "kit", "web") for folder in _folders(part)}
        self._changes = watch(
            *self._folders, step=_QUIET, debounce=_LONGEST, rust_timeout=_PAUSE, yield_on_timeout=True
        )
        # Begins to watch.
        next(self._changes)
        # From here on the web is built by its own watcher, from sources that the stamp does not know.
        BUILD_STAMP.unlink(missing_ok=True)

    def look(self) -> set[str]:
        """Wait a moment for changes and restart the parts that have changed; gives these parts."""
        for line in self._build.read():
            print(f"web-build: {line}", flush=True)
        changed = {self._part_of(Path(path)) for _, path in next(self._changes)}
        self._web_has_changed |= "web" in changed
        changed.discard("web")
        if self._web_has_changed and _is_built():
            self._web_has_changed = False
            changed.add("web")
        if changed & {*SERVICES}:
            self._apply_migrations()
        self._restart(changed)
        return changed

    def _part_of(self, path: Path) -> str:
        return next(part for folder, part in self._folders.items() if path.is_relative_to(folder))

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


def _folders(part: str) -> list[Path]:
    if part == "kit":
        folders = [ROOT / "shared"]
    elif part == "web":
        # What is built from web/app; the build itself is the process web-build.
        folders = [ROOT / "web" / "dist", ROOT / "web" / "server"]
    else:
        folders = [ROOT / "services" / part]
    return [folder for folder in folders if folder.is_dir()]


def _is_built() -> bool:
    """Whether the web host could start: a build begins by deleting what the last one made."""
    made = ("client/manifest.json", "screens/manifest.json", "server/server-entry.js")
    return all((ROOT / "web" / "dist" / name).exists() for name in made)


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

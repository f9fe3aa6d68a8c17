"""Following what happens to the processes, and saying so in one line each."""

import json
import os
import queue
import re
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from deploy.local.data_folder import DataFolder
from deploy.local.errors import StartError
from deploy.local.processes import Process
from deploy.local.supervision import Happening, Supervision

if TYPE_CHECKING:
    from deploy.local.reload import Watcher

_TELLING = re.compile(r"Error|error:|FATAL|PANIC")
_ERRORS = ("error", "critical", "fatal")
_RECENT = timedelta(seconds=30)
# A process that dies this often before all is ready will not get better by waiting.
_HOPELESS_DEATHS = 3


class Follower:
    """Reads supervisord's happenings."""

    def __init__(self, supervision: Supervision, folder: DataFolder, processes: list[Process]) -> None:
        self._supervision = supervision
        self._folder = folder
        self._processes = processes
        self._deaths: Counter[str] = Counter()

    def hopeless(self) -> str | None:
        """While starting: why it will never be ready, or None."""
        while True:
            try:
                happening = self._supervision.happenings.get_nowait()
            except queue.Empty:
                break
            if happening is None:
                return f"supervisord ended, see {self._folder.logs}/supervisord.log"
            if happening.state in ("BACKOFF", "EXITED"):
                self._deaths[happening.process] += 1
        for name, deaths in self._deaths.items():
            if deaths >= _HOPELESS_DEATHS:
                return f"{name} does not start: {self._last_line(name)} (more in {self._log(name)})"
        return None

    def raise_when_hopeless(self) -> None:
        """Raise `StartError` with the reason, if there is one."""
        reason = self.hopeless()
        if reason:
            raise StartError(reason)

    def follow(self, migrate: Callable[[], None] | None = None) -> None:
        """Say what happens until a signal ends it. Raises `StartError` when supervisord dies.

        With ``migrate``, what changes on the disk is restarted too: see `deploy.local.reload.Watcher`.
        """
        watcher = self._watcher(migrate) if migrate else None
        make = _parent_make()
        while make is None or os.getppid() == make:
            try:
                happening = self._supervision.happenings.get(timeout=0.5)
            except queue.Empty:
                if watcher:
                    watcher.look()
                continue
            if happening is None:
                raise StartError(f"supervisord ended, see {self._folder.logs}/supervisord.log")
            self._say(happening)

    def _watcher(self, migrate: Callable[[], None]) -> "Watcher":
        # Not at the top: what it watches with is installed for development alone.
        from deploy.local.reload import Watcher  # noqa: PLC0415  # see above

        return Watcher(self._supervision, self._folder, self._processes, migrate)

    def _say(self, happening: Happening) -> None:
        """One line for each crash; of a series of quick ones the 1st, 2nd, 4th, 8th and so on."""
        attempt = happening.attempt
        if happening.state == "EXITED" or (happening.state == "BACKOFF" and attempt & (attempt - 1) == 0):
            again = "is being restarted" if attempt == 0 else f"is tried again (attempt {attempt})"
            print(
                f"{time.strftime('%H:%M:%S')} {happening.process} crashed ({self._why(happening)}) and {again}; "
                f"log: {self._log(happening.process)}",
                flush=True,
            )

    def _why(self, happening: Happening) -> str:
        """How it ended, with its last words if it chose to end."""
        reason = happening.reason or "for no known reason"
        if not reason.startswith("exit status"):
            return reason
        return f"{reason}: {self._last_line(happening.process)[:200]}"

    def _log(self, name: str) -> str:
        return str(self._folder.logs / f"{name}.log")

    def _last_line(self, name: str) -> str:
        try:
            with Path(self._log(name)).open("rb") as log:
                log.seek(max(0, os.fstat(log.fileno()).st_size - 4096))
                lines = log.read().decode(errors="replace").strip().splitlines()
        except OSError:
            lines = []
        # What Node adds to an error explains nothing.
        last = list(takewhile(lambda line: not line.startswith("{"), reversed(lines)))
        told = next((line for line in last if _TELLING.search(line)), None)
        return told or next(iter(last), None) or _logged_error(lines) or "it says nothing"


def _logged_error(lines: list[str]) -> str | None:
    """The message of the last error among a log's lines in JSON. One of long ago does not explain an end of now."""
    for line in reversed(lines):
        try:
            logged = json.loads(line)
            at = datetime.fromisoformat(logged.get("at") or logged["time"])
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
        if logged.get("level") in _ERRORS:
            return str(logged.get("message")) if datetime.now(UTC) - at < _RECENT else None
    return None


def _parent_make() -> int | None:
    """make's process, when make started us: killed with -9, it cannot pass the signal on."""
    parent = psutil.Process().parent()
    return parent.pid if parent and parent.name() in ("make", "gmake") else None

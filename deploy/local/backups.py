"""`make backup` and `make restore`: for a site that runs, one that does not, and one that is no more.

The work is that of cms, with the other services beside it. Where the site does not run, they are started for it, without
a gateway: nobody reaches half of a site.
"""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from deploy.local import leftovers, migrations
from deploy.local.data_folder import SERVICES, DataFolder
from deploy.local.errors import StartError
from deploy.local.follow import Follower
from deploy.local.health import HEALTH, Probe, await_all
from deploy.local.running import MARK
from deploy.local.settings import RELEASE, Settings
from deploy.local.storage import STORAGE_SETTINGS
from deploy.local.up import PART_SECONDS, Stopped, make_database_ready, prepare, stop, stop_on_signals

# For the command, once it is asked to end. It needs a few, unless it is too late to stop; what it leaves then is carried
# through at the next start.
_LAST_SECONDS = 30.0


def back_up(settings: Settings, file: str) -> None:
    """Write a backup of the site into a file. Raises `StartError`."""
    folder = DataFolder(settings.data_dir)
    if folder.owner() is not None:
        _run(folder, _of_running(folder), "create", file)
        return
    if not folder.postgres.exists() and settings.database_url is None:
        raise StartError(f"there is no site in {folder.path}")
    with _unless_stopped(), _services(settings, folder) as environment:
        _run(folder, environment, "create", file)


def restore_backup(settings: Settings, file: str) -> None:
    """Put a backup in place of the site, or make a site of it. Raises `StartError`."""
    # A key of the storage has no dot in it.
    if not Path(file).is_file() and (not file.startswith("backups/") or "." in file):
        raise StartError(f"there is no file {file}")
    folder = DataFolder(settings.data_dir)
    with _unless_stopped(), _services(settings, folder) as environment:
        _run(folder, environment, "restore", file)


@contextmanager
def _unless_stopped() -> Iterator[None]:
    """Raise `StartError` where a signal ends the block: the operator must not take the command for done."""
    try:
        yield
    except (Stopped, KeyboardInterrupt):
        raise StartError("it was stopped before it was done; run it again") from None


@contextmanager
def _services(settings: Settings, folder: DataFolder) -> Iterator[dict[str, str]]:
    """The engines and the services, on their own; gives what cms is told of them."""
    with ExitStack() as stack:
        stack.enter_context(folder.open_locked())
        stack.enter_context(stop_on_signals())
        folder.ready_file.unlink(missing_ok=True)
        leftovers.end(folder.path)
        copy, supervision = prepare(settings, folder, stack, reload=False)
        stack.callback(stop, supervision, folder)
        follower = Follower(supervision, folder, copy.processes)
        supervision.start(copy.processes, [copy.listening], copy.modules)
        supervision.run(copy.engines)
        supervision.preload()
        asyncio.run(make_database_ready(copy, migrations.expected(), follower))
        supervision.run(copy.services)
        probes = [Probe(service, copy.wiring.ports[service], HEALTH[service]) for service in SERVICES]
        if silent := await_all(probes, PART_SECONDS, lambda: False):
            raise StartError(f"not ready: {', '.join(silent)}; their logs are in {folder.logs}")
        [cms] = [process for process in copy.services if process.name == "cms"]
        yield {**os.environ, **cms.environment}


def _of_running(folder: DataFolder) -> dict[str, str]:
    """The environment of the cms of a running copy: where its files are is its own business, and not this shell's."""
    try:
        facts = json.loads(folder.ready_file.read_text())
    except (OSError, ValueError):
        raise StartError("the site is about to start or to stop; try again in a moment") from None
    names = {f"{name}{ending}" for name in STORAGE_SETTINGS for ending in ("", "_FILE")}
    others = {name: value for name, value in os.environ.items() if name not in names}
    # One that a release before this one has started does not tell its settings.
    told = others | facts["settings"] if "settings" in facts else os.environ
    return {
        **told,
        "DATABASE_URL": facts["database"]["roles"]["cms"],
        "REDIS_URL": facts["redis"],
        "KEYS_DIR": facts["keys"],
        "PUBLIC_URL": facts["url"],
        "DATA_DIR": str(folder.path),
        "RELEASE": RELEASE,
        **{f"{part.upper()}_URL": address for part, address in facts["services"].items()},
    }


def _run(folder: DataFolder, environment: Mapping[str, str], action: str, file: str) -> None:
    """Have cms do it. Raises `StartError` with what it says; `Stopped` where a signal ends it before it is done."""
    command = [sys.executable, "-m", "cms.backup_command", action, *([file] if file else [])]
    with subprocess.Popen(
        command, env={**environment, MARK: str(folder.path)}, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            _, errors = process.communicate()
        except (Stopped, KeyboardInterrupt):
            if _is_done_when_stopped(process):
                return
            raise
    if process.returncode:
        log = folder.logs / "backup.log"
        log.write_text(errors)
        last = (errors.strip().splitlines() or ["no reason given"])[-1]
        raise StartError(f"{last} (more in {log})" if len(errors.splitlines()) > 1 else last)


def _is_done_when_stopped(process: subprocess.Popen[str]) -> bool:
    """End the command, which takes back what it has begun, or goes on where it is too late for that; whether it got done."""
    process.terminate()
    try:
        process.communicate(timeout=_LAST_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return process.returncode == 0

"""``python -m cms.backup_command create [file]`` and ``… restore <file>``: backups without the site's screens.

The same jobs as those that the routes begin, done by this process where no worker takes them. The other services have to
run. What it says goes to the standard output, and why it failed, in one line, to the standard error.

With ``-`` for the file the archive goes to the standard output, what is said then to the standard error, or comes from the
standard input: in a cluster nobody knows in which of several processes the next command runs, nor is there room for a file.
"""

import argparse
import asyncio
import os
import signal
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import select

from cms import worker
from cms.backups import service, tasks
from cms.backups.importing import LEFT_OUT
from cms.backups.models import Backup
from cms.backups.receiving import Received, stored
from cms.backups.repository import BackupRepository, ImportRepository, command_lock, fail_stranded
from cms.config import Settings
from kit.db import new_id
from kit.errors import DomainError
from kit.lifecycle import open_state
from kit.locks import try_lock_named
from kit.runner import Runner
from kit.state import KitState
from kit.storage import Written, pieces_in
from kit.tables import Job

FOLDER = Path("backups")
"""Where backups are written that nobody names a file for: beside the data, so that both are not lost together."""
STREAM = "-"
"""The standard input or output, in place of a file."""
_PIECE = 1024 * 1024
_LOOK_EVERY = 0.5
_OPEN = frozenset({"queued", "running"})


class CommandFailed(Exception):
    """Why it came to nothing, in one line."""


class CommandStopped(CommandFailed):
    """Somebody has stopped it."""


Say = Callable[[str], None]
Stop = Callable[[], Awaitable[str | None]]
"""Has what is under way stop, and gives what became of it; None where it is too late for that."""


async def create(state: KitState, file: str, say: Say) -> str:
    """Make a backup and write it into a file, or into one of `FOLDER` named by the moment; gives what to say at last."""
    folder = Path(file).parent if file else FOLDER
    if not file:
        await asyncio.to_thread(folder.mkdir, mode=0o700, exist_ok=True)
    elif not await asyncio.to_thread(folder.is_dir):
        raise CommandFailed(f"There is no folder {folder} to write the backup into.")
    async with state.database.transaction() as session:
        backup, job = await service.create(session, None)
    await _do(state, job.id, say)
    async with state.database.reading() as session:
        backup = await session.get_one(Backup, backup.id)
    assert backup.storage_key is not None
    if file == STREAM:
        where = "The standard output"
        await _write_out(state, backup.storage_key)
    else:
        path = Path(file) if file else await asyncio.to_thread(_free_path, folder, backup.name)
        where = str(path)
        await _write(state, backup.storage_key, path)
    said = f"{where} has a backup of the site ({(backup.size or 0) / 1024**2:,.1f} MB)."
    faulty = backup.contents.get("faults", 0)
    if faulty:
        files = "1 file is" if faulty == 1 else f"{faulty:,} files are"
        return f"{said} But {files} missing or damaged where files are kept, and so in it."
    return f"{said} Keep it safe: it contains everything."


async def restore(state: KitState, file: str, say: Say) -> str:
    """Import a backup, all of it; gives what to say at last.

    Nobody goes on with an import whose command has ended, however that ended, before it was decided.
    """
    await _finish_others(state, say)
    received, identifier = await _received(state, file), new_id()

    async def stop() -> str | None:
        async with state.database.transaction() as session:
            cancellation = await tasks.cancel_import(session, {"importId": str(identifier)})
        return None if cancellation == "too_late" else "It was stopped, and nothing has changed."

    try:
        async with try_lock_named(state.database, command_lock(identifier)):
            async with state.database.transaction() as session:
                known = await session.scalar(select(Backup).where(Backup.storage_key == received.key))
                backup = known or await service.adopt(session, None, received.key, received.written)
                _, job = await service.begin_import(session, None, backup, [], identifier)
            result = await _do(state, job.id, say, stop)
    finally:
        async with state.database.transaction() as session:
            await fail_stranded(session)
    lost = [f"{count} {_LOST[name]}" for name, count in result["lost"].items() if name in _LOST]
    said = f"The site is as it was in {'the archive' if file == STREAM else file}. Everybody has to log in again."
    if mended := result["mendedFiles"]:
        said += f" Files that were missing or damaged and are whole again: {mended}."
    return f"{said} What could not be brought here from another installation: {', '.join(lost)}." if lost else said


_LOST = {
    "authenticators": "authenticator apps, which have to be set up again",
    "recoveryCodes": "recovery codes",
    "secretSettings": "secret settings, which have to be entered again",
    "apiTokens": "API tokens that were revoked since",
    "queuedEmails": "emails that waited to be sent, which can be sent in the admin under Emails",
    LEFT_OUT: "parts of services that this site does without",
}


async def _finish_others(state: KitState, say: Say) -> None:
    """Have what is under way come to its end: after a crash no worker may run that would go on with it."""
    while True:
        await tasks.carry_through(state)
        async with state.database.reading() as session:
            importing = await ImportRepository(session).running()
            row = importing or await BackupRepository(session).running()
        if row is None or row.job_id is None:
            return
        say("What was begun before comes to its end first.")
        try:
            await _do(state, row.job_id, say)
        except CommandStopped:
            raise
        except CommandFailed:
            # What failed is over, and keeps nobody from restoring; not so an import that has to be carried through.
            if importing is not None and importing.decided_at is not None:
                raise


async def _leave_it() -> str:
    """Leave the job to who goes on with it: a worker, or the command when it is run again."""
    return "It was stopped before it was done."


async def _do(state: KitState, job_id: uuid.UUID, say: Say, stop: Stop = _leave_it) -> dict[str, Any]:
    """Have a job done, by this process or a worker; its result. Raises `CommandFailed`, `CommandStopped`."""
    runner, said = Runner(state, 1), ""
    with _asked_to_stop() as asked:
        running = asyncio.create_task(runner.run(job_id))
        try:
            while True:
                await asyncio.wait([running], timeout=_LOOK_EVERY)
                if asked.is_set():
                    if (stopped := await stop()) is not None:
                        raise CommandStopped(stopped)
                    asked.clear()
                    say("It is too late to stop: the archive takes the site's place, if need be at the next start.")
                async with state.database.reading() as session:
                    job = await session.get_one(Job, job_id)
                if job.message and job.message != said:
                    said = job.message
                    say(f"{job.progress:4.0%}  {said}")
                if job.state not in _OPEN:
                    break
                if running.done():
                    await asyncio.sleep(_LOOK_EVERY)
                    running = asyncio.create_task(runner.run(job_id))
            await running
        finally:
            await runner.close()
    if job.state == "failed":
        raise CommandFailed((job.error or {}).get("detail", "It failed."))
    result: dict[str, Any] = job.result
    return result


@contextmanager
def _asked_to_stop() -> Iterator[asyncio.Event]:
    """What is set by a signal that would end this process, in place of that."""
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    for number in signals:
        loop.add_signal_handler(number, asked.set)
    try:
        yield asked
    finally:
        for number in signals:
            loop.remove_signal_handler(number)


def _free_path(folder: Path, name: str) -> Path:
    """A copy of the site with other data may have made a backup at the same moment."""
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(path for name in names if not (path := folder / f"{name}.tar").exists())


def _onto_disk(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


async def _write(state: KitState, key: str, path: Path) -> None:
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        with await asyncio.to_thread(unfinished.open, "wb") as file:
            unfinished.chmod(0o600)
            async with state.storage.reading(key) as pieces:
                async for piece in pieces:
                    await asyncio.to_thread(file.write, piece)
            await asyncio.to_thread(_onto_disk, file)
        await asyncio.to_thread(unfinished.replace, path)
    finally:
        await asyncio.to_thread(unfinished.unlink, missing_ok=True)


async def _write_out(state: KitState, key: str) -> None:
    out = sys.stdout.buffer
    async with state.storage.reading(key) as pieces:
        async for piece in pieces:
            await asyncio.to_thread(out.write, piece)
    await asyncio.to_thread(out.flush)


async def _received(state: KitState, file: str) -> Received:
    if file != STREAM:
        path = Path(file)
        is_file = await asyncio.to_thread(path.is_file)
        return await stored(state, _pieces(path)) if is_file else await _in_storage(state, file)
    received = await stored(state, _pieces_in())
    if not received.written.size:
        await state.storage.delete([received.key])
        raise CommandFailed(
            "Nothing came by the standard input: it has to be open (`--stdin`, or `-T` of Docker Compose)."
        )
    return received


async def _pieces_in() -> AsyncIterator[bytes]:
    """What comes by the standard input, which has no beginning to go back to."""
    while piece := await asyncio.to_thread(sys.stdin.buffer.read, _PIECE):
        yield piece


async def _pieces(path: Path) -> AsyncIterator[bytes]:
    with await asyncio.to_thread(path.open, "rb") as file:
        async for piece in pieces_in(file, _PIECE):
            yield piece


async def _in_storage(state: KitState, key: str) -> Received:
    found = await state.storage.stat(key)
    if found is None:
        raise CommandFailed(f"There is neither a file nor an object in the storage called {key}.")
    return Received(key, Written(found.size, ""))


async def _run(action: str, file: str, say: Say) -> str:
    async with open_state(Settings()) as state:
        return await (create if action == "create" else restore)(state, file, say)


def main(arguments: list[str]) -> int:
    """Do what the command line says; 0 when it went well."""
    assert worker.__all__, "the tasks register themselves on import"
    parser = argparse.ArgumentParser(prog="python -m cms.backup_command", description="Back a site up, or restore it.")
    parser.add_argument("action", choices=["create", "restore"])
    parser.add_argument("file", nargs="?", default="")
    options = parser.parse_args(arguments)
    is_written_out = (options.action, options.file) == ("create", STREAM)
    say = partial(print, file=sys.stderr if is_written_out else sys.stdout, flush=True)
    try:
        say(asyncio.run(_run(options.action, options.file, say)))
    except (CommandFailed, DomainError, OSError, ValueError) as error:
        detail = (error.detail or error.title) if isinstance(error, DomainError) else str(error)
        print(detail, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

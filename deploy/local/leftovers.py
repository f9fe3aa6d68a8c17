"""The processes of a copy, and ending those that an earlier one left behind when it was killed."""

import os
import signal
from collections.abc import Callable, Iterable
from pathlib import Path

import psutil

from deploy.local.running import MARK

_PATIENCE_SECONDS = 30


def end(data_dir: Path) -> int:
    """End every process that belongs to a copy on this data folder; returns how many there were.

    supervisord is asked first, since it would start again what is ended behind its back.
    """
    found = belonging_to(data_dir)
    if found:
        _end([process for process in found if _is_supervisord(process)])
        _end(belonging_to(data_dir))
    return len(found)


def _end(processes: list[psutil.Process]) -> None:
    """Ask; kill those that do not listen. Postgres is asked to write all down at once."""
    _each(
        processes,
        lambda process: process.send_signal(signal.SIGINT if process.name() == "postgres" else signal.SIGTERM),
    )
    _, stubborn = psutil.wait_procs(processes, timeout=_PATIENCE_SECONDS)
    _each(stubborn, lambda process: process.kill())
    psutil.wait_procs(stubborn, timeout=5)


def belonging_to(data_dir: Path) -> list[psutil.Process]:
    """Every process of the copy on this data folder, but for the one that runs `deploy.local` itself.

    Known by the mark in the environment; the engines write over theirs, but stand in their own folders.
    """
    own_folders = {str(data_dir / name) for name in ("postgres", "postgres.new", "redis")}
    found: list[psutil.Process] = []

    def look(process: psutil.Process) -> None:
        if process.environ().get(MARK) == str(data_dir) or process.cwd() in own_folders:
            found.append(process)

    _each((process for process in psutil.process_iter() if process.pid != os.getpid()), look)
    return found


def _is_supervisord(process: psutil.Process) -> bool:
    try:
        return "deploy.local.supervisord" in process.cmdline()
    except psutil.Error:
        return False


def _each(processes: Iterable[psutil.Process], do: Callable[[psutil.Process], None]) -> None:
    """Do it to each, passing over those that have ended or belong to somebody else."""
    for process in processes:
        try:
            do(process)
        except (psutil.Error, OSError):
            continue

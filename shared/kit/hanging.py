"""The end of a process whose event loop stands still, so that what supervises it starts it anew.

Docker says of such a container that it is unhealthy and leaves it alone, so that in containers the process ends itself:
``HANG_SECONDS`` (0 where it is not set: never) after its loop went round last. What each thread was at is on standard error.

The watch is C of Python's own, so that it also ends a process in which nothing else of Python runs any more, as a regular
expression may take hours. Time in which the process was stopped (SIGSTOP) may count as well.
"""

import faulthandler
import os

from kit.environment import SettingsError

BEAT_SECONDS = 2.0
"""How often a process says that it lives."""

_SHORTEST, _LONGEST = 5, 3600


def hang_seconds() -> int:
    """The setting; 0 for never. Raises `SettingsError`."""
    text = os.environ.get("HANG_SECONDS") or "0"
    seconds = int(text) if text.isascii() and text.isdecimal() else -1
    if seconds and not _SHORTEST <= seconds <= _LONGEST:
        raise SettingsError([f"HANG_SECONDS must be 0 or a number from {_SHORTEST} to {_LONGEST}, not {text!r}"])
    return seconds


def postpone_end(seconds: int) -> None:
    """End this process in so many seconds, unless another call puts that off. Does nothing where they are 0."""
    if seconds:
        faulthandler.dump_traceback_later(seconds, exit=True)

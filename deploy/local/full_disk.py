"""supervisord's logs on a full disk: what cannot be written is lost, and everything goes on.

By itself supervisord reports what its log cannot take to its standard error, a file on the same disk, and that fault ends
it: with it all that it supervises.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from supervisor import loggers


def lose_what_cannot_be_written() -> None:
    """Have no fault of a log file reach supervisord. It offers no hook for that: its handlers are changed."""
    loggers.Handler.handleError = lambda _handler: None
    loggers.RotatingFileHandler.emit = _emit


def _emit(handler: Any, record: Any) -> None:
    with suppress(OSError):
        if handler.stream.closed:
            handler.stream = Path(handler.baseFilename).open(handler.mode)  # noqa: SIM115  # it stays open
        loggers.FileHandler.emit(handler, record)
        # Closes the file before it opens the next one, so that a fault in between leaves it closed.
        handler.doRollover()

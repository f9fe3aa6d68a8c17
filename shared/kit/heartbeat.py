"""What a worker does while its loop goes round: it tells its health check (`kit.alive`), and lives on (`kit.hanging`)."""

import asyncio
import logging
import os
from pathlib import Path

from kit.alive import HEARTBEAT_FILE
from kit.hanging import BEAT_SECONDS, postpone_end

log = logging.getLogger(__name__)


async def beat(seconds: int = 0) -> None:
    """Beat until it is cancelled. ``seconds``: how long the loop may stand still until the process ends, 0 for ever."""
    name = os.environ.get(HEARTBEAT_FILE)
    while name or seconds:
        postpone_end(seconds)
        if name:
            _touch(name)
        await asyncio.sleep(BEAT_SECONDS)


def _touch(name: str) -> None:
    """It lies in memory, so this waits for nothing. There may be no room, and the next beat finds some."""
    try:
        Path(name).touch()
    except OSError as error:
        log.warning("%s cannot be touched: %s", name, error.strerror)

"""What a worker tells its health check (`kit.alive`): that its loop goes round."""

import asyncio
import os
from pathlib import Path

from kit.alive import HEARTBEAT_FILE

_BEAT_SECONDS = 5.0


async def beat() -> None:
    """Touch the file for as long as the loop goes round; nothing where none is set."""
    name = os.environ.get(HEARTBEAT_FILE)
    while name:
        _touch(name)
        await asyncio.sleep(_BEAT_SECONDS)


def _touch(name: str) -> None:
    """It lies in memory, so this waits for nothing."""
    Path(name).touch()

"""``python -m kit.alive``: whether the process in this container works, for its health check.

A worker touches the file ``HEARTBEAT_FILE`` while its loop goes round; where that is set, it has to have been touched
within the last half a minute. A web process answers within four seconds: ``PART`` names the service, ``HOST`` and ``PORT``
where it listens. Ends with 0 when it does, else with 1.
"""

import asyncio
import http.client
import importlib
import os
import sys
import time
from pathlib import Path

HEARTBEAT_FILE = "HEARTBEAT_FILE"
"""The setting that names the file."""

_SECONDS = 4
_BEAT_SECONDS = 5.0
_MISSED_SECONDS = 30.0


async def beat() -> None:
    """Touch the file for as long as the loop goes round; nothing where none is set."""
    name = os.environ.get(HEARTBEAT_FILE)
    while name:
        _touch(name)
        await asyncio.sleep(_BEAT_SECONDS)


def _touch(name: str) -> None:
    """It lies in memory, so this waits for nothing."""
    Path(name).touch()


def main() -> int:
    """0 when the process works, 1 when it does not."""
    name = os.environ.get(HEARTBEAT_FILE)
    return int(not (_has_beaten(Path(name)) if name else _answers()))


def _has_beaten(file: Path) -> bool:
    try:
        return time.time() - file.stat().st_mtime < _MISSED_SECONDS
    except OSError:
        return False


def _answers() -> bool:
    prefix = importlib.import_module(f"{os.environ['PART']}.config").Settings.prefix
    connection = http.client.HTTPConnection(
        os.environ.get("HOST") or "127.0.0.1", int(os.environ.get("PORT") or "8000"), timeout=_SECONDS
    )
    try:
        connection.request("GET", f"{prefix}/internal/health")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())

"""``python -m kit.alive``: whether the process in this container works, for its health check.

A worker touches the file ``HEARTBEAT_FILE`` while its loop goes round (`kit.heartbeat`); where that is set, it has to have
been touched within the last half a minute. A web process answers within four seconds: ``PART`` names the service, ``HOST``
and ``PORT`` where it listens. Ends with 0 when it does, else with 1.

It runs every ten seconds in each container, so it imports next to nothing: not even ``http.client``, which takes as long
as all of the rest.
"""

import os
import socket
import sys
import time

HEARTBEAT_FILE = "HEARTBEAT_FILE"
"""The setting that names the file."""

_SECONDS = 4
_MISSED_SECONDS = 30.0
# The settings of the service say it (`ServiceSettings.prefix`), but they take half a second to import.
_OTHER_PREFIXES = {"content": "client"}
_WELL = (b"HTTP/1.0 200", b"HTTP/1.1 200")


def main() -> int:
    """0 when the process works, 1 when it does not."""
    name = os.environ.get(HEARTBEAT_FILE)
    return int(not (_has_beaten(name) if name else _answers()))


def path_of(service: str) -> str:
    """Where a service says that it is well."""
    return f"/{_OTHER_PREFIXES.get(service, service)}/internal/health"


def _has_beaten(name: str) -> bool:
    try:
        return time.time() - os.stat(name).st_mtime < _MISSED_SECONDS  # noqa: PTH116  # pathlib is slow to import
    except OSError:
        return False


def _answers() -> bool:
    address = os.environ.get("HOST") or "127.0.0.1", int(os.environ.get("PORT") or "8000")
    # The last of these has the process close the connection after its answer.
    lines = f"GET {path_of(os.environ['PART'])} HTTP/1.1", f"Host: {address[0]}", "Connection: close", "", ""
    try:
        with socket.create_connection(address, timeout=_SECONDS) as connection:
            connection.sendall("\r\n".join(lines).encode())
            with connection.makefile("rb") as answer:
                return answer.readline(64).startswith(_WELL)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())

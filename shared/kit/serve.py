"""``python -m kit.serve <service>``: the web process of one service.

It listens on ``HOST`` and ``PORT`` (127.0.0.1 and 8000 where they are not set). Whoever connects from
``GATEWAY_ADDRESSES`` (addresses and networks, separated by commas; 127.0.0.1 where it is not set) is believed in what
``X-Forwarded-*`` say of the client. Settings that it cannot start with are said one a line, with exit status 1.
"""

import importlib
import os
import sys

import uvicorn

from kit.config import read_settings
from kit.environment import SettingsError

_GRACE_SECONDS = 8
"""How long requests that are under way may take to end when the process is asked to stop."""


def main(arguments: list[str]) -> None:
    """Serve until a signal ends it."""
    if len(arguments) != 1:
        sys.exit("usage: python -m kit.serve <service>")
    service = arguments[0]
    try:
        read_settings(importlib.import_module(f"{service}.config").Settings)
        port = _port(os.environ.get("PORT") or "8000")
    except SettingsError as error:
        sys.exit(error.said_by(service))
    uvicorn.run(
        f"{service}.app:app",
        host=os.environ.get("HOST") or "127.0.0.1",
        port=port,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        access_log=False,
        server_header=False,
        log_level="warning",
        proxy_headers=True,
        forwarded_allow_ips=os.environ.get("GATEWAY_ADDRESSES") or "127.0.0.1",
        # Longer than the gateway keeps its connections (60 s), else one closes under a request.
        timeout_keep_alive=75,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise SettingsError([f"PORT must be a number from 1 to 65535, not {text!r}"])
    return int(text)


if __name__ == "__main__":
    main(sys.argv[1:])

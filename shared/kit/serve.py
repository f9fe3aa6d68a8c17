"""``python -m kit.serve <service>``: the web process of one service.

It listens on ``HOST`` and ``PORT`` (127.0.0.1 and 8000 where they are not set). It trusts the ``X-Forwarded-*``
headers of peers that connect from ``GATEWAY_ADDRESSES`` (addresses and networks, separated by commas; 127.0.0.1 where
it is not set). It prints settings that it cannot start with, one a line, and exits with status 1.

Asked to stop, it says that it is no longer ready and goes on serving for ``DRAIN_SECONDS`` (0 where it is not set): as
long as a load balancer needs to notice. Then it takes no more requests, and finishes those under way.

With ``HANG_SECONDS`` it ends where its loop stands still (`kit.hanging`).
"""

import gc
import importlib
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from kit.config import read_settings
from kit.environment import SettingsError
from kit.hanging import BEAT_SECONDS, hang_seconds, postpone_end
from kit.keys import ServiceKeys
from kit.peers import keep_alive
from kit.state import STOPPING, KitState
from kit.watching.process import watch_of_process

_GRACE_SECONDS = 8
"""How long requests that are under way may take to end when the process takes no more."""

_LONGEST_DRAIN = 300
_NOT_STARTED = 3
"""The exit status of a process that could not begin to listen, which is uvicorn's."""

_MADE_MEANWHILE = 20_000
"""How many more objects than before there may be until garbage is looked for. One page has hundreds, which go with its answer:
with Python's own number every few requests are looked through while they are under way."""

_TICKS_A_SECOND = 10

_CLOSE = (b"connection", b"close")


class StoppingServer(uvicorn.Server):
    """Uvicorn that goes on serving for ``seconds`` after the signal that asks it to stop. A second signal ends that.

    Where its loop stands still for ``hanging`` seconds, and these are not 0, the process ends.

    It closes each connection after the next answer on it, so that in the end hardly one is left that it could close
    under a request on its way.
    """

    def __init__(self, config: uvicorn.Config, app: FastAPI, seconds: float, *, hanging: int = 0) -> None:
        super().__init__(config)
        self._app = app
        self._seconds = seconds
        self._hanging = hanging
        self._asked: tuple[float, int] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen. A request whose sender is gone without a word ends, and with it what it holds."""
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                keep_alive(listening)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal."""
        state: KitState | None = getattr(self._app.state, "kit", None)
        if state is not None and self._asked is None:
            self._asked = time.monotonic(), sig
            state.settled.add(STOPPING)
            self.config.encoded_headers.append(_CLOSE)
            self.server_state.default_headers = [*self.server_state.default_headers, _CLOSE]
            if self._seconds and sig != signal.SIGINT:
                return
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """What it does ten times a second; gives whether it is to end."""
        if counter % int(BEAT_SECONDS * _TICKS_A_SECOND) == 0:
            postpone_end(self._hanging)
        if self._asked is not None and not self.should_exit:
            asked_at, sig = self._asked
            if time.monotonic() - asked_at >= self._seconds:
                super().handle_exit(sig, None)
        return await super().on_tick(counter)


def main(arguments: list[str]) -> None:
    """Serve until a signal ends it."""
    if len(arguments) != 1:
        sys.exit("usage: python -m kit.serve <service>")
    service = arguments[0]
    try:
        settings = read_settings(importlib.import_module(f"{service}.config").Settings)
        # The app reads them when it starts; that they are not there is one of its settings' faults, and said as those are.
        ServiceKeys(settings.keys_dir, settings.service)
        options = _options()
        hanging = hang_seconds()
        drain = _number("DRAIN_SECONDS", "0", 0, _LONGEST_DRAIN)
        watch = watch_of_process(f"pagewright-{service}", settings.release)
    except SettingsError as error:
        sys.exit(error.said_by(service))
    app: FastAPI = importlib.import_module(f"{service}.app").app
    app.state.watch = watch
    served = app if watch is None else watch.around(app)
    server = StoppingServer(uvicorn.Config(served, **options), app, drain, hanging=hanging)
    # What a service is made of stays. Looking through all of it for garbage takes more than a tenth of a second, in which
    # nobody is answered.
    gc.freeze()
    gc.set_threshold(_MADE_MEANWHILE, *gc.get_threshold()[1:])
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(_NOT_STARTED)


def _options() -> dict[str, Any]:
    return {
        "host": os.environ.get("HOST") or "127.0.0.1",
        "port": _number("PORT", "8000", 1, 65535),
        "loop": "uvloop",
        "http": "httptools",
        "ws": "none",
        "lifespan": "on",
        "access_log": False,
        "server_header": False,
        "log_level": "warning",
        "proxy_headers": True,
        "forwarded_allow_ips": os.environ.get("GATEWAY_ADDRESSES") or "127.0.0.1",
        # Longer than the gateway keeps its connections (60 s), else one closes under a request.
        "timeout_keep_alive": 75,
        "timeout_graceful_shutdown": _GRACE_SECONDS,
    }


def _number(name: str, default: str, least: int, most: int) -> int:
    text = os.environ.get(name) or default
    if not text.isdecimal() or not least <= int(text) <= most:
        raise SettingsError([f"{name} must be a number from {least} to {most}, not {text!r}"])
    return int(text)


if __name__ == "__main__":
    main(sys.argv[1:])

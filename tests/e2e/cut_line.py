"""A connection to the site that can be cut: what a browser has in place of its own, as its proxy."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

_PIECE = 64 * 1024


class CutLine:
    """Passes all on, until one connection has brought as much as was said; from then on nobody is reached until `mend`."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._limit: int | None = None
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.is_cut = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut_after(self, size: int) -> None:
        """Cut it as soon as one connection has brought so many bytes from now on."""
        self._limit = size

    def mend(self) -> None:
        """Pass on what comes from now on."""
        self.is_cut, self._limit = False, None

    def close(self) -> None:
        """Nobody is reached any more."""
        self._cut()
        self._listener.close()

    def _cut(self) -> None:
        self.is_cut = True
        with self._lock:
            for each in self._open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listener.accept()
                if self.is_cut:
                    browser.close()
                    continue
                site = socket.create_connection(("127.0.0.1", self._to))
                with self._lock:
                    self._open |= {browser, site}
                for source, target, is_up in ((browser, site, True), (site, browser, False)):
                    threading.Thread(target=self._pass, args=(source, target, is_up), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, is_up: bool) -> None:
        passed = 0
        with suppress(OSError):
            while not self.is_cut and (piece := source.recv(_PIECE)):
                target.sendall(piece)
                passed = passed + len(piece) if is_up and self._limit is not None else 0
                if self._limit is not None and passed >= self._limit:
                    self._cut()
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._open -= {source, target}
        source.close()

"""A stand-in for a Postgres of a release that the site does not support: it tells its version to clients at login."""

import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ASKS_FOR_TLS = 80877103
_NO = b"N"


@contextmanager
def old_postgres(version: str) -> Iterator[str]:
    """A server that says it has this version, and takes any login; the address of a database."""

    class Session(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while self._begins_with() == _ASKS_FOR_TLS:
                self.wfile.write(_NO)
            settings = {"server_version": version, "client_encoding": "UTF8", "standard_conforming_strings": "on"}
            self._say(b"R", struct.pack(">i", 0))
            for name, value in settings.items():
                self._say(b"S", f"{name}\0{value}\0".encode())
            self._say(b"K", struct.pack(">ii", 1, 1))
            self._say(b"Z", b"I")
            # Whatever is asked next: it ends as servers do that are shut down.
            self.rfile.read(1)

        def _begins_with(self) -> int:
            length, kind = struct.unpack(">ii", self.rfile.read(8))
            self.rfile.read(length - 8)
            return int(kind)

        def _say(self, kind: bytes, body: bytes) -> None:
            self.wfile.write(kind + struct.pack(">i", len(body) + 4) + body)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Session) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"postgresql://boss:secret@127.0.0.1:{server.server_address[1]}/site"
        finally:
            server.shutdown()
            thread.join()

"""Two gateways behind what shares connections out among them, as a Service of Kubernetes does: for their replacement."""

import select
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

from tests.replicas.site import ReplicatedSite

NAMES = ("gateway-2", "gateway-3")
# More than the others have, for as long as the parts that are replaced beside them take anyway.
_DRAIN_SECONDS = 8
# A Service hears of it a moment after the gateway does.
_HEARD_AFTER = 1.0
_CHUNK = 65536


class Gateways(socketserver.ThreadingTCPServer):
    """Both of them, at one address."""

    daemon_threads = True

    def __init__(self, site: ReplicatedSite) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self._site = site
        self._known = list(NAMES)
        self._turn = count()
        self.base_url = f"http://localhost:{self.server_address[1]}"
        self.refused = 0
        """Connections that a gateway did not take."""

    def next_port(self) -> int:
        """That of the gateway whose turn it is."""
        known = self._known
        return self._site.gateway_port(known[next(self._turn) % len(known)])

    def replace(self, name: str) -> int | None:
        """End one and start it again; the status that it ends with."""

        def hear() -> None:
            time.sleep(_HEARD_AFTER)
            self._known = [each for each in self._known if each != name]

        hearing = threading.Thread(target=hear)
        hearing.start()
        status = self._site.end([name])[name]
        hearing.join()
        self._site.start([name])
        self._known = [*self._known, name]
        return status


class _Connection(socketserver.BaseRequestHandler):
    server: Gateways
    request: socket.socket

    def handle(self) -> None:
        try:
            there = socket.create_connection(("127.0.0.1", self.server.next_port()))
        except ConnectionRefusedError:
            self.server.refused += 1
            return
        others = {self.request: there, there: self.request}
        with there, suppress(ConnectionError):
            while True:
                for end in select.select([*others], [], [])[0]:
                    received = end.recv(_CHUNK)
                    if not received:
                        return
                    others[end].sendall(received)


@contextmanager
def two_gateways(site: ReplicatedSite) -> Iterator[Gateways]:
    """Two more gateways of a site while the block runs."""
    for name in NAMES:
        site.start_gateway(name, _DRAIN_SECONDS)
    with Gateways(site) as gateways:
        threading.Thread(target=gateways.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield gateways
        finally:
            gateways.shutdown()
            site.end(NAMES)

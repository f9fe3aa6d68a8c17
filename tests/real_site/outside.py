"""The rest of the web, for the links of a real site: one server that stands in for every host they lead to.

An address keeps its scheme, host and path, behind one of this machine's addresses. The hosts are many, since the link
checker leaves a pause between two questions to one host.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit
from zlib import crc32

_HOSTS = 40
_ATTRIBUTE = re.compile(r"""\b(href|src)=(["'])(https?://.*?)\2""")


class Outside:
    """Answers 200, 404 for an address in ``missing``, and 301 to its https twin for an address of http."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.missing: frozenset[str] = frozenset()
        self.originals: dict[str, str] = {}
        """The address that a local one stands for."""

    def local(self, address: str) -> str:
        """The address here of one that is elsewhere."""
        scheme, rest = address.split("://", 1)
        local = f"http://127.0.1.{1 + crc32(address.encode()) % _HOSTS}:{self.port}/{scheme}/{rest}"
        self.originals[local.partition("#")[0]] = address
        return local

    def localized(self, html: str) -> str:
        """HTML whose links and images are here."""
        return _ATTRIBUTE.sub(lambda found: f"{found[1]}={found[2]}{self.local(found[3])}{found[2]}", html)

    def answer(self, path: str) -> tuple[int, Mapping[str, str]]:
        scheme, _, rest = path.removeprefix("/").partition("/")
        if scheme == "http":
            return 301, {"Location": f"/https/{rest}"}
        bare = urlsplit(f"https://{rest}")
        return (404 if f"https://{bare.netloc}{bare.path}" in self.missing else 200), {}


@contextmanager
def outside() -> Iterator[Outside]:
    """The server for as long as the block runs."""
    site: Outside

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            status, headers = site.answer(self.path)
            self.send_response(status)
            for name, value in {**headers, "Content-Length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()

        do_GET = do_HEAD  # noqa: N815  # the name that http.server asks for

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing: pytest shows what fails."""

    # On all of this machine's own addresses, 127.0.1.x.
    with ThreadingHTTPServer(("0.0.0.0", 0), Handler) as server:  # noqa: S104
        site = Outside(server.server_port)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()

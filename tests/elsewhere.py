"""Another site, on the wire: its files are what a test puts there."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

_ENDINGS = {"png": "image/png", "svg": "image/svg+xml", "html": "text/html"}


@dataclass
class Elsewhere:
    """A site that has these files, and answers 404 for others.

    Files that are ``silent`` are never answered with: the one who asked hangs up at last. ``kinds`` says what a file is said to be, nothing where it is empty; of others it is by their extension, or a PNG.
    """

    address: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        path = (await reader.readuntil(b"\r\n\r\n")).split()[1].decode()
        self.asked.append(path)
        if path in self.silent:
            await reader.read()
        writer.write(self._answered(path))
        # A client that has read enough hangs up.
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        writer.close()

    def _answered(self, path: str) -> bytes:
        if path in self.redirects:
            return _head("302 Found", "text/html", 0, f"Location: {self.redirects[path]}\r\n")
        body = self.files.get(path)
        if body is None:
            return _head("404 Not Found", "text/html", 0)
        kind = self.kinds.get(path, _ENDINGS.get(path.rpartition(".")[2], "image/png"))
        return _head("200 OK", kind, len(body)) + body


def _head(status: str, kind: str, length: int, more: str = "") -> bytes:
    said = f"Content-Type: {kind}\r\n" if kind else ""
    return f"HTTP/1.1 {status}\r\n{said}Content-Length: {length}\r\n{more}Connection: close\r\n\r\n".encode()


@asynccontextmanager
async def site_elsewhere(host: str = "127.0.0.1") -> AsyncIterator[Elsewhere]:
    """One that runs for as long as the block, on this machine."""
    found = Elsewhere()
    async with await asyncio.start_server(found.answer, host, 0) as server:
        found.address = f"http://{host}:{server.sockets[0].getsockname()[1]}"
        yield found

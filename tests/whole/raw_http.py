"""Requests that no well-behaved client sends, written byte by byte."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesHeaderParser
from urllib.parse import urlsplit

import orjson

BLOCK = b" " * 65_536
SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class RawAnswer:
    status: int
    headers: Message
    body: bytes
    seconds: float

    @property
    def code(self) -> str:
        """The code of a problem."""
        assert self.headers.get_content_type() == "application/problem+json", self.body[:200]
        return str(orjson.loads(self.body)["code"])


def send(
    base_url: str,
    target: str,
    *,
    method: str = "GET",
    headers: dict[str, str] | None = None,
    body: Iterator[bytes] = iter(()),
) -> RawAnswer:
    """Send a request whose target stands as it is given, in Latin-1; `body` is sent as far as it is taken."""
    address = urlsplit(base_url)
    lines = {"Host": address.netloc, "Connection": "close", **(headers or {})}
    head = f"{method} {target} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    began = time.monotonic()
    with socket.create_connection((address.hostname, address.port), timeout=SECONDS) as connection:
        connection.sendall(head.encode("latin-1") + b"\r\n")
        # A server that has seen enough answers and hangs up.
        with suppress(BrokenPipeError, ConnectionResetError):
            for part in body:
                connection.sendall(part)
        received = _read(connection)
    seconds = time.monotonic() - began
    start, _, rest = received.partition(b"\r\n")
    raw_headers, _, content = rest.partition(b"\r\n\r\n")
    return RawAnswer(int(start.split()[1]), BytesHeaderParser().parsebytes(raw_headers), content, seconds)


def blocks(size: int) -> Iterator[bytes]:
    """A body of `size` bytes, for a request that declares its length."""
    return (BLOCK for _ in range(size // len(BLOCK)))


def chunks(size: int) -> Iterator[bytes]:
    """The same as chunks, for a request that does not."""
    for block in blocks(size):
        yield b"%x\r\n%b\r\n" % (len(block), block)
    yield b"0\r\n\r\n"


def _read(connection: socket.socket) -> bytes:
    received = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65_536):
            received += part
    return received

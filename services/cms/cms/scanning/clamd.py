"""Asks a virus scanner that speaks clamd's protocol about what was uploaded.

`aioclamd` reads a file in pieces of one kilobyte, each in a thread; what is uploaded here comes as a stream of pieces
already, from wherever it is stored. So the one command that is needed is spoken here: ``INSTREAM``, of the manual clamd(8).
"""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import suppress

from kit.errors import Unavailable, Unprocessable
from kit.outside import check_no_transaction

_CONNECT_SECONDS = 10.0
_PIECE_SECONDS = 60.0
_VERDICT_SECONDS = 180.0
"""clamd scans when it has all of it, and gives up after two minutes by itself (``MaxScanTime``)."""
_LONGEST_ANSWER = 4_096


class FileInfected(Unprocessable):
    """422: the scanner found something in the file; ``signature`` is its name for it."""

    code = "file_infected"


class FileNotScanned(Unprocessable):
    """422: the scanner does not take the file, mostly as it is larger than the scanner's own limit."""

    code = "file_not_scanned"


class ScannerUnavailable(Unavailable):
    """503: the scanner cannot be reached or does not answer. Nothing is taken unscanned."""

    code = "scanner_unavailable"


async def scan(address: str, pieces: AsyncIterator[bytes]) -> None:
    """Return if the scanner at ``address`` finds nothing in these bytes.

    The address is ``host:port`` or the path of a socket. Raises `FileInfected`, `FileNotScanned`, `ScannerUnavailable`.
    """
    check_no_transaction("the virus scanner")
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            connection = await _connect(address)
        # Once the verdict is known, or given up, what a scanner that stalls has not read is not waited for.
        with connection:
            verdict = await _verdict(connection, pieces)
    except (OSError, TimeoutError) as error:
        raise ScannerUnavailable("The virus scanner does not answer. Try again later.") from error
    if verdict == "stream: OK":
        return
    found, is_found, _ = verdict.removeprefix("stream: ").rpartition(" FOUND")
    # How clamd names a file of which it has not looked at all (``AlertExceedsMax``).
    if "INSTREAM size limit" in verdict or found.startswith("Heuristics.Limits.Exceeded"):
        raise FileNotScanned(
            "This file is too large for the virus scanner. Upload a smaller one, or have the scanner's limits raised."
        )
    if is_found:
        raise FileInfected(f"The virus scanner found {found} in this file.", signature=found)
    raise FileNotScanned(f"The virus scanner rejected this file: {verdict.removesuffix(' ERROR')}.")


async def _connect(address: str) -> socket.socket:
    loop = asyncio.get_running_loop()
    found: list[tuple[int, str | tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]]]
    if address.startswith("/"):
        found = [(socket.AF_UNIX, address)]
    else:
        host, _, port = address.rpartition(":")
        known = await loop.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)
        found = [(family, where) for family, _, _, _, where in known]
    refused = OSError(f"{address} has no address")
    for family, where in found:
        connection = socket.socket(family)
        connection.setblocking(False)
        try:
            await loop.sock_connect(connection, where)
        except OSError as error:
            connection.close()
            refused = error
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise refused


async def _verdict(connection: socket.socket, pieces: AsyncIterator[bytes]) -> str:
    """What clamd says of them.

    By the socket, since clamd refuses what is too large in the middle of it and hangs up at once: asyncio's streams lose
    what has not been read when something cannot be sent.
    """
    loop = asyncio.get_running_loop()
    with suppress(ConnectionError):
        await _send(connection, pieces)
    said = b""
    async with asyncio.timeout(_VERDICT_SECONDS):
        while b"\0" not in said and len(said) < _LONGEST_ANSWER:
            more = await loop.sock_recv(connection, _LONGEST_ANSWER)
            if not more:
                raise ConnectionError("closed before it said anything")
            said += more
    return said.partition(b"\0")[0].decode("utf-8", "replace")


async def _send(connection: socket.socket, pieces: AsyncIterator[bytes]) -> None:
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, b"zINSTREAM\0")
    async for piece in pieces:
        if piece:
            async with asyncio.timeout(_PIECE_SECONDS):
                await loop.sock_sendall(connection, struct.pack(">I", len(piece)) + piece)
    await loop.sock_sendall(connection, struct.pack(">I", 0))

"""Asks a virus scanner that speaks clamd's protocol about what was uploaded.

`aioclamd` reads a file in pieces of one kilobyte, each in a thread; what is uploaded here comes as a stream of pieces
already, from wherever it is stored. So the one command that is needed is spoken here: ``INSTREAM``, of the manual clamd(8).
"""

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from kit.errors import Unavailable, Unprocessable
from kit.outside import check_no_transaction

_CONNECT_SECONDS = 10.0
_PIECE_SECONDS = 60.0
"""For each piece, and for the verdict: clamd scans when it has all of it."""
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
        async with _connection(address) as (reader, writer):
            verdict = await _verdict(reader, writer, pieces)
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        raise ScannerUnavailable("The virus scanner does not answer. Try again later.") from error
    if verdict == "stream: OK":
        return
    found, is_found, _ = verdict.removeprefix("stream: ").rpartition(" FOUND")
    if is_found:
        raise FileInfected(f"The virus scanner found {found} in this file.", signature=found)
    raise FileNotScanned(f"The virus scanner rejected this file: {verdict.removesuffix(' ERROR')}.")


@asynccontextmanager
async def _connection(address: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    async with asyncio.timeout(_CONNECT_SECONDS):
        if address.startswith("/"):
            reader, writer = await asyncio.open_unix_connection(address)
        else:
            host, _, port = address.rpartition(":")
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    try:
        yield reader, writer
    finally:
        # The verdict is known, or given up: what a scanner that stalls has not read is not waited for.
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


async def _verdict(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pieces: AsyncIterator[bytes]) -> str:
    writer.write(b"zINSTREAM\0")
    try:
        async for piece in pieces:
            if piece:
                writer.write(struct.pack(">I", len(piece)) + piece)
                async with asyncio.timeout(_PIECE_SECONDS):
                    await writer.drain()
        writer.write(struct.pack(">I", 0))
    except ConnectionError:
        # It refuses what is too large in the middle of it, and says so before it hangs up.
        pass
    async with asyncio.timeout(_PIECE_SECONDS):
        answer = await reader.readuntil(b"\0")
    return answer[:_LONGEST_ANSWER].rstrip(b"\0").decode("utf-8", "replace")

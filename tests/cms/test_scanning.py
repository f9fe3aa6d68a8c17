"""A virus scanner on the wire: one that speaks clamd's protocol, and what goes wrong with it."""

import asyncio
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest

from cms.scanning import clamd
from cms.scanning.clamd import FileInfected, FileNotScanned, ScannerUnavailable, scan

EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
MOST = 100_000
Serve = Callable[..., Awaitable[str]]
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def clamd_answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What clamd does with INSTREAM."""
    assert await reader.readuntil(b"\0") == b"zINSTREAM\0"
    content = b""
    while length := struct.unpack(">I", await reader.readexactly(4))[0]:
        content += await reader.readexactly(length)
        if len(content) > MOST:
            writer.write(b"INSTREAM size limit exceeded. ERROR\0")
            # To close with bytes unread would reset the connection, and might take the answer along.
            await reader.read()
            return
    writer.write(b"stream: Eicar-Test-Signature FOUND\0" if EICAR in content else b"stream: OK\0")


async def refuses_and_hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What a real clamd does with what is too large: it leaves the rest unread, which resets the connection."""
    await reader.readexactly(MOST)
    writer.write(b"INSTREAM size limit exceeded. ERROR\0")
    await writer.drain()
    writer.transport.abort()


def once(answer: Answer) -> Answer:
    """Answers the first, and hangs up on all others."""
    waiting = [answer]

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await (waiting.pop() if waiting else hangs_up)(reader, writer)

    return take


async def reads_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


async def says_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(1)


async def pieces(*each: bytes) -> AsyncIterator[bytes]:
    for piece in each:
        yield piece


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Serve]:
    answers: list[asyncio.Task[None] | None] = []
    async with AsyncExitStack() as stack:

        async def start(answer: Answer = clamd_answers, *, by_path: bool = False) -> str:
            async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                answers.append(asyncio.current_task())
                try:
                    await answer(reader, writer)
                finally:
                    writer.close()
                    with suppress(OSError):
                        await writer.wait_closed()

            if by_path:
                path = str(tmp_path / "clamd.sock")
                await stack.enter_async_context(await asyncio.start_unix_server(once, path))
                return path
            server = await stack.enter_async_context(await asyncio.start_server(once, "127.0.0.1", 0))
            return f"127.0.0.1:{server.sockets[0].getsockname()[1]}"

        yield start
        # Nobody waits for one that reads nothing, and its connection would outlive the test.
        for task in filter(None, answers):
            task.cancel()
        await asyncio.gather(*filter(None, answers), return_exceptions=True)


class TestScan:
    @pytest.mark.parametrize("by_path", [False, True])
    async def test_what_is_clean_passes(self, serve: Serve, by_path: bool) -> None:
        await scan(await serve(by_path=by_path), pieces(b"a poem", b"", b"in two pieces"))

    async def test_what_is_infected_is_named_though_it_comes_in_pieces(self, serve: Serve) -> None:
        with pytest.raises(FileInfected, match="Eicar-Test-Signature") as refused:
            await scan(await serve(), pieces(EICAR[:20], EICAR[20:]))
        assert refused.value.extensions == {"signature": "Eicar-Test-Signature"}

    async def test_what_is_larger_than_it_takes_is_not_taken_unscanned(self, serve: Serve) -> None:
        with pytest.raises(FileNotScanned, match="too large for the virus scanner"):
            await scan(await serve(), pieces(*[bytes(MOST)] * 3))

    @pytest.mark.parametrize("by_path", [False, True])
    async def test_why_is_said_though_the_scanner_hangs_up_at_once(self, serve: Serve, by_path: bool) -> None:
        for _ in range(20):
            with pytest.raises(FileNotScanned, match="too large for the virus scanner"):
                await scan(await serve(refuses_and_hangs_up, by_path=by_path), pieces(*[bytes(MOST)] * 200))

    async def test_what_it_has_not_looked_at_all_through_is_not_called_infected(self, serve: Serve) -> None:
        async def gives_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND\0")
            await reader.read()

        with pytest.raises(FileNotScanned, match="too large for the virus scanner"):
            await scan(await serve(gives_up), pieces(b"a poem"))

    async def test_without_a_scanner_nothing_is_taken(self, serve: Serve, tmp_path: Path) -> None:
        for address in (str(tmp_path / "nowhere"), await serve(hangs_up)):
            with pytest.raises(ScannerUnavailable):
                await scan(address, pieces(b"a poem"))

    async def test_one_that_does_not_answer_is_not_waited_for(
        self, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(clamd, "_VERDICT_SECONDS", 0.01)
        with pytest.raises(ScannerUnavailable):
            await scan(await serve(says_nothing), pieces(b"a poem"))

    async def test_one_that_stops_reading_is_not_waited_for(
        self, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(clamd, "_PIECE_SECONDS", 0.01)
        with pytest.raises(ScannerUnavailable):
            await scan(await serve(reads_nothing), pieces(*[bytes(1024 * 1024)] * 100))

"""Servers of this machine whose every answer a test writes by hand."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Protocol

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Serve(Protocol):
    """Serves an answer at an address of this machine; returns the port."""

    async def __call__(self, answer: Answer, host: str = "127.0.0.1", port: int = 0) -> int: ...


@asynccontextmanager
async def served(answer: Answer, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[int]:
    """The port that each connection gets this answer at, and is closed; for as long as the block runs."""

    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async with await asyncio.start_server(once, host, port) as server:
        yield int(server.sockets[0].getsockname()[1])


@asynccontextmanager
async def serving() -> AsyncIterator[Serve]:
    """What serves answers for as long as the block runs."""
    async with AsyncExitStack() as stack:

        async def start(answer: Answer, host: str = "127.0.0.1", port: int = 0) -> int:
            return await stack.enter_async_context(served(answer, host, port))

        yield start

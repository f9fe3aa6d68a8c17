"""Sites that links lead to: servers of real sockets, whose every answer a test decides."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.serving import served


class LinkedSite:
    """A site. ``answers`` has the head of the answer by `METHOD path` or by path; anything else is 404."""

    def __init__(self) -> None:
        self.url = ""
        self.answers: dict[str, str] = {}
        self.asked: Counter[str] = Counter()
        self.at_once = 0
        self.most_at_once = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        method, path, _ = head.split(" ", 2)
        self.asked[f"{method} {path}"] += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            answer = self.answers.get(f"{method} {path}", self.answers.get(path, "404 Not Found"))
            writer.write(f"HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
            await writer.drain()
        finally:
            self.at_once -= 1


@asynccontextmanager
async def linked_site() -> AsyncIterator[LinkedSite]:
    """A site for as long as the block runs."""
    site = LinkedSite()
    async with served(site.answer) as port:
        site.url = f"http://127.0.0.1:{port}"
        yield site

import asyncio
from collections.abc import AsyncIterator

import pytest

from content.app import app
from kit.testing import Start, Tokens

STATUS = "/client/external/status"


@pytest.fixture
async def elsewhere() -> AsyncIterator[str]:
    """A server whose every answer is 410."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 410 Gone\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/page"


async def test_says_what_the_address_answers_where_the_network_is_opened(
    start: Start, tokens: Tokens, elsewhere: str
) -> None:
    client = await start(app, outbound_networks=["127.0.0.0/8"])
    answer = await client.get(STATUS, params={"url": elsewhere}, headers=tokens.bearer("editor"))
    assert answer.json() == {"url": elsewhere, "status": 410, "reason": None}


@pytest.mark.parametrize(
    ("url", "reason"),
    [("http://169.254.169.254/latest/meta-data", "address_not_public"), ("file:///etc/passwd", "address_invalid")],
)
async def test_asks_nothing_within_the_network(start: Start, tokens: Tokens, url: str, reason: str) -> None:
    client = await start(app)
    answer = await client.get(STATUS, params={"url": url}, headers=tokens.bearer("editor"))
    assert answer.json() == {"url": url, "status": None, "reason": reason}


async def test_is_for_editors(start: Start, tokens: Tokens, elsewhere: str) -> None:
    client = await start(app, outbound_networks=["127.0.0.0/8"])
    assert (await client.get(STATUS, params={"url": elsewhere}, headers=tokens.bearer("crm:read"))).status_code == 403
    assert (await client.get(STATUS, params={"url": elsewhere})).status_code == 401

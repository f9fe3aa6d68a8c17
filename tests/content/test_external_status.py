import asyncio
from collections.abc import AsyncIterator

import pytest

from content.app import app
from content.links.questions import QUESTIONS_IN_ALL, QUESTIONS_OF_ONE
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


async def test_asks_only_so_many_at_once_for_one_person_and_in_all(start: Start, tokens: Tokens) -> None:
    release, begun = asyncio.Event(), asyncio.Semaphore(0)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        begun.release()
        await release.wait()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    client = await start(app, outbound_networks=["127.0.0.0/8"])
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        params = {"url": f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"}
        people = [tokens.bearer("editor") for _ in range(QUESTIONS_IN_ALL // QUESTIONS_OF_ONE)]
        asking = []
        for person in people:
            calls = [client.get(STATUS, params=params, headers=person) for _ in range(QUESTIONS_OF_ONE)]
            asking += [asyncio.create_task(call) for call in calls]
            for _ in calls:
                await begun.acquire()
            refused = await client.get(STATUS, params=params, headers=person)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_questions")
            assert refused.headers["retry-after"]
        another = await client.get(STATUS, params=params, headers=tokens.bearer("editor"))
        assert another.status_code == 429
        release.set()
        assert {(await each).status_code for each in asking} == {200}
        assert (await client.get(STATUS, params=params, headers=people[0])).status_code == 200

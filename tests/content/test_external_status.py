import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from ipaddress import ip_address

import pytest

from content.app import app
from content.links.questions import QUESTIONS_IN_ALL, QUESTIONS_OF_ONE
from kit import outbound
from kit.outbound import IPAddress
from kit.testing import Start, Tokens
from tests.content.factory import JSON, Site
from tests.serving import Answer, Serve, served, serving

STATUS = "/client/external/status"
HERE = ip_address("127.0.0.1")

# Spellings of this machine that resolvers read; what they come to is for all of them the same.
SPELLINGS = [
    *("127.0.0.1", "127.1", "2130706433", "0177.0.0.1", "017700000001", "0x7f.1", "0x7f000001", "localhost", "0"),
    *("[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
]
WITHIN = ["169.254.169.254", "10.0.0.1", "[fd00:ec2::254]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"]


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    async with serving() as start:
        yield start


def noting(reached: list[str]) -> Answer:
    """A server within the network: it notes the requests that reach it."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")
        await writer.drain()

    return answer


def leading_to(location: str) -> Answer:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()

    return answer


async def status_of(site: Site, url: str) -> JSON:
    answer = await site.client.get(STATUS, params={"url": url}, headers=site.editor)
    assert answer.status_code == 200, answer.text
    found: JSON = answer.json()
    return found


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has names of tests answered with these addresses, one after another; the last of them from then on."""

    def answer_with(*addresses: str) -> None:
        left = [ip_address(address) for address in addresses]
        really = outbound.resolve

        async def resolve(host: str, port: int) -> Sequence[IPAddress]:
            if not host.endswith(".test"):
                return await really(host, port)
            return [left.pop(0) if len(left) > 1 else left[0]]

        monkeypatch.setitem(outbound.outbound.__wrapped__.__kwdefaults__, "resolve", resolve)  # type: ignore[attr-defined]

    return answer_with


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


async def test_asks_only_so_many_at_once_for_one_person_and_in_all(
    start: Start, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    # None of those that are kept waiting gives its place up.
    monkeypatch.setattr(outbound, "SECONDS", 120.0)
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


class TestWithinTheNetwork:
    """Through the call itself; `tests/kit/test_outbound.py` has the client alone."""

    @pytest.mark.parametrize("host", [*SPELLINGS, *WITHIN])
    async def test_no_spelling_gets_there(self, site: Site, serve: Serve, host: str) -> None:
        reached: list[str] = []
        url = f"http://{host}:{await serve(noting(reached))}/"
        found = await status_of(site, url)
        assert (found["status"], found["url"]) == (None, url)
        assert found["reason"] in {"address_not_public", "address_invalid"}
        assert reached == []

    @pytest.mark.parametrize("host", [*SPELLINGS, *WITHIN])
    async def test_no_redirect_gets_there(
        self,
        site: Site,
        serve: Serve,
        named: Callable[..., None],
        monkeypatch: pytest.MonkeyPatch,
        host: str,
    ) -> None:
        # One address of this machine stands for the public internet, at one port: all others are within.
        named("127.0.0.9")
        monkeypatch.setattr(outbound, "is_public", lambda address: address == ip_address("127.0.0.9"))
        reached: list[str] = []
        within = f"http://{host}:{await serve(noting(reached))}/"
        async with served(leading_to(within), "127.0.0.9") as port:
            url = f"http://outside.test:{port}/"
            found = await status_of(site, url)
        assert (found["status"], found["url"]) == (None, url)
        assert found["reason"] in {"address_not_public", "address_invalid", "unreachable"}
        assert reached == []

    async def test_a_name_that_answers_otherwise_the_second_time_does_not(
        self, site: Site, serve: Serve, named: Callable[..., None]
    ) -> None:
        reached: list[str] = []
        port = await serve(noting(reached))
        # An address of documentation, where nobody answers, and this machine from then on.
        named("203.0.113.1", "127.0.0.1")
        for _ in range(2):
            found = await status_of(site, f"http://rebound.test:{port}/")
            assert found["reason"] == "address_not_public"
        assert reached == []

    async def test_a_name_is_looked_up_once_for_each_question(
        self, site: Site, named: Callable[..., None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What was checked is what is connected to: between the two the name is not asked again."""
        named("127.0.0.9", "127.0.0.1")
        monkeypatch.setattr(outbound, "is_public", lambda address: address == ip_address("127.0.0.9"))
        reached: list[str] = []
        async with served(noting(reached), "127.0.0.9") as port:
            url = f"http://rebound.test:{port}/"
            assert (await status_of(site, url))["status"] == 200
            assert (await status_of(site, url))["reason"] == "address_not_public"
        assert len(reached) == 1

    async def test_a_server_of_a_byte_now_and_then_is_not_waited_for(
        self, start: Start, tokens: Tokens, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Long enough to reach it on a busy machine, and far less than it drips for.
        monkeypatch.setattr(outbound, "SECONDS", 3.0)
        ended = asyncio.Event()

        async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                for byte in b"HTTP/1.1 200 OK\r\n" + b"X" * 10_000:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(0.02)
            finally:
                ended.set()

        client = await start(app, outbound_networks=["127.0.0.0/8"])
        url = f"http://127.0.0.1:{await serve(drip)}/"
        answer = await client.get(STATUS, params={"url": url}, headers=tokens.bearer("editor"))
        assert answer.json() == {"url": url, "status": None, "reason": "timeout"}
        # Nothing is left that goes on reading.
        await asyncio.wait_for(ended.wait(), 60)

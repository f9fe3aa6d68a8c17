"""What people may have the site ask, and what not; against servers of real sockets."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Sequence
from ipaddress import ip_address

import pytest

from kit import outbound as outbound_module
from kit.outbound import MOST_BYTES, Found, IPAddress, Outbound, Reason, Refused, is_public, outbound
from tests.serving import Answer, Serve, serving

# Both are this machine; the one stands for the public internet, the other for what is within.
PUBLIC, PRIVATE = ip_address("127.0.0.1"), ip_address("127.0.0.2")


def saying(text: str) -> Answer:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(text.encode())
        await writer.drain()

    return answer


def redirect(location: str) -> str:
    return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    async with serving() as start:
        yield start


@pytest.fixture
async def client() -> AsyncIterator[Outbound]:
    async with outbound(allows=lambda address: address == PUBLIC) as client:
        yield client


async def refusal(asking: Awaitable[Found]) -> Reason:
    with pytest.raises(Refused) as refused:
        await asking
    return refused.value.reason


class TestIsPublic:
    @pytest.mark.parametrize(
        "address",
        [
            *("127.0.0.1", "0.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
            *("192.0.0.8", "192.88.99.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1"),
            *("::", "::1", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1"),
            *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "fd00:ec2::254"),
            *("fec0::1", "::ffff:0:7f00:1", "3fff::1", "5f00::1", "2001:db8::1", "2001:20::1"),
        ],
    )
    def test_not_what_leads_within(self, address: str) -> None:
        assert not is_public(ip_address(address))

    @pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:93.184.216.34"])
    def test_the_rest(self, address: str) -> None:
        assert is_public(ip_address(address))


class TestGet:
    async def test_follows_redirects_to_what_is_there(self, serve: Serve, client: Outbound) -> None:
        end = await serve(saying("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone"))
        start = await serve(saying(redirect(f"http://127.0.0.1:{end}/there")))
        found = await client.get(f"http://127.0.0.1:{start}/here")
        assert (found.status, found.url, found.body) == (404, f"http://127.0.0.1:{end}/there", b"gone")

    async def test_reads_no_body_that_is_not_wanted(self, serve: Serve, client: Outbound) -> None:
        port = await serve(saying(f"HTTP/1.1 200 OK\r\nContent-Length: {10**12}\r\n\r\n"))
        assert (await client.get(f"http://127.0.0.1:{port}/", most_bytes=0)).status == 200

    @pytest.mark.parametrize(
        "address",
        ["127.0.0.1", "2130706433", "0177.0.0.1", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "0"],
    )
    async def test_no_spelling_of_this_machine(self, address: str) -> None:
        async with outbound() as client:
            assert await refusal(client.get(f"http://{address}:8080/")) in {"address_not_public", "address_invalid"}

    @pytest.mark.parametrize(
        "address",
        [
            *("ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)", "//example.org/", "http://", "x", ""),
            *("http://user:secret@example.org/", "http://example.org:25/", "http://example.org/\r\nX: y"),
            *("http://example.org\\@127.0.0.1/", "http://example.org:99999/", "http://" + "a" * 3_000),
            *("http://xn--/", "http://xn--a/", "http://example.org/\udc80"),
        ],
    )
    async def test_no_address_that_is_none_of_the_web(self, client: Outbound, address: str) -> None:
        assert await refusal(client.get(address)) == "address_invalid"

    async def test_a_redirect_is_an_address_like_the_first(self, serve: Serve, client: Outbound) -> None:
        reached: list[bool] = []

        async def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            reached.append(True)

        within = await serve(note, str(PRIVATE))
        for location, reason in (
            (f"http://{PRIVATE}:{within}/", "address_not_public"),
            ("file:///etc/passwd", "address_invalid"),
        ):
            port = await serve(saying(redirect(location)))
            assert await refusal(client.get(f"http://127.0.0.1:{port}/")) == reason
        assert not reached

    @pytest.mark.parametrize("location", ["http://xn--a/", "http://[::1", "http://a:b/", "http:x", "?" + "x" * 3_000])
    async def test_a_redirect_to_what_is_no_address(self, serve: Serve, client: Outbound, location: str) -> None:
        port = await serve(saying(redirect(location)))
        assert await refusal(client.get(f"http://127.0.0.1:{port}/")) in {"address_invalid", "unreachable"}

    @pytest.mark.parametrize(
        "cookie", ["a=b", "a=b; expires=Wed, 1 Jan " + "1" * 60_000, "a=b; max-age=" + "9" * 60_000]
    )
    async def test_reads_and_keeps_no_cookie(self, serve: Serve, client: Outbound, cookie: str) -> None:
        asked: list[bytes] = []

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            asked.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(f"HTTP/1.1 200 OK\r\nSet-Cookie: {cookie}\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()

        port = await serve(answer)
        for _ in range(2):
            assert (await client.get(f"http://127.0.0.1:{port}/")).status == 200
        assert not any(b"cookie" in each.lower() for each in asked)

    async def test_connects_to_what_was_checked_though_the_name_has_changed_since(self, serve: Serve) -> None:
        port = await serve(saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
        answers = [[PUBLIC], [PRIVATE], [PUBLIC, PRIVATE]]

        async def resolve(host: str, port: int) -> Sequence[IPAddress]:
            return answers.pop(0)

        async with outbound(allows=lambda address: address == PUBLIC, resolve=resolve) as client:
            url = f"http://rebound.test:{port}/"
            assert (await client.get(url)).status == 200
            assert len(answers) == 2
            assert await refusal(client.get(url)) == "address_not_public"
            assert await refusal(client.get(url)) == "address_not_public"

    async def test_an_unknown_name(self, client: Outbound, monkeypatch: pytest.MonkeyPatch) -> None:
        def know_none(*_: object, **__: object) -> None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

        with monkeypatch.context() as patch:
            # A name server may take longer to say so than is waited for.
            patch.setattr(socket, "getaddrinfo", know_none)
            assert await refusal(client.get("http://nowhere.invalid/")) == "name_unknown"
        assert await refusal(client.get(f"http://{'a' * 64}.example/")) in {"name_unknown", "address_invalid"}

    async def test_who_does_not_answer_or_not_in_http(self, serve: Serve, client: Outbound) -> None:
        async def say_no_tls(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            await writer.drain()

        assert await refusal(client.get(f"http://127.0.0.1:{await serve(saying('SSH-2.0'))}/")) == "unreachable"
        assert await refusal(client.get(f"https://127.0.0.1:{await serve(say_no_tls)}/")) == "unreachable"

    async def test_circles_end(self, serve: Serve, client: Outbound) -> None:
        assert (
            await refusal(client.get(f"http://127.0.0.1:{await serve(saying(redirect('/')))}/")) == "too_many_redirects"
        )

    async def test_more_than_was_asked_for(
        self, serve: Serve, client: Outbound, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outbound_module, "SECONDS", 60)

        async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                writer.write(b"x" * 65_536)
                await writer.drain()

        port = await serve(pour)
        assert await refusal(client.get(f"http://127.0.0.1:{port}/", most_bytes=MOST_BYTES)) == "too_large"

    async def test_one_that_answers_a_byte_now_and_then(
        self, serve: Serve, client: Outbound, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(outbound_module, "SECONDS", 0.2)

        async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            for byte in b"HTTP/1.1 200 OK\r\n" + b"X" * 10_000:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.01)

        assert await refusal(client.get(f"http://127.0.0.1:{await serve(drip)}/")) == "timeout"


class TestHead:
    async def test_asks_for_no_body_and_tells_the_redirects_on_the_way(self, serve: Serve, client: Outbound) -> None:
        methods: list[str] = []

        async def end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            methods.append((await reader.readuntil(b"\r\n\r\n")).split(b" ")[0].decode())
            # As many bytes as nobody would wait for.
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
            await writer.drain()

        there = await serve(end)
        start = await serve(saying(redirect(f"http://127.0.0.1:{there}/")))
        found = await client.head(f"http://127.0.0.1:{start}/")
        assert (found.status, found.redirects, found.body, methods) == (200, (302,), b"", ["HEAD"])


class TestLookUp:
    async def test_names_that_nobody_answers_for_keep_no_other_thread_busy(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answered = threading.Event()
        looking = threading.Semaphore(0)

        def look_up(host: str, *_: object, **__: object) -> list[object]:
            looking.release()
            answered.wait()
            return []

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        monkeypatch.setattr(outbound_module, "LOOKUP_SECONDS", 0.05)
        asked = outbound_module.MOST_LOOKUPS + 3
        try:
            outcomes = await asyncio.gather(
                *(outbound_module.resolve("slow.example", 80) for _ in range(asked)), return_exceptions=True
            )
            # Those threads are busy still, and the ones that all else shares are not.
            assert await asyncio.to_thread(lambda: "free") == "free"
        finally:
            answered.set()
        assert [type(outcome) for outcome in outcomes] == [TimeoutError] * asked
        assert sum(looking.acquire(blocking=False) for _ in range(asked)) <= outbound_module.MOST_LOOKUPS

    async def test_a_name_nobody_answers_for_is_no_unknown_one(self) -> None:
        async def never(host: str, port: int) -> Sequence[IPAddress]:
            raise TimeoutError

        async with outbound(resolve=never) as client:
            assert await refusal(client.get("http://slow.example/")) == "timeout"

"""Asks addresses that people supply: the one client for links, feeds and images from elsewhere.

What a person writes may name a machine that this one reaches and they do not. So names are looked up here, and a
connection goes to what was looked up and found to be public, whatever the name answers a moment later; each redirect is
an address like the first. Nothing takes longer than ten seconds, and no more is read than was asked for.
"""

import asyncio
import re
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from http.cookiejar import CookieJar
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Literal

import httpcore
import httpx

from kit.outside import check_no_transaction

IPAddress = IPv4Address | IPv6Address
IPNetwork = IPv4Network | IPv6Network
Resolve = Callable[[str, int], Awaitable[Sequence[IPAddress]]]
Allows = Callable[[IPAddress], bool]
Reason = Literal[
    "address_invalid", "address_not_public", "name_unknown", "timeout", "unreachable", "too_many_redirects", "too_large"
]

SECONDS = 10.0
LOOKUP_SECONDS = 5.0
"""For the look-up of a name, its wait for a free thread included."""
MOST_LOOKUPS = 4
"""Names that one process looks up at once."""
MOST_REDIRECTS = 5
MOST_BYTES = 2 * 1024 * 1024
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Below 1024 are the ports of what is no web server, and takes a request's lines for its own commands.
_WEB_PORTS = frozenset({80, 443})
_OTHER_PORTS = range(1024, 65_536)
_LONGEST = 2_000
_MOST_ADDRESSES = 4
# All that the internet gives out of IPv6. Outside are translations of IPv4 and what networks keep for themselves.
_GIVEN_OUT = ip_network("2000::/3")
# What the standard library counts as global though it is not: relays of IPv4, and the addresses of examples.
_NOT_PUBLIC = [ip_network(each) for each in ("192.0.0.0/24", "192.88.99.0/24", "2001::/32", "2002::/16", "3fff::/20")]


class Refused(Exception):
    """The address was not asked, or not to the end; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Found:
    """What an address answered in the end."""

    status: int
    url: str
    """Where redirects have led."""
    headers: httpx.Headers = field(repr=False)
    body: bytes = field(repr=False)
    redirects: tuple[int, ...] = ()
    """The statuses of the redirects on the way, the first first."""


def is_public(address: IPAddress) -> bool:
    """Whether an address is one of the public internet's, and not a way around to another."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if isinstance(address, IPv6Address) and address not in _GIVEN_OUT:
        return False
    if any(address in network for network in _NOT_PUBLIC if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast


def public_or_in(networks: Iterable[IPNetwork]) -> Allows:
    """Return a check whether an address is public, or in a network that the operator of the site has opened."""
    opened = tuple(networks)
    return lambda address: is_public(address) or any(address in network for network in opened)


async def resolve(host: str, port: int) -> Sequence[IPAddress]:
    """The addresses of a name, as the machine knows it: also of the odd ways to write one, such as `2130706433`.

    A look-up cannot be broken off, so it waits in threads of its own: a name server that does not answer keeps those
    busy, and not the threads that all else in the process shares. Raises TimeoutError after `LOOKUP_SECONDS`.
    """
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    async with asyncio.timeout(LOOKUP_SECONDS):
        found = await asyncio.get_running_loop().run_in_executor(_lookup_threads(), look_up)
    # A link-local address comes with its zone.
    return [ip_address(str(address[0]).partition("%")[0]) for *_, address in found]


class StreamedResponse:
    """What an address answers in the end, while its body comes."""

    def __init__(self, answer: httpx.Response, redirects: tuple[int, ...], most_bytes: int) -> None:
        self._answer = answer
        self._most_bytes = most_bytes
        self.status = answer.status_code
        self.url = str(answer.request.url)
        """Where redirects have led."""
        self.headers = answer.headers
        self.redirects = redirects

    async def pieces(self) -> AsyncIterator[bytes]:
        """The body, once. Raises `Refused`."""
        if not self._most_bytes:
            return
        size = 0
        with _refusals():
            async for piece in self._answer.aiter_raw():
                size += len(piece)
                if size > self._most_bytes:
                    raise Refused("too_large")
                yield piece


class Outbound:
    """``async with outbound() as client: found = await client.get("https://example.org/")``.

    Raises `Refused`; never for what the other side answers with a status.
    """

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def get(self, url: str, *, accept: str = "*/*", most_bytes: int = MOST_BYTES) -> Found:
        """GET an address of ``http`` or ``https``, and those that it redirects to. With ``most_bytes`` of 0 no body is read."""
        return await self._whole("GET", url, accept, most_bytes)

    async def head(self, url: str, *, accept: str = "*/*") -> Found:
        """Send HEAD to an address, as `get` sends GET."""
        return await self._whole("HEAD", url, accept, 0)

    @asynccontextmanager
    async def stream(
        self, url: str, *, accept: str = "*/*", most_bytes: int = MOST_BYTES
    ) -> AsyncIterator[StreamedResponse]:
        """GET an address as `get` does, for what is not to be in memory whole.

        The ten seconds go on while the block runs: it takes the body, and does nothing else.
        """
        async with self._asked("GET", url, accept, most_bytes) as arriving:
            yield arriving

    async def _whole(self, method: str, url: str, accept: str, most_bytes: int) -> Found:
        async with self._asked(method, url, accept, most_bytes) as answer:
            body = b"".join([piece async for piece in answer.pieces()])
        return Found(answer.status, answer.url, answer.headers, body, answer.redirects)

    @asynccontextmanager
    async def _asked(self, method: str, url: str, accept: str, most_bytes: int) -> AsyncIterator[StreamedResponse]:
        check_no_transaction(url)
        time = asyncio.timeout(SECONDS)
        try:
            async with time, AsyncExitStack() as stack:
                with _refusals():
                    answer, redirects = await stack.enter_async_context(self._final(method, url, accept))
                yield StreamedResponse(answer, redirects, most_bytes)
        except TimeoutError as error:
            # One of the block's own is the block's.
            if not time.expired():
                raise
            raise Refused("timeout") from error

    @asynccontextmanager
    async def _final(self, method: str, url: str, accept: str) -> AsyncIterator[tuple[httpx.Response, tuple[int, ...]]]:
        """The answer that is no redirect."""
        # A compressed body says nothing of how large it is.
        headers = {"Accept": accept, "Accept-Encoding": "identity"}
        wanted = checked(url)
        passed: list[int] = []
        for _ in range(MOST_REDIRECTS + 1):
            async with self._client.stream(method, wanted, headers=headers) as answer:
                location = answer.headers.get("location")
                if answer.status_code not in _REDIRECTS or not location:
                    yield answer, tuple(passed)
                    return
                passed.append(answer.status_code)
            wanted = checked(str(wanted.join(location)))
        raise Refused("too_many_redirects")


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise Refused("timeout") from error
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, _NameUnknown, _AddressNotPublic) as error:
        # httpx reads where a redirect leads, though it does not follow it, and fails for what is no Punycode.
        raise Refused(_reason(error)) from error


@cache
def _lookup_threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(MOST_LOOKUPS, thread_name_prefix="outbound-lookup")


@cache
def trust() -> ssl.SSLContext:
    """The certificates that this process trusts; to read them takes longer than all else about a client."""
    return httpx.create_ssl_context()


def checked(url: str) -> httpx.URL:
    """The parsed address. Raises `Refused` for what is none of the web's."""
    if len(url) > _LONGEST or re.search(r"[\x00-\x20\x7f\\]", url):
        raise Refused("address_invalid")
    try:
        parsed = httpx.URL(url)
        # Reads a name as people write it, which fails for what only looks like a name in Punycode.
        host = parsed.host
    except (httpx.InvalidURL, UnicodeError) as error:
        raise Refused("address_invalid") from error
    port = parsed.port
    is_web = parsed.scheme in {"http", "https"} and host and not parsed.userinfo
    if not is_web or not (port is None or port in _WEB_PORTS or port in _OTHER_PORTS):
        raise Refused("address_invalid")
    return parsed


@asynccontextmanager
async def outbound(
    *, allows: Allows = is_public, resolve: Resolve = resolve, most_connections: int = 10
) -> AsyncIterator[Outbound]:
    """A client for as long as the block runs. ``allows`` says which addresses may be connected to."""
    transport = _Transport(_CheckedBackend(allows, resolve), most_connections)
    async with httpx.AsyncClient(transport=transport, timeout=SECONDS, cookies=_NoCookies(), trust_env=False) as client:
        client.headers["User-Agent"] = "Pagewright"
        yield Outbound(client)


class _NoCookies(CookieJar):
    def extract_cookies(self, response: Any, request: Any) -> None:
        """Who is asked again does not learn it. A policy would be asked after all are read, which fails for some."""


class _NameUnknown(Exception):
    pass


class _AddressNotPublic(Exception):
    pass


class _CheckedBackend(httpcore.AsyncNetworkBackend):
    """Looks names up itself, and connects to nothing that it has not checked."""

    def __init__(self, allows: Allows, resolve: Resolve) -> None:
        self._allows = allows
        self._resolve = resolve
        self._sockets = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 # httpcore's own signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first of the name's addresses that answers."""
        try:
            found = await self._resolve(host, port)
        except TimeoutError:
            # An OSError, too; that nobody answered in time says nothing of the name.
            raise
        except (OSError, UnicodeError) as error:
            raise _NameUnknown(host) from error
        # A name with one address outside and one within is no mistake.
        if not all(self._allows(address) for address in found):
            raise _AddressNotPublic(host)
        fault: Exception = httpcore.ConnectError(host)
        for address in found[:_MOST_ADDRESSES]:
            try:
                return await self._sockets.connect_tcp(str(address), port, timeout, local_address, socket_options)
            except httpcore.ConnectError as error:
                fault = error
        raise fault


class _Transport(httpx.AsyncHTTPTransport):
    """httpx's own, on sockets of ours."""

    def __init__(self, backend: httpcore.AsyncNetworkBackend, most_connections: int) -> None:
        super().__init__(verify=trust(), trust_env=False)
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust(),
            max_connections=most_connections,
            max_keepalive_connections=0,
            network_backend=backend,
        )


_REASONS: dict[type[Exception], Reason] = {
    httpx.InvalidURL: "address_invalid",
    _NameUnknown: "name_unknown",
    _AddressNotPublic: "address_not_public",
}


def _reason(error: Exception) -> Reason:
    if isinstance(error, httpx.TimeoutException):
        return "timeout"
    if isinstance(error, UnicodeError):
        return "address_invalid"
    return _REASONS.get(type(error), "unreachable")

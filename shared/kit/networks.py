"""Whom requests come from, as far as their addresses tell: a host, and the network around it."""

import ipaddress

from starlette.requests import HTTPConnection

# An IPv6 host is given a /64 as its own; a household or an office often has a /48 of those.
_HOST_BITS = 64
_SITE_BITS = 48

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def client_address(request: HTTPConnection) -> str | None:
    """The client's address: the gateway says so, and the web host of the visitor that it asks for."""
    return request.client.host if request.client else None


def address_in(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The network address in a text; an IPv4 one however it is written: ``::ffff:192.0.2.1``, or by way of NAT64."""
    try:
        ip = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else ip.ipv4_mapped or ip


def networks(address: str) -> tuple[str, ...]:
    """What counts as one client, the narrowest first.

    An IPv4 address, however it is written; or an IPv6 host's /64, and the /48 around it.
    """
    ip = address_in(address)
    if ip is None:
        return (address,)
    if isinstance(ip, ipaddress.IPv4Address):
        return (str(ip),)
    return tuple(str(ipaddress.IPv6Network((int(ip), bits), strict=False)) for bits in (_HOST_BITS, _SITE_BITS))

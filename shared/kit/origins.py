"""The site's own origins and hosts, and hosts as browsers write them. Pure."""

from functools import cache
from urllib.parse import SplitResult, urlsplit

_PORTS = {"http": 80, "https": 443}
_LOOPBACK = {"localhost": "127.0.0.1", "127.0.0.1": "localhost"}


@cache
def site_origins(public_url: str) -> frozenset[str]:
    """The origins that are the site itself; on a loopback address, localhost and 127.0.0.1 both are."""
    parts = urlsplit(public_url)
    host = parts.hostname or ""
    hosts = {host, _LOOPBACK.get(host, host)}
    return frozenset(f"{parts.scheme}://{host_of(parts, name)}" for name in hosts)


def host_of(parts: SplitResult, name: str | None = None) -> str:
    """An address's host, or another one by name, with the port as browsers write it: not where it is the scheme's own."""
    port = "" if parts.port in {None, _PORTS.get(parts.scheme)} else f":{parts.port}"
    return f"{parts.hostname or '' if name is None else name}{port}"


@cache
def site_hosts(public_url: str) -> frozenset[str]:
    """The hosts of `site_origins`, each with its port: links to the site itself, whatever their scheme, name one."""
    return frozenset(origin.partition("://")[2] for origin in site_origins(public_url))

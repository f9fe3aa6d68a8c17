"""The address that visitors use: whether its name is known, whether it answers, and whether it is this site."""

import asyncio
import socket
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx

from deploy.doctor.clock import Reading, now, reading
from deploy.doctor.findings import Finding, fault, ok, warning

_PART = "Public address"
_SECONDS = 10.0
_KEYS = "/auth/.well-known/jwks.json"
_MOST_REDIRECTS = 5


async def check_public_address(
    public_url: str, auth_url: str | None, is_contained: bool
) -> tuple[list[Finding], list[Reading]]:
    """Return lines about the address, and the clock of the server there. ``auth_url`` says which site is this one."""
    parts = urlsplit(public_url)
    host = parts.hostname or ""
    if is_contained and _is_of_this_machine(host):
        said = f"{public_url} is for this host alone, and was not asked from within a container"
        return [warning(_PART, said, "set PUBLIC_URL once others may come")], []
    try:
        await asyncio.get_running_loop().getaddrinfo(host, parts.port or parts.scheme, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        said = f"{host} has no address: {error}"
        return [fault(_PART, said, "make a DNS record for it that leads to the gateway, or correct PUBLIC_URL")], []
    limits = {"timeout": _SECONDS, "max_redirects": _MOST_REDIRECTS, "trust_env": False}
    async with httpx.AsyncClient(follow_redirects=True, **limits) as client:  # type: ignore[arg-type]  # httpx names each
        asked = now()
        try:
            answer = await client.get(f"{public_url}{_KEYS}")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return [_unreached(public_url, error)], []
        clocks = _clock(answer, asked)
        if answer.status_code != httpx.codes.OK:
            said = f"{public_url} answers {answer.status_code}"
            return [fault(_PART, said, "see which part does not run, or what stands in front of the gateway")], clocks
        if auth_url is not None and not await _is_ours(client, answer, auth_url):
            said = f"{public_url} is another site, or something that keeps old answers"
            return [
                fault(_PART, said, "lead its DNS record and proxies to this gateway, or correct PUBLIC_URL")
            ], clocks
    return [_said_of(public_url, host)], clocks


async def _is_ours(client: httpx.AsyncClient, answer: httpx.Response, auth_url: str) -> bool:
    """Whether both have a key in common. Auth's own is asked last: meanwhile it may have made a new one."""
    try:
        own = _kids(await client.get(f"{auth_url}{_KEYS}"))
    except httpx.HTTPError:
        # Another line says that auth does not answer.
        return True
    return bool(own & _kids(answer))


def _kids(answer: httpx.Response) -> set[str]:
    try:
        return {str(key["kid"]) for key in answer.json()["keys"]}
    except (ValueError, KeyError, TypeError):
        return set()


def _unreached(public_url: str, error: Exception) -> Finding:
    said = str(error) or type(error).__name__
    if "CERTIFICATE" in said.upper():
        return fault(_PART, f"its certificate is not trusted: {said}", "renew it, or see the gateway's log about ACME")
    if isinstance(error, httpx.TooManyRedirects):
        return fault(_PART, f"{public_url} leads round in a circle", "see that what ends TLS says X-Forwarded-Proto")
    advice = "see that the gateway runs, and that ports and firewall let visitors to it"
    return fault(_PART, f"{public_url} does not answer: {said}", advice)


def _said_of(public_url: str, host: str) -> Finding:
    if _is_of_this_machine(host):
        return warning(
            _PART, f"{public_url} is this site, for this machine alone", "set PUBLIC_URL once others may come"
        )
    if public_url.startswith("http:"):
        return warning(_PART, f"{public_url} is this site, and anybody on the way can read along", "use https")
    return ok(_PART, f"{public_url} is this site")


def _is_of_this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _clock(answer: httpx.Response, asked: float) -> list[Reading]:
    # A cache tells when it was given the answer.
    if "age" in answer.headers or "date" not in answer.headers:
        return []
    try:
        return [reading("the public address", parsedate_to_datetime(answer.headers["date"]), asked, now())]
    except ValueError:
        return []

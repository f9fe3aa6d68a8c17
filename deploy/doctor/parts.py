"""The parts of a site that answer for themselves, and the cache in front of it."""

import asyncio
import socket
from collections.abc import Mapping

import httpx

from deploy.doctor.findings import Finding, fault, ok

_PARTS, _CACHE = "Parts", "Cache in front"
_SECONDS = 5.0
# Nothing that a page is kept under.
_NO_KEY = "doctor"
_FAMILIES = (socket.AF_INET, socket.AF_INET6)


async def check_parts(addresses: Mapping[str, str]) -> list[Finding]:
    """A line for each part of which a process does not answer, or one for all of them.

    Docker gives the addresses of all replicas for the name of a part, and each is asked. A cluster's service has one
    address for all of them, behind which only those stand that were well a moment ago.
    """
    async with httpx.AsyncClient(timeout=_SECONDS, trust_env=False) as client:
        said = await asyncio.gather(*(_ask_all(client, address) for address in addresses.values()))
    wrong = {name: reason for name, (_, reason) in zip(addresses, said, strict=True) if reason}
    if not wrong:
        answering = [
            f"{name} ({count})" if count > 1 else name for name, (count, _) in zip(addresses, said, strict=True)
        ]
        return [ok(_PARTS, f"{', '.join(answering)} answer")]
    return [
        fault(_PARTS, f"{name} {reason}", f"see the log of {name}, and restart it") for name, reason in wrong.items()
    ]


async def check_cache(environ: Mapping[str, str]) -> list[Finding]:
    """A line about the cache in front, where there is one."""
    url = environ.get("CACHE_PURGE_URL")
    if not url:
        return []
    name, _, value = environ.get("CACHE_PURGE_HEADER", "").partition(":")
    headers = {"Surrogate-Key": _NO_KEY} | ({name: value.strip()} if name else {})
    advice = "correct CACHE_PURGE_URL and CACHE_PURGE_HEADER: without purges it shows pages that are up to an hour old"
    try:
        async with httpx.AsyncClient(timeout=_SECONDS, trust_env=False) as client:
            answer = await client.post(url, headers=headers, json={"tags": [_NO_KEY]})
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return [fault(_CACHE, f"does not answer: {str(error) or type(error).__name__}", advice)]
    if not answer.is_success:
        return [fault(_CACHE, f"does not take purges: it answers {answer.status_code}", advice)]
    return [ok(_CACHE, "takes purges")]


async def _ask_all(client: httpx.AsyncClient, address: str) -> tuple[int, str | None]:
    """How many processes have the address, and what is wrong with those that are not well."""
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL as error:
        return 1, f"does not answer: {error}"
    hosts = await _hosts_of(url)
    if len(hosts) == 1:
        return 1, await _ask(client, url)
    named = {"Host": url.netloc.decode("ascii")}
    said = await asyncio.gather(*(_ask(client, url.copy_with(host=host), named) for host in hosts))
    wrong = [f"at {host} {reason}" for host, reason in zip(hosts, said, strict=True) if reason]
    return len(hosts), "; ".join(wrong) or None


async def _hosts_of(url: httpx.URL) -> list[str]:
    """All addresses that the host's name has, of one family: a process that has both would be asked twice."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, url.port, type=socket.SOCK_STREAM)
    except OSError:
        return [url.host]
    families = {family: sorted({str(at[0]) for kind, _, _, _, at in found if kind == family}) for family in _FAMILIES}
    return families[socket.AF_INET] or families[socket.AF_INET6] or [url.host]


async def _ask(client: httpx.AsyncClient, url: httpx.URL, headers: Mapping[str, str] | None = None) -> str | None:
    try:
        answer = await client.get(url, headers=headers)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return f"does not answer: {str(error) or type(error).__name__}"
    return None if answer.status_code == httpx.codes.OK else f"answers {answer.status_code}"

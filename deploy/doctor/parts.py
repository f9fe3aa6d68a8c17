"""The parts of a site that answer for themselves, and the cache in front of it."""

import asyncio
from collections.abc import Mapping

import httpx

from deploy.doctor.findings import Finding, fault, ok

_PARTS, _CACHE = "Parts", "Cache in front"
_SECONDS = 5.0
# Nothing that a page is kept under.
_NO_KEY = "doctor"


async def check_parts(addresses: Mapping[str, str]) -> list[Finding]:
    """A line for each part that does not answer, or one for all of them."""
    async with httpx.AsyncClient(timeout=_SECONDS, trust_env=False) as client:
        said = await asyncio.gather(*(_ask(client, address) for address in addresses.values()))
    wrong = {name: reason for name, reason in zip(addresses, said, strict=True) if reason}
    if not wrong:
        return [ok(_PARTS, f"{', '.join(addresses)} answer")]
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


async def _ask(client: httpx.AsyncClient, address: str) -> str | None:
    try:
        answer = await client.get(address)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return f"does not answer: {str(error) or type(error).__name__}"
    return None if answer.status_code == httpx.codes.OK else f"answers {answer.status_code}"

"""What a provider of mailing lists does for the site, and how one is asked.

The addresses are the providers' own, or come from the settings; nothing that people type leads elsewhere.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, Protocol

import httpx
import orjson

from cms.subscribers.errors import (
    ProviderKeyRefused,
    ProviderListMissing,
    ProviderRefused,
    ProviderUnavailable,
)
from kit.outside import check_no_transaction
from kit.state import KitState

SECONDS = 20.0
"""For an answer as a whole: a provider that sends a byte now and then keeps nobody longer."""
_MOST_BYTES = 1024 * 1024
_ERRORS = 400
_FAILURES = 500
_KEY = frozenset({401, 403})
_LATER = frozenset({408, 425, 429})


@dataclass(frozen=True, slots=True)
class Person:
    """Who wants to be on a list."""

    email_address: str
    name: str


class Provider(Protocol):
    """A provider of mailing lists.

    Raises `ProviderUnavailable`, `ProviderKeyRefused`, `ProviderListMissing`, `ProviderRefused`.
    """

    async def subscribe(self, list_id: str, person: Person) -> None:
        """Put somebody on a list, who is asked for a confirmation there. Done twice it is as if done once."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a provider has answered."""

    status: int
    body: Any


async def ask(kit: KitState, method: str, url: str, auth: httpx.Auth, sent: dict[str, Any] | None = None) -> Answer:
    """The answer of a provider, 404 and what it refuses among them.

    Raises `ProviderUnavailable` and `ProviderKeyRefused`. Nothing of what is sent is in the words of an error.
    """
    check_no_transaction("the mailing list's provider")
    try:
        async with asyncio.timeout(SECONDS):
            answer = await _read(kit, method, url, auth, sent)
    except (httpx.HTTPError, TimeoutError, orjson.JSONDecodeError) as error:
        raise ProviderUnavailable("The mailing list's provider does not answer.") from error
    if answer.status in _KEY:
        raise ProviderKeyRefused("The mailing list's provider rejected the site's key.")
    if answer.status in _LATER or answer.status >= _FAILURES:
        raise ProviderUnavailable("The mailing list's provider has reached its request limit. Try again later.")
    return answer


async def _read(kit: KitState, method: str, url: str, auth: httpx.Auth, sent: dict[str, Any] | None) -> Answer:
    body = bytearray()
    async with kit.http.stream(method, url, json=sent, auth=auth, follow_redirects=False) as answer:
        async for piece in answer.aiter_bytes():
            body += piece
            if len(body) > _MOST_BYTES:
                raise ProviderUnavailable("The mailing list's provider sent an unexpected answer.")
    is_json = "json" in answer.headers.get("content-type", "")
    return Answer(answer.status_code, orjson.loads(bytes(body)) if is_json and body else None)


def check(answer: Answer) -> Answer:
    """The answer. Raises `ProviderListMissing` for a 404, and `ProviderRefused` for what else is an error."""
    if answer.status == httpx.codes.NOT_FOUND:
        raise ProviderListMissing("The provider has no mailing list with this ID.")
    if not httpx.codes.is_success(answer.status):
        if answer.status < _ERRORS:
            raise ProviderUnavailable("The mailing list's provider sent an unexpected answer.")
        raise ProviderRefused("The mailing list's provider rejected this address.")
    return answer

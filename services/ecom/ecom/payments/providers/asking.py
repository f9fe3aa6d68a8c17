"""How a provider of payments is asked.

The addresses are the providers' own, or come from the settings; nothing that people type leads elsewhere.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
import orjson

from ecom.payments.errors import ProviderFaulted, ProviderKeyRefused, ProviderUnavailable
from kit.outside import check_no_transaction
from kit.state import KitState

SECONDS = 20.0
"""For an answer as a whole: a provider that sends a byte now and then keeps nobody longer."""
_MOST_BYTES = 1024 * 1024
_FAILURES = 500
_KEY = frozenset({401, 403})
_LATER = frozenset({408, 425, 429})


@dataclass(frozen=True, slots=True)
class Answer:
    """What a provider has answered: its status, and its body where that is a JSON object."""

    status: int
    body: Mapping[str, Any] | None

    @property
    def is_success(self) -> bool:
        """Whether the provider did what it was asked."""
        return httpx.codes.is_success(self.status)


async def ask(kit: KitState, method: str, url: str, **sent: Any) -> Answer:
    """The answer of a provider, what it refuses among them. ``sent`` is what httpx takes.

    Raises `ProviderUnavailable`, `ProviderFaulted` and `ProviderKeyRefused`. Nothing of what is sent is in the words of an error.
    """
    check_no_transaction("the provider of payments")
    try:
        async with asyncio.timeout(SECONDS):
            answer = await _read(kit, method, url, sent)
    except (httpx.HTTPError, TimeoutError, orjson.JSONDecodeError) as error:
        raise ProviderUnavailable("The payment provider does not answer. Try again later.") from error
    if answer.status in _KEY:
        raise ProviderKeyRefused("The payment provider rejected the shop's keys.")
    if answer.status >= _FAILURES:
        raise ProviderFaulted("The payment provider has failed. Try again later.")
    if answer.status in _LATER:
        raise ProviderUnavailable("The payment provider has reached its request limit. Try again later.")
    return answer


async def _read(kit: KitState, method: str, url: str, sent: Mapping[str, Any]) -> Answer:
    body = bytearray()
    async with kit.http.stream(method, url, timeout=SECONDS, follow_redirects=False, **sent) as answer:
        async for piece in answer.aiter_bytes():
            body += piece
            if len(body) > _MOST_BYTES:
                raise ProviderUnavailable("The payment provider sent an unexpected answer.")
    is_read = "json" in answer.headers.get("content-type", "") and answer.status_code < _FAILURES
    decoded = orjson.loads(bytes(body)) if is_read and body else None
    return Answer(answer.status_code, decoded if isinstance(decoded, dict) else None)

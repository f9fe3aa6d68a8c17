"""Where a request comes from."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

_LONGEST_ADDRESS = 64
_LONGEST_AGENT = 300


@dataclass(frozen=True, slots=True)
class Device:
    """Where a request comes from, as far as it tells."""

    address: str
    """The client's address. The server sets it: from the connection, or from X-Forwarded-For where
    the connection is the gateway's, which discards what clients claim."""
    agent: str
    """The User-Agent header."""


def _device(request: Request) -> Device:
    address = request.client.host if request.client else "unknown"
    return Device(address[:_LONGEST_ADDRESS], request.headers.get("user-agent", "")[:_LONGEST_AGENT])


Client = Annotated[Device, Depends(_device)]
"""The device that sends the request."""
